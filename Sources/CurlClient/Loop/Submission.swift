internal import Synchronization

/// A request on its way to the loop's thread.
///
/// A class, so that it changes hands by a pointer and not field by field.
final class Submission: Sendable {
    /// Who waits for the response.
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

    /// Names the request within its client.
    let id: UInt64
    let request: HTTPRequest
    let receiver: Receiver
    /// When the request was made, on the monotonic clock.
    let madeAt: Int64
    /// When the caller gives up, on the monotonic clock; nil is never.
    let deadline: Int64?
    /// How often the peer, or the end of a connection, left it unprocessed so far.
    private let returns = Atomic<Int>(0)

    /// Whether the request takes one of the profile's places: a stream may last for ever and so takes none.
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

    /// Takes note that the peer, or the end of a connection, left it unprocessed; tells how often that has happened.
    func countReturn() -> Int { returns.add(1, ordering: .relaxed).newValue }
}
