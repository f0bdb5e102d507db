import AlarmCore
import RelayTesting
import Storage
import TestSupport
import Testing

@testable import StorageSQLite

@Suite("The rows that a SQLite store keeps in memory")
struct RowCacheTests {
    private struct Rollback: Error {}

    private let folder: TemporaryFolder
    private let store: SQLiteStore

    init() throws {
        folder = try TemporaryFolder()
        store = try SQLiteStore.open(path: folder.path("relay.sqlite"), role: .relay)
    }

    @Test("A device is the changed one from the moment at which the change is answered")
    func changedDevice() async throws {
        try await store.write { try $0.insert(Device.sample(1)) }
        #expect(try await store.device(.sample(1)) == .sample(1))
        var device = Device.sample(1)
        for unanswered in 1...50 {
            device.unanswered = unanswered
            let changed = device
            try await store.write { transaction in
                #expect(try transaction.device(.sample(1))?.unanswered == unanswered - 1)
                try transaction.update(changed)
                #expect(try transaction.device(.sample(1))?.unanswered == unanswered)
                #expect(try transaction.devices(of: .sample(1)) == [changed])
            }
            #expect(try await store.device(.sample(1)) == changed)
            #expect(try await store.read { try $0.devices(of: .sample(1)) } == [changed])
        }
        try await store.write { try $0.delete(.sample(1)) }
        #expect(try await store.device(.sample(1)) == nil)
        #expect(try await store.write { try $0.devices(of: .sample(1)) } == [])
    }

    @Test("A change that is undone leaves the device, its person's devices and the pair's edges as they were")
    func undoneChange() async throws {
        let edge = Pair.sample(1).sampleEdges[0]
        try await store.write { transaction in
            try transaction.insert(Device.sample(1))
            try transaction.insert(Pair.sample(1), edges: Pair.sample(1).sampleEdges)
        }
        #expect(try await store.write { try $0.devices(of: .sample(1)) } == [.sample(1)])
        #expect(try await store.write { try $0.edge(edge.tokenHash) } == edge)
        await #expect(throws: Rollback.self) {
            try await store.write { transaction in
                try transaction.delete(Device.sample(1).id)
                try transaction.deleteEdges(of: .sample(1))
                #expect(try transaction.devices(of: .sample(1)) == [])
                #expect(try transaction.edge(edge.tokenHash) == nil)
                throw Rollback()
            }
        }
        #expect(try await store.device(.sample(1)) == .sample(1))
        #expect(try await store.write { try $0.devices(of: .sample(1)) } == [.sample(1)])
        #expect(try await store.write { try $0.edge(edge.tokenHash) } == edge)
    }

    @Test("A device that goes over to another person leaves the first one's devices")
    func movedDevice() async throws {
        try await store.write { try $0.insert(Device.sample(1)) }
        let moved = Device.sample(1, person: .sample(7))
        try await store.write { transaction in
            #expect(try transaction.devices(of: .sample(1)).count == 1)
            #expect(try transaction.devices(of: .sample(7)) == [])
            try transaction.update(moved)
        }
        #expect(try await store.write { try $0.devices(of: .sample(1)) } == [])
        #expect(try await store.write { try $0.devices(of: .sample(7)) } == [moved])
    }

    @Test("A value read before a change is not kept after it")
    func staleRead() {
        let cache = RowCache()
        let before = cache.lookUp(.sample(1)).age
        cache.bar(.sample(1), of: [.sample(1)])
        cache.keep(.sample(1), readAt: before)
        #expect(cache.lookUp(.sample(1)).device == nil)
        let during = cache.lookUp(.sample(1)).age
        cache.keep(.sample(1), readAt: during)
        #expect(cache.lookUp(.sample(1)).device == nil)
        cache.endTransaction()
        cache.keep(.sample(1), readAt: during)
        #expect(cache.lookUp(.sample(1)).device == nil)
        cache.keep(.sample(1), readAt: cache.lookUp(.sample(1)).age)
        #expect(cache.lookUp(.sample(1)).device == .sample(1))
    }

    @Test("Of many values the latest stay, and never more than twice the half")
    func bounded() {
        var recent = RecentCache<Int, Int>(halfCapacity: 10)
        for number in 0..<1000 {
            recent.keep(number, for: number)
            let first = recent.value(0)
            #expect(first == 0, "what is asked for all the time stays")
        }
        var held: [Int] = []
        for number in 0..<1000 where recent.value(number) == number { held.append(number) }
        #expect(held.count <= 20)
        #expect(held.suffix(9) == Array(991..<1000))
    }
}
