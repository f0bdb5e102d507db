internal import Storage
internal import Synchronization

/// Exchanges messages with the other nodes of a database, on a thread and a connection of its own.
///
/// It begins when somebody wants to hear them. A connection that is lost is made anew; what was sent meanwhile may be lost,
/// and the observer is told so.
final class MessageExchange: Sendable {
    private struct State {
        weak var observer: (any NodeMessageObserver)?
        var outbox: MessageOutbox?
        var thread: OwnedThread?
        var isClosed = false
    }

    private let connector: Connector
    private let state = Mutex(State())

    init(_ connector: Connector) {
        self.connector = connector
    }

    /// Passes what other nodes say to `observer`, in place of any earlier one.
    ///
    /// Where the system has no thread for it, nothing is heard, and all is found later.
    func observe(_ observer: any NodeMessageObserver) {
        state.withLock { state in
            state.observer = observer
            guard state.thread == nil, !state.isClosed, let outbox = MessageOutbox() else { return }
            guard let thread = OwnedThread({ [weak self] in self?.work(outbox) }) else { return }
            (state.outbox, state.thread) = (outbox, thread)
        }
    }

    /// Sends messages soon; those of a store that hears none are dropped.
    func announce(_ messages: [NodeMessage]) {
        state.withLock(\.outbox)?.add(messages)
    }

    /// Sends what waits, if there is a connection, and ends.
    func close() async {
        let (outbox, thread) = state.withLock { state in
            state.isClosed = true
            return (state.outbox, state.thread)
        }
        outbox?.close()
        await thread?.join()
    }

    private func work(_ outbox: MessageOutbox) {
        var backOff = BackOff()
        while !outbox.isClosed {
            do {
                let connection = try MessageConnection(connector)
                backOff = BackOff()
                observer?.mayHaveMissedMessages()
                return try serve(outbox, by: connection)
            } catch {
                outbox.rest(for: backOff.next())
            }
        }
    }

    /// Sends and receives until the outbox is closed.
    ///
    /// - Throws: ``ConnectionLost``.
    private func serve(_ outbox: MessageOutbox, by connection: MessageConnection) throws(ConnectionLost) {
        while true {
            let isLast = outbox.isClosed
            if outbox.timeLeft == .zero { try connection.send(MessageText.payloads(of: outbox.take())) }
            if isLast { return }
            let messages = try connection.received().flatMap(MessageText.messages(in:))
            if !messages.isEmpty { observer?.receive(messages) }
            connection.wait(for: outbox, atMost: outbox.timeLeft)
        }
    }

    private var observer: (any NodeMessageObserver)? { state.withLock { $0.observer } }
}
