import AlarmCore
import RelayTesting
import Storage
import Testing

@testable import StoragePostgres

@Suite("The queues of a PostgreSQL store")
struct PostgresQueueTests {
    private let database: TestDatabase

    init() throws {
        database = try TestDatabase()
    }

    @Test("Hand out a wake that is set for a time long claimed, whichever node sets it", .timeLimit(.minutes(1)))
    func lateWakes() async throws {
        let stores = try await [database.open(), database.open()]
        let keys = try await insertAlarms(4, into: stores[0])
        try await settle(stores[0], through: .sample + .hours(1))
        for (number, key) in keys.enumerated() {
            let time = Instant.sample - .minutes(Int64(number))
            try await stores[1].write { try $0.setWake(of: key, at: time) }
            let wake = Wake(at: time, alarm: key)
            #expect(try await stores[0].read { try $0.wakes(through: .sample, limit: 9) } == [wake])
            #expect(try await stores[0].read { try $0.earliestWake() } == wake)
            #expect(try await stores[0].write { try $0.claimWakes(through: time - .seconds(1), limit: 9) } == [])
            #expect(try await stores[0].write { try $0.claimWakes(through: time, limit: 9) } == [wake])
        }
        for store in stores { await store.close() }
    }

    @Test("Hand out a wake whose transaction began before others were claimed, and ends after", .timeLimit(.minutes(1)))
    func lateCommit() async throws {
        let store = try await database.open()
        let keys = try await insertAlarms(2, into: store)
        let connection = try Connector(address: database.address()).connect()
        let session = PostgresSession(connection, path: "", opening: [.beginSerializable])
        let transaction = PostgresTransaction(session, mayClaim: false)
        try transaction.setWake(of: keys[0], at: .sample)
        try session.settle()
        try await settle(store, through: .sample + .hours(1), isHeldUp: true)
        try session.end(.commit)
        let claimed = try await store.write { try $0.claimWakes(through: .sample + .hours(1), limit: 9) }
        #expect(claimed == [Wake(at: .sample, alarm: keys[0])])
        await store.close()
    }

    @Test("Hand out a delivery that is put back to a time long leased", .timeLimit(.minutes(1)))
    func lateDeliveries() async throws {
        let store = try await database.open()
        let key = try await insertAlarms(1, into: store)[0]
        try await settle(store, through: .sample + .hours(1))
        try await store.write { try $0.insert(.sample(1, alarm: key, notBefore: .sample)) }
        #expect(try await store.read { try $0.earliestDelivery() } == .sample)
        let leased = try await lease(from: store, at: .sample)
        #expect(leased.map(\.order.id) == [.sample(1)])
        var returned = try #require(leased.first)
        returned.endLease(as: .pending)
        let row = returned
        try await store.write { try $0.update(row) }
        #expect(try await lease(from: store, at: .sample - .seconds(1)) == [])
        #expect(try await lease(from: store, at: .sample).map(\.attempts) == [2])
        await store.close()
    }

    @Test(
        "Touch a few pages where nothing is due, whatever was claimed before under an old snapshot",
        .timeLimit(.minutes(2))
    )
    func emptyClaims() async throws {
        let store = try await database.open()
        let pin = try Connector(address: database.address()).connect()
        let patience = Statement("SET LOCAL idle_in_transaction_session_timeout = 0")
        let pinned = PostgresSession(pin, path: "", opening: [.beginSnapshot, patience])
        _ = try PostgresSnapshot(pinned).earliestWake()
        try database.sql(
            """
            SET search_path = reveille;
            INSERT INTO due (alarm, at) SELECT n, \(Instant.sample.milliseconds) + n * 7919 % 50000
            FROM generate_series(1, 50000) n;
            """
        )
        let end = Instant.sample + .minutes(1)
        while try await !store.write({ try $0.claimWakes(through: end, limit: 10_000) }).isEmpty {}
        try await settle(store, through: end)
        let statement = try #require(Statement.texts.last { $0.contains("DELETE FROM due USING taken") })
        let unmarked = try pages(of: statement, through: end, from: .first)
        let marked = try pages(of: statement, through: end, from: QueuePlace(startOf: end.milliseconds + 1))
        #expect(unmarked > 1000)
        #expect(marked < 20)
        try pinned.end(.commit)
        await store.close()
    }

    /// Claims until a store's marks have passed `end`; where that is held up, only often enough that they could have.
    private func settle(_ store: PostgresStore, through end: Instant, isHeldUp: Bool = false) async throws {
        for _ in 1...(isHeldUp ? 20 : 500) {
            _ = try await store.write { try $0.claimWakes(through: end, limit: 9) }
            _ = try await lease(from: store, at: end)
            let marks = store.marks
            if min(marks.wakes.at, marks.deliveries.at) > end.milliseconds { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(isHeldUp, "the marks have not moved")
    }

    private func insertAlarms(_ count: Int, into store: PostgresStore) async throws -> [AlarmKey] {
        try await store.write { transaction in
            try (1...count).map { try transaction.insert(NewAlarm.sample($0)).key }
        }
    }

    private func lease(from store: PostgresStore, at now: Instant) async throws -> [DeliveryRow] {
        try await store.write { try $0.leaseDeliveries(at: now, until: now + .minutes(1), holder: "me", limit: 9) }
    }

    /// The number of pages that a claim touches, by the server's own count.
    private func pages(of claim: String, through now: Instant, from mark: QueuePlace) throws -> Int {
        let plan = try database.sql(
            """
            \(Connector.settings)
            PREPARE claim AS \(claim);
            EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
                EXECUTE claim(\(now.milliseconds), 500, '\(mark.at)', '\(mark.key)');
            """
        )
        // The first step's count includes those of all others.
        let counts = try #require(plan.split(separator: "\n").first { $0.contains("Buffers:") })
        return counts.matches(of: /(?:hit|read)=(\d+)/).compactMap { Int($0.1) }.reduce(0, +)
    }
}
