internal import Synchronization

/// One message and the caller who waits for its end.
final class MailJob: Sendable {
    private struct State {
        var continuation: CheckedContinuation<Result<MailReply, CurlError>, Never>?
        var isOver = false
        var isCancelled = false
    }

    let mail: MailTransfer
    /// When the caller gives up, on the monotonic clock; nil is never.
    let deadline: Int64?
    private let state = Mutex(State())

    init(_ mail: MailTransfer) {
        self.mail = mail
        deadline = mail.timeout.map { Monotonic.now + Monotonic.milliseconds($0) }
    }

    /// Names the caller; one whose task was cancelled before is told so at once.
    func isAwaited(by continuation: CheckedContinuation<Result<MailReply, CurlError>, Never>) {
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.continuation = continuation }
            return state.isCancelled
        }
        if isCancelled { continuation.resume(returning: .failure(.cancelled)) }
    }

    /// Lets the caller go, whom nothing that follows reaches.
    func cancel() {
        state.withLock { $0.isCancelled = true }
        end(.failure(.cancelled))
    }

    /// Tells the caller how it ended; only the first word counts.
    func end(_ result: Result<MailReply, CurlError>) {
        let continuation = state.withLock { state in
            state.isOver = true
            return state.continuation.take()
        }
        continuation?.resume(returning: result)
    }

    /// Whether nothing is to be done for it any more: its end has been told, or its time has run out.
    func isOver(now: Int64) -> Bool {
        state.withLock(\.isOver) || (deadline.map { $0 <= now } ?? false)
    }
}
