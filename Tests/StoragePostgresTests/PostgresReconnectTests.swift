import AlarmCore
import Glibc
import RelayTesting
import Storage
import TestSupport
import Testing

@testable import StoragePostgres

@Suite("A PostgreSQL store that loses its server", .serialized)
struct PostgresReconnectTests {
    @Test("Goes on when its connections are ended, and nobody notices", .timeLimit(.minutes(1)))
    func terminated() async throws {
        let database = try TestDatabase()
        let store = try await database.open()
        for number in 1...5 {
            try await store.write { try $0.insert(Device.sample(number)) }
            #expect(try await store.read { try $0.devices(of: .sample(1)).count } == number)
            try database.sql(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'reveille'"
                    + " AND datname = current_database()"
            )
        }
        await store.close()
    }

    @Test("Runs a body again whose connection is ended in its midst, and stores it once", .timeLimit(.minutes(1)))
    func terminatedMeanwhile() async throws {
        let database = try TestDatabase()
        let store = try await database.open()
        let runs = RunCount()
        try await store.write { transaction in
            try transaction.insert(Device.sample(1))
            // Writes wait for what is asked next: only then has the server begun.
            _ = try transaction.device(.sample(9))
            if runs.add() == 1 {
                try database.sql(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE state = 'idle in transaction'"
                        + " AND datname = current_database()"
                )
            }
            try transaction.insert(Device.sample(2))
        }
        #expect(runs.count == 2)
        #expect(store.repeatCount == 1)
        #expect(try await store.read { try $0.devices(of: .sample(1)).count } == 2)
        await store.close()
    }

    @Test("Finds the next host of its address where the first one takes a connection and says nothing")
    func silentHost() throws {
        let database = try TestDatabase()
        let cluster = database.cluster
        let folder = try TemporaryFolder("silent")
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        let isListening = CuttingProxy.address(of: "\(folder.path)/.s.PGSQL.\(cluster.port)") {
            bind(listener, $0, $1) == 0 && listen(listener, 8) == 0
        }
        try #require(isListening)
        let address = try PostgresAddress(
            "postgres://reveille@/\(database.name)?host=\(folder.path),\(cluster.folder)&port=\(cluster.port)"
                + "&target_session_attrs=read-write"
        )
        #expect(try Connector(address: address).connect().isFresh)
    }

    @Test("Waits at the start for a server that is away, and goes on after a restart", .timeLimit(.minutes(2)))
    func restarted() async throws {
        let cluster = try TestCluster()
        let database = try TestDatabase(in: cluster)
        try cluster.stop()
        let (notices, notice) = AsyncStream.makeStream(of: PostgresNotice.self)
        var seen = notices.makeAsyncIterator()
        let address = try database.address()
        var configuration = PostgresStore.Configuration { notice.yield($0) }
        configuration.patience = .seconds(60)
        async let opened = PostgresStore.open(address, configuration)
        #expect(try #require(await seen.next()).description.contains("No such file or directory"))
        try cluster.start()
        let store = try await opened
        #expect(await seen.next() == .isBack(address.description))
        try await store.write { try $0.insert(Device.sample(1)) }
        try cluster.restart()
        try await store.write { try $0.insert(Device.sample(2)) }
        #expect(try await store.read { try $0.devices(of: .sample(1)).count } == 2)
        await store.close()
    }

    @Test("Refuses what waits too long for it, with the reason, and stores nothing of it", .timeLimit(.minutes(2)))
    func away() async throws {
        let cluster = try TestCluster()
        let database = try TestDatabase(in: cluster)
        var configuration = PostgresStore.Configuration()
        configuration.patience = .milliseconds(100)
        let store = try await database.open(configuration)
        try await store.write { try $0.insert(Device.sample(1)) }
        try cluster.stop()
        for isWrite in [true, false] {
            let error = await #expect(throws: StoreError.self) {
                if isWrite {
                    try await store.write { try $0.insert(Device.sample(2)) }
                } else {
                    _ = try await store.read { try $0.device(.sample(1)) }
                }
            }
            #expect(try #require(error).description.contains("nothing was stored"))
        }
        try cluster.start()
        #expect(try await store.read { try $0.devices(of: .sample(1)).count } == 1)
        await store.close()
    }
}

@Suite("A PostgreSQL store that hears nothing of its commit")
struct PostgresDoubtTests {
    @Test(
        "Finds out what became of it, and stores it once",
        .timeLimit(.minutes(1)),
        arguments: [CuttingProxy.Cut.before, .after]
    )
    func doubt(side: CuttingProxy.Cut) async throws {
        let database = try TestDatabase()
        let proxy = try CuttingProxy(to: database.cluster)
        let store = try await PostgresStore.open(try PostgresAddress(proxy.url(database.name)))
        try await store.write { try $0.setValue([1], for: "count") }
        proxy.cutNext(side)
        let runs = RunCount()
        try await store.write { transaction in
            runs.add()
            try transaction.setValue([(try transaction.value("count")?.first ?? 0) + 1], for: "count")
        }
        #expect(try await store.read { try $0.value("count") } == [2])
        #expect(runs.count == (side == .before ? 2 : 1))
        await store.close()
    }
}
