import AlarmCore
import AlarmWire
import Engine
import Synchronization

/// Bounds the requests that are worked on at once: by device, by address, and in all.
///
/// A request counts from when it has arrived until its answer is known. A body on its way does not count, and neither
/// does an event stream that is open.
package final class RequestBounds: Sendable {
    /// What has as many requests as it may.
    package enum Bound: String, CaseIterable, Sendable {
        case device, address, relay
    }

    private struct State {
        var all = 0
        var clients: [[UInt8]: Int] = [:]
        var devices: [DeviceID: Int] = [:]
    }

    private let limits: ServerLimits
    private let metrics: ConnectionMetrics
    private let state = Mutex(State())

    init(limits: ServerLimits, metrics: ConnectionMetrics) {
        self.limits = limits
        self.metrics = metrics
    }

    /// The number of requests that are worked on.
    package var count: Int { state.withLock { $0.all } }

    /// Works on a request of a client, whose network is nil where a trusted proxy has not named it.
    ///
    /// - Throws: `TooManyRequests` if there are too many of it, or in all; what `work` throws.
    func during<Value>(_ client: [UInt8]?, _ work: () async throws -> Value) async throws -> Value {
        let refusal = state.withLock { state -> Bound? in
            if state.all >= limits.requestsAtOnce { return .relay }
            if let client {
                let own = state.clients[client, default: 0]
                if own >= limits.requestsAtOncePerAddress { return .address }
                state.clients[client] = own + 1
            }
            state.all += 1
            return nil
        }
        if let refusal { throw refused(refusal) }
        defer {
            state.withLock { state in
                state.all -= 1
                if let client { state.clients[client] = Self.one(less: state.clients[client]) }
            }
        }
        return try await work()
    }

    /// Works on a request of a device.
    ///
    /// - Throws: `TooManyRequests` if there are too many of it; what `work` throws.
    func during<Value>(_ device: DeviceID, _ work: () async throws -> Value) async throws -> Value {
        let isRefused = state.withLock { state in
            let own = state.devices[device, default: 0]
            if own >= limits.requestsAtOncePerDevice { return true }
            state.devices[device] = own + 1
            return false
        }
        if isRefused { throw refused(.device) }
        defer { state.withLock { $0.devices[device] = Self.one(less: $0.devices[device]) } }
        return try await work()
    }

    /// The bound as whoever it refuses is told; nil for that of the relay, which is nobody's business.
    func state(of bound: Bound) -> QuotaState? {
        let most: Int
        switch bound {
        case .device: most = limits.requestsAtOncePerDevice
        case .address: most = limits.requestsAtOncePerAddress
        case .relay: return nil
        }
        return QuotaState(
            "requests-at-once-per-\(bound.rawValue)",
            quota: most,
            unit: .concurrentRequests,
            available: 0,
            renewal: TooManyRequests.wait,
            isRefused: true
        )
    }

    /// Sets the gauges that are only needed when metrics are read.
    func measure() {
        metrics.set(requestsAtOnce: count)
    }

    private func refused(_ bound: Bound) -> TooManyRequests {
        metrics.count(bound)
        return TooManyRequests(bound: bound)
    }

    private static func one(less count: Int?) -> Int? {
        guard let count, count > 1 else { return nil }
        return count - 1
    }
}

/// A device, an address or the relay has as many requests under way as it may.
package struct TooManyRequests: Error, Hashable {
    /// How long to wait: most requests take milliseconds.
    ///
    /// 1 s.
    static let wait = Span.seconds(1)

    let bound: RequestBounds.Bound

    /// The problem to answer with.
    var problem: Problem {
        switch bound {
        case .device, .address: Problem(.rateLimited)
        case .relay: Problem(.unavailable)
        }
    }
}
