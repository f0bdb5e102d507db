import AlarmWire
import DeviceKit
import DeviceSimulator
import Synchronization

/// Sends each request to the next of several relays, and to the others where one does not answer, as a proxy in front does.
///
/// The same bytes may reach several: a relay may have done what it was asked although its answer never came.
final class SpreadingTransport: Transport {
    /// Answers after which another relay is tried: it is unable, or does not know what became of the request.
    private static let unable = 500..<600

    private let relays: [Origin]
    private let transport: CurlTransport
    private let next = Atomic(0)
    private let refusals = Mutex<[Int: Int]>([:])

    /// Makes a transport to relays by their own addresses, whatever the address of all of them.
    init(to relays: [Origin], by transport: CurlTransport) {
        self.relays = relays
        self.transport = transport
    }

    /// The number of answers by which relays said that they were unable, by status.
    var refusalCounts: [Int: Int] { refusals.withLock(\.self) }

    func send(_ request: WireRequest) async throws(TransportError) -> WireResponse {
        var failure = TransportError.unreachable("there is no relay")
        for relay in order() {
            do {
                var copy = request
                copy.origin = relay
                let response = try await transport.send(copy)
                guard Self.unable.contains(response.status) else { return response }
                refusals.withLock { $0[response.status, default: 0] += 1 }
                failure = .interrupted("\(relay.text) answered \(response.status)")
            } catch {
                guard error.isRetryable else { throw error }
                failure = error
            }
        }
        throw failure
    }

    func stream(_ request: WireRequest) async throws(TransportError) -> WireStream {
        var copy = request
        copy.origin = order().first ?? request.origin
        return try await transport.stream(copy)
    }

    /// The relays, beginning with another one for each request.
    private func order() -> [Origin] {
        guard !relays.isEmpty else { return [] }
        let first = next.wrappingAdd(1, ordering: .relaxed).oldValue % relays.count
        return Array(relays[first...] + relays[..<first])
    }
}
