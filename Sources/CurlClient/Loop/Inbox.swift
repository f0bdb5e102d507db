internal import CCurl
internal import Glibc
internal import Synchronization

/// The messages of callers on any thread to the loop's thread.
final class Inbox: Sendable {
    /// One message.
    enum Message: Sendable {
        /// Take a new request.
        case start(Submission)
        /// Drop a request, in whatever state.
        case cancel(UInt64)
        /// Resume a stream whose reader has caught up.
        case resume(UInt64)
    }

    private struct State {
        var messages: [Message] = []
        var isClosed = false
        var isAsleep = false
    }

    /// An eventfd: readable when there are messages; `curl_multi_wakeup` reaches only `curl_multi_poll`.
    let descriptor: Int32
    private let state = Mutex(State())

    init() throws(CurlError) {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard descriptor >= 0 else { throw .exhausted("eventfd: \(String(cString: strerror(errno)))") }
    }

    deinit { Glibc.close(descriptor) }

    /// Posts a message; false when the loop takes no more.
    func post(_ message: Message) -> Bool {
        let (isTaken, wakes) = state.withLock { state in
            guard !state.isClosed else { return (false, false) }
            state.messages.append(message)
            defer { state.isAsleep = false }
            return (true, state.isAsleep)
        }
        if wakes { wake() }
        return isTaken
    }

    /// Takes no more messages and lets the loop end.
    func close() {
        state.withLock { $0.isClosed = true }
        wake()
    }

    /// Takes all messages, oldest first; `isClosed` says that none will follow.
    func drain() -> (messages: [Message], isClosed: Bool) {
        state.withLock { state in
            state.isAsleep = false
            var messages: [Message] = []
            swap(&messages, &state.messages)
            return (messages, state.isClosed)
        }
    }

    /// Announces that the loop is about to sleep; false when there are messages instead.
    func prepareToSleep() -> Bool {
        state.withLock { state in
            guard state.messages.isEmpty && !state.isClosed else { return false }
            state.isAsleep = true
            return true
        }
    }

    /// Makes the descriptor unreadable again.
    func acknowledgeWake() {
        var count: UInt64 = 0
        _ = eventfd_read(descriptor, &count)
    }

    private func wake() { _ = eventfd_write(descriptor, 1) }
}
