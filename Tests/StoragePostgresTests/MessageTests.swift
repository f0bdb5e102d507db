import AlarmCore
import RelayTesting
import Storage
import Testing

@testable import StoragePostgres

@Suite("Messages between the nodes of a PostgreSQL database", .timeLimit(.minutes(1)))
struct MessageTests {
    /// Keeps what it is told.
    private final class Listener: NodeMessageObserver {
        let messages: AsyncStream<NodeMessage>
        /// One element for each time that messages begin to arrive.
        let beginnings: AsyncStream<Void>
        private let message: AsyncStream<NodeMessage>.Continuation
        private let beginning: AsyncStream<Void>.Continuation

        init() {
            (messages, message) = AsyncStream.makeStream()
            (beginnings, beginning) = AsyncStream.makeStream()
        }

        func receive(_ messages: [NodeMessage]) {
            for each in messages { message.yield(each) }
        }

        func mayHaveMissedMessages() { beginning.yield() }
    }

    /// A store with somebody who hears its messages.
    private struct Node {
        let store: PostgresStore
        let listener = Listener()

        init(_ database: TestDatabase) async throws {
            store = try await database.open()
            store.observeMessages(listener)
        }

        /// Waits until messages arrive.
        func begins() async {
            var beginnings = listener.beginnings.makeAsyncIterator()
            _ = await beginnings.next()
        }

        func announce(_ messages: [NodeMessage]) { store.announce(messages, by: listener) }

        /// The next messages that arrive.
        func next(_ count: Int) async -> [NodeMessage] {
            var iterator = listener.messages.makeAsyncIterator()
            var found: [NodeMessage] = []
            while found.count < count, let message = await iterator.next() { found.append(message) }
            return found
        }
    }

    private static let each: [NodeMessage] = [
        .changed(.sample(1), change: 7), .changed(.sample(2), change: nil), .departed(.sample(3)),
        .wake(Wake(at: .sample, alarm: AlarmKey(4))), .deliveriesOrdered, .overtaken(AlarmKey(5), epoch: 6),
        .heard(.sample(7), at: .sample + .seconds(1)), .wanted(.sample(8)),
    ]

    @Test("Arrive at every other node in their order, and not at the one that sent them")
    func arrive() async throws {
        let database = try TestDatabase()
        let nodes = [try await Node(database), try await Node(database), try await Node(database)]
        for node in nodes { await node.begins() }
        nodes[0].announce(Self.each)
        #expect(await nodes[1].next(Self.each.count) == Self.each)
        #expect(await nodes[2].next(Self.each.count) == Self.each)
        nodes[1].announce([.wanted(.sample(9))])
        #expect(await nodes[0].next(1) == [.wanted(.sample(9))])
        for node in nodes { await node.store.close() }
    }

    @Test("Arrive whole, however many come at once")
    func many() async throws {
        let database = try TestDatabase()
        let nodes = [try await Node(database), try await Node(database)]
        for node in nodes { await node.begins() }
        let messages = (1...5000).map { NodeMessage.changed(.sample($0), change: Int64($0)) }
        for message in messages { nodes[0].announce([message]) }
        #expect(await nodes[1].next(messages.count) == messages)
        for node in nodes { await node.store.close() }
    }

    @Test("Arrive again after the connections were cut, and whoever hears them is told that some may be missing")
    func cut() async throws {
        let database = try TestDatabase()
        let nodes = [try await Node(database), try await Node(database)]
        for node in nodes { await node.begins() }
        for number in 1...3 {
            try database.sql(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'reveille-messages'"
                    + " AND datname = current_database()"
            )
            for node in nodes { await node.begins() }
            nodes[0].announce([.wanted(.sample(number))])
            #expect(await nodes[1].next(1) == [.wanted(.sample(number))])
        }
        for node in nodes { await node.store.close() }
    }

    @Test("Reach nobody of another database on the same server")
    func apart() async throws {
        let databases = [try TestDatabase(), try TestDatabase()]
        var nodes: [Node] = []
        for database in databases { for _ in 1...2 { nodes.append(try await Node(database)) } }
        for node in nodes { await node.begins() }
        nodes[0].announce([.deliveriesOrdered])
        #expect(await nodes[1].next(1) == [.deliveriesOrdered])
        nodes[2].announce([.wanted(.sample(1))])
        #expect(await nodes[3].next(1) == [.wanted(.sample(1))])
        for node in nodes { await node.store.close() }
    }

    @Test("Are dropped by a store that hears none, and by one that is closed")
    func dropped() async throws {
        let database = try TestDatabase()
        let store = try await database.open()
        let listener = Listener()
        store.announce(Self.each, by: listener)
        await store.close()
        store.observeMessages(listener)
        store.announce(Self.each, by: listener)
    }
}

@Suite("The text of messages between nodes")
struct MessageTextTests {
    @Test("Stays below the server's limit, and holds every message once, in order")
    func payloads() {
        let messages = (1...1000).map { NodeMessage.overtaken(AlarmKey(Int64($0)), epoch: .max) }
        let payloads = MessageText.payloads(of: messages)
        #expect(payloads.allSatisfy { $0.utf8.count < 8000 })
        #expect(payloads.count < 6)
        #expect(payloads.flatMap(MessageText.messages(in:)) == messages)
        #expect(MessageText.payloads(of: []) == [])
    }

    @Test("Is read as far as it is understood")
    func unknown() {
        let text = "ordered\nsomething new\nwanted\nwake x 1\n\novertaken 1 2\nchanged ?"
        #expect(MessageText.messages(in: text) == [.deliveriesOrdered, .overtaken(AlarmKey(1), epoch: 2)])
    }

    @Test("The same message waits once, and the next one after it was taken waits anew")
    func outbox() throws {
        let outbox = try #require(MessageOutbox())
        #expect(outbox.timeLeft == nil)
        for _ in 1...3 { outbox.add([.deliveriesOrdered, .wanted(.sample(1))]) }
        #expect(outbox.take() == [.deliveriesOrdered, .wanted(.sample(1))])
        #expect(outbox.timeLeft == nil)
        outbox.add([.deliveriesOrdered])
        outbox.close()
        #expect(outbox.timeLeft == .zero)
        outbox.add([.wanted(.sample(2))])
        #expect(outbox.take() == [.deliveriesOrdered])
    }
}
