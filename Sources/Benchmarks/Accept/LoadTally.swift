import NIOCore
import Synchronization

/// Hands out requests and collects answers, for all connections of one run.
final class LoadTally: Sendable {
    /// Why a run is invalid.
    enum Failure: Error, CustomStringConvertible {
        /// The relay did not accept a request.
        case refused(status: Int, answer: String)
        /// A connection ended before its answers.
        case disconnected
        /// Not all answers came in time.
        case timedOut(answered: Int)

        var description: String {
            switch self {
            case .refused(let status, let answer): "the relay answered \(status): \(answer)"
            case .disconnected: "the relay closed a connection"
            case .timedOut(let answered): "after \(answered) answers no more came in time"
            }
        }
    }

    private struct State {
        var next = 0
        var latencies: [Double] = []
        var waiter: CheckedContinuation<Void, any Error>?
        var outcome: Result<Void, any Error>?
    }

    /// Status of an answer that counts as success.
    let success: Int
    private let requests: [ByteBuffer]
    private let state = Mutex(State())

    init(_ requests: [ByteBuffer], success: Int) {
        self.requests = requests
        self.success = success
        state.withLock { $0.latencies.reserveCapacity(requests.count) }
    }

    /// Latency of each request, in seconds.
    var latencies: [Double] { state.withLock(\.latencies) }

    /// Returns the next request to send; nil when all were handed out.
    func next() -> ByteBuffer? {
        state.withLock { state in
            guard state.next < requests.count else { return nil }
            defer { state.next += 1 }
            return requests[state.next]
        }
    }

    /// Counts an answer.
    func answered(after latency: Double) {
        let isLast = state.withLock { state in
            state.latencies.append(latency)
            return state.latencies.count == requests.count
        }
        if isLast { end(.success(())) }
    }

    /// Ends the run; the first end counts.
    func end(_ outcome: Result<Void, any Error>) {
        let waiter = state.withLock { state in
            if state.outcome == nil { state.outcome = outcome }
            return state.waiter.take()
        }
        waiter?.resume(with: outcome)
    }

    /// Ends the run as timed out.
    func giveUp() {
        end(.failure(Failure.timedOut(answered: latencies.count)))
    }

    /// Waits for the end of the run.
    func wait() async throws {
        try await withCheckedThrowingContinuation { continuation in
            let known = state.withLock { state in
                if state.outcome == nil { state.waiter = continuation }
                return state.outcome
            }
            if let known { continuation.resume(with: known) }
        }
    }
}
