import AlarmCore
import Dispatch
import RelayTesting
import Storage
import Testing

@testable import StoragePostgres

@Suite("The alarm path on a PostgreSQL store", .timeLimit(.minutes(2)))
struct AlarmPathTests {
    private let database: TestDatabase

    init() throws {
        database = try TestDatabase()
    }

    private func openTwo() async throws -> (PostgresStore, PostgresStore) {
        let stores = try await (database.open(), database.open())
        try await stores.0.write { transaction in
            for number in 1...2 {
                var alarm = NewAlarm.sample(
                    number,
                    circle: .sample(number),
                    from: .sample(2 * number),
                    to: .sample(2 * number + 1)
                )
                alarm.wakeAt = .sample
                _ = try transaction.insert(alarm)
            }
        }
        return stores
    }

    /// A body that claims one wake, waits, and writes down what it found.
    private static func wake(
        _ hasRead: DispatchSemaphore,
        _ mayGoOn: DispatchSemaphore
    ) -> @Sendable (any Transaction) throws -> Int {
        { transaction in
            for wake in try transaction.claimWakes(through: .sample, limit: 1) {
                guard var row = try transaction.alarm(key: wake.alarm) else { continue }
                try transaction.update(&row)
            }
            let devices = try transaction.devices(of: .sample(3)).count
            hasRead.signal()
            mayGoOn.wait()
            try transaction.setValue([UInt8(devices)], for: "devices when it was decided")
            return devices
        }
    }

    @Test("A device that comes while a wake is decided sees the decision, which was made without it")
    func turns() async throws {
        let (first, second) = try await openTwo()
        let (hasRead, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        async let woken = first.alarmPath.write(Self.wake(hasRead, mayGoOn))
        await hasRead.signalled()
        let runs = RunCount()
        async let seen = second.write { transaction in
            runs.add()
            try transaction.insert(Device.sample(1, person: .sample(3)))
            return try transaction.value("devices when it was decided")
        }
        // The body runs once in vain, learns that it changes settings, and waits for its turn.
        try await waitUntil { try database.sql("SELECT count(*) FROM pg_locks WHERE NOT granted") == "1" }
        #expect(runs.count == 2)
        mayGoOn.signal()
        #expect(try await woken == 0)
        #expect(try await seen == [0])
        #expect(first.repeatCount + second.repeatCount == 0)
        await first.close()
        await second.close()
    }

    @Test("Wakes of two nodes, and alarms that are accepted meanwhile, run side by side")
    func sideBySide() async throws {
        let (first, second) = try await openTwo()
        let (hasRead, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        async let woken = first.alarmPath.write(Self.wake(hasRead, mayGoOn))
        await hasRead.signalled()
        let others = try await second.alarmPath.write { transaction in
            for wake in try transaction.claimWakes(through: .sample, limit: 9) {
                guard var row = try transaction.alarm(key: wake.alarm) else { continue }
                try transaction.update(&row)
                try transaction.put(Document.sample(Int(row.change)))
            }
            return try transaction.devices(of: .sample(3)).count
        }
        try await second.write { transaction in
            let alarm = NewAlarm.sample(9, circle: .sample(9), from: .sample(18), to: .sample(19))
            _ = try transaction.insert(alarm)
        }
        mayGoOn.signal()
        #expect(try await woken == others)
        #expect(first.repeatCount + second.repeatCount == 0)
        await first.close()
        await second.close()
    }

    @Test("A wake and an answer that concern the same alarm never both count with what was before")
    func sameAlarm() async throws {
        let (first, second) = try await openTwo()
        let (hasRead, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let answers = RunCount()
        async let woken = first.alarmPath.write(Self.wake(hasRead, mayGoOn))
        await hasRead.signalled()
        async let answered: [UInt8]? = second.write { transaction in
            answers.add()
            guard var row = try transaction.alarm(.sample(1)) else { return nil }
            let value = try transaction.value("devices when it was decided")
            try transaction.update(&row)
            return value
        }
        try await waitUntil { try database.sql("SELECT count(*) FROM pg_locks WHERE NOT granted") == "1" }
        mayGoOn.signal()
        _ = try await woken
        #expect(try await answered == [0], "it was run again, after the wake")
        #expect(answers.count == 2)
        await first.close()
        await second.close()
    }

    /// Waits until a condition holds; the suite's limit ends it otherwise.
    private func waitUntil(_ condition: () throws -> Bool) async throws {
        while try !condition() { try await Task.sleep(for: .milliseconds(20)) }
    }
}
