internal import Synchronization

/// One message and the caller who waits for its end.
final class MailJob: Sendable {
    private struct State {
        var continuation: CheckedContinuation<Result<MailReply, CurlError>, Never>?
        var isOver = false
        var isCancelled = false
    }

    let mail: MailTransfer
    /// The time at which the caller gives up, on the monotonic clock; nil for never.
    let deadline: Int64?
    private let state = Mutex(State())

    init(_ mail: MailTransfer) {
        self.mail = mail
        deadline = mail.timeout.map { Monotonic.now + Monotonic.milliseconds($0) }
    }

    /// Sets the caller's continuation; if the task was cancelled before, resumes it at once.
    func isAwaited(by continuation: CheckedContinuation<Result<MailReply, CurlError>, Never>) {
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.continuation = continuation }
            return state.isCancelled
        }
        if isCancelled { continuation.resume(returning: .failure(.cancelled)) }
    }

    /// Resumes the caller with a cancellation; later results are ignored.
    func cancel() {
        state.withLock { $0.isCancelled = true }
        end(.failure(.cancelled))
    }

    /// Tells the caller the result; only the first one counts.
    func end(_ result: Result<MailReply, CurlError>) {
        let continuation = state.withLock { state in
            state.isOver = true
            return state.continuation.take()
        }
        continuation?.resume(returning: result)
    }

    /// Whether there is nothing left to do: the result was reported, or the time has run out.
    func isOver(now: Int64) -> Bool {
        state.withLock(\.isOver) || (deadline.map { $0 <= now } ?? false)
    }
}
