internal import Synchronization

/// The messages of one client: the waiting ones, and the threads that send the others.
final class MailLine: Sendable {
    fileprivate struct State {
        var waiting: [MailJob] = []
        var active: [MailJob] = []
        var threads = 0
        var isClosed = false
        var watchers: [CheckedContinuation<Void, Never>] = []
    }

    private let server: MailServer
    private let state = Mutex(State())

    init(server: MailServer) { self.server = server }

    /// Adds a message, and starts a thread for it unless there are enough.
    func append(_ job: MailJob) {
        let (isTaken, needsThread) = state.withLock { state in
            guard !state.isClosed else { return (false, false) }
            state.waiting.append(job)
            guard state.threads < max(1, server.maximumConnections) else { return (true, false) }
            state.threads += 1
            return (true, true)
        }
        if !isTaken { return job.end(.failure(.shutDown)) }
        guard needsThread else { return }
        do throws(CurlError) {
            try LoopThread { self.work() }.detach()
        } catch {
            for watcher in state.withLock({ $0.leave() }) { watcher.resume() }
            job.end(.failure(error))
        }
    }

    /// Ends messages that have waited for too long, or whose caller has been cancelled.
    func expire() {
        let now = Monotonic.now
        let expired = state.withLock { state in
            let expired = state.waiting.filter { $0.isOver(now: now) }
            if !expired.isEmpty { state.waiting.removeAll { $0.isOver(now: now) } }
            return expired
        }
        for job in expired { job.end(.failure(.timedOut(afterSending: false))) }
    }

    /// Ends everything and accepts nothing more.
    func close() {
        let jobs = state.withLock { state in
            state.isClosed = true
            defer { state.waiting = [] }
            return state.waiting + state.active
        }
        for job in jobs { job.end(.failure(.shutDown)) }
    }

    /// Resumes the continuation once no thread is running.
    func whenQuiet(_ continuation: CheckedContinuation<Void, Never>) {
        let isQuiet = state.withLock { state in
            if state.threads > 0 { state.watchers.append(continuation) }
            return state.threads == 0
        }
        if isQuiet { continuation.resume() }
    }

    /// The work of a thread: one message after the other, until none waits.
    private func work() {
        while let job = next() {
            expire()
            MailHandle.perform(job, server: server, onTick: expire)
            state.withLock { state in state.active.removeAll { $0 === job } }
        }
    }

    /// The next message for a thread; nil where none waits, and the thread is counted out.
    private func next() -> MailJob? {
        let (job, watchers) = state.withLock { state in
            guard !state.waiting.isEmpty else { return (nil as MailJob?, state.leave()) }
            let job = state.waiting.removeFirst()
            state.active.append(job)
            return (job, [])
        }
        for watcher in watchers { watcher.resume() }
        return job
    }
}

extension MailLine.State {
    /// Counts a thread out; returns the continuations to resume if it was the last.
    fileprivate mutating func leave() -> [CheckedContinuation<Void, Never>] {
        threads -= 1
        guard threads == 0 else { return [] }
        defer { watchers = [] }
        return watchers
    }
}
