internal import Synchronization

/// A request on its way to the loop's thread.
///
/// A class, so that it is passed by pointer rather than copied field by field.
final class Submission: Sendable {
    /// The caller that waits for the response.
    enum Receiver: Sendable {
        /// A caller of `send`.
        case whole(CheckedContinuation<Result<HTTPResponse, CurlError>, Never>)
        /// A caller of `stream`.
        case stream(StreamBuffer)

        /// Ends the wait without a response.
        func fail(_ error: CurlError) {
            switch self {
            case .whole(let continuation): continuation.resume(returning: .failure(error))
            case .stream(let buffer): buffer.finish(error)
            }
        }
    }

    /// Identifier of the request within its client.
    let id: UInt64
    let request: HTTPRequest
    let receiver: Receiver
    /// The time of the request, on the monotonic clock.
    let madeAt: Int64
    /// The time at which the caller gives up, on the monotonic clock; nil for never.
    let deadline: Int64?
    /// The number of times that the peer, or the end of a connection, left it unprocessed.
    private let returns = Atomic<Int>(0)

    /// Whether the request counts towards the profile's limit: a stream may last for ever and so does not.
    var countsTowardsLimit: Bool {
        if case .whole = receiver { true } else { false }
    }

    init(id: UInt64, request: HTTPRequest, receiver: Receiver) {
        self.id = id
        self.request = request
        self.receiver = receiver
        let now = Monotonic.now
        madeAt = now
        deadline = request.timeout.map { now + Monotonic.milliseconds($0) }
    }

    /// Counts a time that the request was left unprocessed; returns the number so far.
    func countReturn() -> Int { returns.add(1, ordering: .relaxed).newValue }
}
