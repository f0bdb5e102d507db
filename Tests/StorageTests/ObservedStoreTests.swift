import AlarmCore
import RelayTesting
import Storage
import Testing

@Suite("The stores for tests that stand for one across a network")
struct ObservedStoreTests {
    @Test("One that finds refusals out late keeps every promise of a store", arguments: StoreConformance.checks)
    func late(_ check: StoreConformance.Check) async throws {
        try await check.run(LateErrorStore())
    }

    @Test("One that counts its round trips keeps every promise of a store", arguments: StoreConformance.checks)
    func counting(_ check: StoreConformance.Check) async throws {
        try await check.run(RoundTripStore())
    }

    @Test("A refused write of a late store surfaces at the next query, at every later one, and at the commit")
    func refused() async throws {
        let store = LateErrorStore()
        try await store.write { try $0.insert(Device.sample(1)) }
        await #expect(throws: StoreError.duplicate("device \(DeviceID.sample(1))")) {
            try await store.write { transaction in
                try transaction.insert(Device.sample(2))
                try transaction.insert(Device.sample(1))
                for _ in 1...2 {
                    #expect(throws: StoreError.self) { try transaction.device(.sample(2)) }
                }
            }
        }
        #expect(try await store.read { try $0.device(.sample(2)) } == nil)
    }

    @Test("An alarm that a late store refuses has numbers all the same until the next query")
    func refusedAlarm() async throws {
        let store = LateErrorStore()
        _ = try await store.write { try $0.insert(NewAlarm.sample(1)) }
        await #expect(throws: StoreError.self) {
            try await store.write { transaction in
                let row = try transaction.insert(NewAlarm.sample(1))
                try transaction.setWake(of: row.key, at: .sample)
                try transaction.append(RecordLine(alarm: row.key, at: .sample, event: AlarmEvent(.accepted)))
            }
        }
    }

    @Test("What was read ahead, read before or written costs nothing; what is new costs a round trip")
    func counted() async throws {
        let store = RoundTripStore()
        let trips = try await store.roundTrips {
            try await store.write { transaction in
                try transaction.insert(Device.sample(1))
                _ = try transaction.device(.sample(1))
                try transaction.prefetch([.value("a"), .value("b"), .pair(.sample(1))])
                try transaction.prefetch([.value("b")])
                _ = try transaction.value("a")
                _ = try transaction.pair(.sample(1))
                _ = try transaction.value("c")
                _ = try transaction.devices(of: .sample(1))
                _ = try transaction.devices(of: .sample(1))
            }
        }
        #expect(trips.count == 4, "\(trips)")
    }

    @Test("A query for a list answers those for each of its rows, and one for a row not those for a list")
    func lists() async throws {
        let store = RoundTripStore()
        try await store.write { transaction in
            for number in 1...3 { try transaction.put(Document.sample(number, circle: .sample(1))) }
        }
        let trips = try await store.roundTrips {
            try await store.read { snapshot in
                _ = try snapshot.documents(.contact, in: .sample(1), after: nil, limit: .max)
                for number in 1...3 { _ = try snapshot.document(.contact, id: .sample(number)) }
                _ = try snapshot.documents(.contact, of: .sample(1), after: nil, limit: .max)
            }
        }
        #expect(trips.count == 2, "\(trips)")
    }
}
