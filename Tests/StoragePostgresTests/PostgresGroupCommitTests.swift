import AlarmCore
import Dispatch
import RelayTesting
import Storage
import Synchronization
import Testing

@testable import StoragePostgres

@Suite("A commit of a PostgreSQL store")
struct PostgresGroupCommitTests {
    private struct Rollback: Error {}

    private let database: TestDatabase

    init() throws {
        database = try TestDatabase()
    }

    @Test("Is shared by many, of whom those that fail, early or late, take back their own changes alone")
    func shared() async throws {
        let store = try await database.open()
        try await store.write { _ = try $0.insert(NewAlarm.sample(1000)) }
        let commits = CommitCount()
        store.observeCommits(commits)
        let outcomes = await withTaskGroup(of: String.self) { group in
            for number in 1...200 {
                group.addTask {
                    do {
                        try await store.write { transaction in
                            // The server says only later that this name is taken.
                            let id = number.isMultiple(of: 20) ? 1000 : number
                            let row = try transaction.insert(NewAlarm.sample(id))
                            let line = RecordLine(alarm: row.key, at: .sample, event: AlarmEvent(.accepted))
                            try transaction.append(line)
                            try transaction.setWake(of: row.key, at: .sample)
                            if number.isMultiple(of: 7) { throw Rollback() }
                        }
                        return "stored"
                    } catch is Rollback {
                        return "thrown"
                    } catch StoreError.duplicate {
                        return "taken"
                    } catch {
                        return "\(error)"
                    }
                }
            }
            return await group.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
        }
        let thrown = (1...200).count { $0.isMultiple(of: 7) }
        let taken = (1...200).count { $0.isMultiple(of: 20) && !$0.isMultiple(of: 7) }
        #expect(outcomes == ["thrown": thrown, "taken": taken, "stored": 200 - thrown - taken])
        let counts = try database.sql(
            """
            SELECT (SELECT count(*) FROM reveille.alarm), (SELECT count(*) FROM reveille.record),
                (SELECT count(*) FROM reveille.due), (SELECT count(DISTINCT change) FROM reveille.alarm),
                (SELECT min(change) FROM reveille.last_change)
            """
        )
        let stored = 200 - thrown - taken
        #expect(counts == "\(stored + 1)|\(stored)|\(stored)|\(stored + 1)|\(stored + 1)")
        #expect(commits.writes == 200)
        #expect(commits.commits < 200)
        await store.close()
    }

