internal import Glibc
internal import Storage
internal import Synchronization

/// The messages that wait to be sent to other nodes, each once.
///
/// The thread that sends them sleeps on ``descriptor`` and its connection together.
final class MessageOutbox: Sendable {
    /// How long messages gather after the first of them, so that many commits cost the server one `NOTIFY`: 25 ms.
    static let gathering = Duration.milliseconds(25)
    /// The most that wait, as while the server is away; more are dropped.
    private static let capacity = 10_000

    private struct State {
        var waiting: [NodeMessage] = []
        var known: Set<NodeMessage> = []
        /// When the first of them came.
        var since: ContinuousClock.Instant?
        var isClosed = false
    }

    /// Readable when the first message has come, or the outbox was closed.
    let descriptor: Int32
    /// The other end of the pipe.
    private let signalling: Int32
    private let state = Mutex(State())

    /// Makes an empty outbox; nil when the system has no descriptor for it.
    init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (descriptor, signalling) = (ends[0], ends[1])
    }

    deinit {
        _ = Glibc.close(descriptor)
        _ = Glibc.close(signalling)
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    func add(_ messages: [NodeMessage]) {
        let isFirst = state.withLock { state in
            guard !state.isClosed else { return false }
            for message in messages where state.waiting.count < Self.capacity {
                if state.known.insert(message).inserted { state.waiting.append(message) }
            }
            guard state.since == nil, !state.waiting.isEmpty else { return false }
            state.since = .now
            return true
        }
        if isFirst { wake() }
    }

    /// Takes no more messages; those that wait are still handed out.
    func close() {
        state.withLock { $0.isClosed = true }
        wake()
    }

    /// The time until the messages go that wait now, zero for at once; nil while there are none.
    var timeLeft: Duration? {
        state.withLock { state in
            guard let since = state.since else { return nil }
            return state.isClosed ? .zero : max(since + Self.gathering - .now, .zero)
        }
    }

    /// Removes and returns all that wait.
    func take() -> [NodeMessage] {
        state.withLock { state in
            defer { (state.waiting, state.known, state.since) = ([], [], nil) }
            return state.waiting
        }
    }

    /// Forgets that there was a signal.
    func lower() {
        var bytes = [UInt8](repeating: 0, count: 64)
        _ = read(descriptor, &bytes, bytes.count)
    }

    /// Waits for a time, or until the outbox is closed.
    func rest(for time: Duration) {
        let end = ContinuousClock.now + time
        while !isClosed, ContinuousClock.now < end {
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            if poll(&waiting, 1, CInt(max((end - .now) / .milliseconds(1), 0)) + 1) > 0 { lower() }
        }
    }

    private func wake() {
        var byte: UInt8 = 1
        // A pipe that is full is readable as it is.
        _ = write(signalling, &byte, 1)
    }
}
