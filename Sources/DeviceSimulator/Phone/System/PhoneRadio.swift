package import DeviceKit
import Synchronization

/// A phone's network connection to the relay: passes requests on while online, and fails them at once while offline.
package final class PhoneRadio: Transport {
    private let network: any Transport
    private let state: Mutex<Bool>

    package init(_ network: any Transport, isUp: Bool) {
        self.network = network
        state = Mutex(isUp)
    }

    /// Whether there is a network.
    package var isUp: Bool {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    package func send(_ request: WireRequest) async throws(TransportError) -> WireResponse {
        guard isUp else { throw .unreachable("the phone has no network") }
        return try await network.send(request)
    }

    package func stream(_ request: WireRequest) async throws(TransportError) -> WireStream {
        guard isUp else { throw .unreachable("the phone has no network") }
        return try await network.stream(request)
    }
}