    @Test("What the server refuses of one body is undone, and the others' stays")
    func refusedByServer() async throws {
        let store = try await database.open()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...20 {
                group.addTask {
                    let key = number == 7 ? "a\0b" : "\(number)"
                    do {
                        try await store.write { try $0.setValue([1], for: key) }
                        #expect(number != 7)
                    } catch StoreError.failed(let message) {
                        #expect(number == 7, "\(message)")
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try database.sql("SELECT count(*) FROM reveille.value") == "19")
        await store.close()
    }

    @Test("A body that read what another one has changed since is run again, and is counted", .timeLimit(.minutes(1)))
    func conflict() async throws {
        let (first, second) = (try await database.open(), try await database.open())
        try await first.write { try $0.setValue([1], for: "count") }
        let (hasRead, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let runs = RunCount()
        async let slow: Void = first.write { transaction in
            let count = try transaction.value("count")?.first ?? 0
            if runs.add() == 1 {
                hasRead.signal()
                mayGoOn.wait()
            }
            try transaction.setValue([count + 1], for: "count")
        }
        await hasRead.signalled()
        try await second.write { transaction in
            try transaction.setValue([(try transaction.value("count")?.first ?? 0) + 1], for: "count")
        }
        mayGoOn.signal()
        try await slow
        #expect(try await first.read { try $0.value("count") } == [3])
        #expect(runs.count == 2)
        #expect(first.repeatCount == 1)
        await first.close()
        await second.close()
    }

    @Test("Stores of several nodes count together without a gap", .timeLimit(.minutes(2)))
    func counting() async throws {
        let stores = try await [database.open(), database.open(), database.open()]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<150 {
                group.addTask {
                    try await stores[number % 3].write { transaction in
                        let count = try transaction.value("count")?.first ?? 0
                        try transaction.setValue([count + 1], for: "count")
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await stores[0].read { try $0.value("count") } == [150])
        for store in stores { await store.close() }
    }

    @Test("Nobody sees a change number before all smaller ones, whatever node gave them out", .timeLimit(.minutes(2)))
    func ordered() async throws {
        let stores = try await [database.open(), database.open()]
        let done = RunCount()
        async let watched: Int = {
            // A phone that asks for what is new must have seen everything before its cursor.
            var (cursor, seen) = (Int64(0), 0)
            while true {
                let last = done.count > 0
                let since = cursor
                let rows = try await stores[0].read { snapshot in
                    try (
                        snapshot.alarms(of: .sample(1), changedAfter: since, limit: 1000),
                        snapshot.lastChange(of: .sample(1))
                    )
                }
                seen += rows.0.count
                cursor = rows.1
                if last { return seen }
            }
        }()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...300 {
                group.addTask {
                    try await stores[number % 2].write { transaction in
                        _ = try transaction.insert(NewAlarm.sample(number, circle: .sample(77)))
                    }
                }
            }
            try await group.waitForAll()
        }
        done.add()
        #expect(try await watched == 300)
        for store in stores { await store.close() }
    }

    @Test("Two nodes never lease the same delivery, nor wake the same alarm", .timeLimit(.minutes(2)))
    func claims() async throws {
        let stores = try await [database.open(), database.open()]
        try await stores[0].write { transaction in
            for number in 1...400 {
                var alarm = NewAlarm.sample(number)
                alarm.wakeAt = .sample
                let row = try transaction.insert(alarm)
                try transaction.insert(.sample(number, alarm: row.key))
            }
        }
        let (leased, woken) = try await withThrowingTaskGroup(of: ([DeliveryID], [AlarmKey]).self) { group in
            for number in 0..<40 {
                group.addTask {
                    let store = stores[number % 2].alarmPath
                    let leased = try await store.write {
                        try $0.leaseDeliveries(at: .sample, until: .sample + .hours(1), holder: "\(number)", limit: 25)
                    }
                    let woken = try await store.write { try $0.claimWakes(through: .sample, limit: 25) }
                    return (leased.map(\.order.id), woken.map(\.alarm))
                }
            }
            return try await group.reduce(into: ([DeliveryID](), [AlarmKey]())) { all, some in
                all.0 += some.0
                all.1 += some.1
            }
        }
        #expect(leased.count == 400)
        #expect(Set(leased).count == 400)
        #expect(woken.count == 400)
        #expect(Set(woken).count == 400)
        #expect(try database.sql("SELECT DISTINCT state, attempts FROM reveille.delivery") == "leased|1")
        for store in stores { await store.close() }
    }

    @Test("A claim meets nobody, and is serialisable as soon as its body does anything else")
    func claimAlone() async throws {
        let store = try await database.open()
        try await store.write { transaction in
            let row = try transaction.insert(NewAlarm.sample(1))
            try transaction.insert(.sample(1, alarm: row.key))
        }
        let runs = Mutex<[Int]>([])
        let leased = try await store.write { transaction in
            let leased = try transaction.leaseDeliveries(
                at: .sample,
                until: .sample + .hours(1),
                holder: "me",
                limit: 9
            )
            runs.withLock { $0.append(leased.count) }
            try transaction.setValue([1], for: "leased")
            return leased
        }
        #expect(leased.map(\.attempts) == [1])
        #expect(runs.withLock(\.self) == [1, 1])
        #expect(try await store.read { try $0.value("leased") } == [1])
        await store.close()
    }

    @Test("A node's sign of life, by the database's clock, goes with its claim")
    func signOfLife() async throws {
        let store = try await database.open()
        try await store.write { transaction in
            let row = try transaction.insert(NewAlarm.sample(1))
            try transaction.insert(.sample(1, alarm: row.key))
        }
        let runs = RunCount()
        let id = NodeID(high: 1, low: 2)
        for number in 1...2 {
            let leased = try await store.write { transaction in
                runs.add()
                let time = try #require(try transaction.ownTime())
                #expect(try transaction.ownTime() == time)
                if try !transaction.renew(id, at: time) {
                    try transaction.put(RelayNode(id: id, name: "node", startedAt: time, heartbeatAt: time))
                }
                return try transaction.leaseDeliveries(
                    at: .sample + .days(Int64(number)),
                    until: .sample + .days(Int64(number)) + .minutes(1),
                    holder: id.leaseHolder,
                    limit: 9
                )
            }
            #expect(leased.map(\.attempts) == [number])
        }
        #expect(runs.count == 2)
        let node = try #require(try await store.read { try $0.nodes() }.first)
        #expect(node.startedAt <= node.heartbeatAt)
        await store.close()
    }

    @Test("Alarms of different persons are numbered side by side, and no two have a key", .timeLimit(.minutes(2)))
    func strangers() async throws {
        let stores = try await [database.open(), database.open()]
        let rows = try await withThrowingTaskGroup(of: AlarmRow.self) { group in
            for number in 1...400 {
                group.addTask {
                    try await stores[number % 2].write { transaction in
                        try transaction.insert(
                            NewAlarm.sample(
                                number,
                                circle: .sample(number),
                                from: .sample(2 * number),
                                to: .sample(2 * number + 1)
                            )
                        )
                    }
                }
            }
            return try await group.reduce(into: [AlarmRow]()) { $0.append($1) }
        }
        #expect(Set(rows.map(\.key)).count == 400)
        #expect(rows.allSatisfy { $0.change == 1 })
        #expect(try database.sql("SELECT count(*), max(change) FROM reveille.last_change") == "800|1")
        for store in stores { await store.close() }
    }
}

/// Counts commits and the writes in them.
private final class CommitCount: CommitObserver {
    private let counts = Mutex((commits: 0, writes: 0))

    var commits: Int { counts.withLock(\.commits) }
    var writes: Int { counts.withLock(\.writes) }

    func committed(writes: Int, in duration: Duration) {
        counts.withLock { $0 = ($0.commits + 1, $0.writes + writes) }
    }

    func commitFailed() {}
}
