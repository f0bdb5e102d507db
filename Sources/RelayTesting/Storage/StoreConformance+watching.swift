import AlarmCore
import Storage

extension StoreConformance {
    static let watching = [
        Check("When the relay was blind is kept, and told newest first") { store in
            let intervals = BlindInterval.Cause.allCases.enumerated().map { index, cause in
                BlindInterval(
                    from: .sample + .minutes(Int64(index)),
                    until: .sample + .minutes(cause == .clockBack ? -60 : Int64(index) + 1),
                    cause: cause
                )
            }
            for interval in intervals { try await store.write { try $0.insert(interval) } }
            try await store.read { snapshot in
                try expect(snapshot.blindIntervals(limit: 99), is: intervals.reversed(), "all of them")
                try expect(snapshot.blindIntervals(limit: 2), is: Array(intervals.reversed().prefix(2)), "two")
                try expect(snapshot.blindIntervals(limit: 0), is: [], "none")
            }
        },
        Check("Old records of when the relay was blind are forgotten, and those beyond the newest few") { store in
            try await store.write { transaction in
                for minute in 1...10 as ClosedRange<Int64> {
                    let from = Instant.sample + .minutes(minute)
                    try transaction.insert(BlindInterval(from: from, until: from + .seconds(1), cause: .ended))
                }
            }
            func minutes() async throws -> [Int64] {
                try await store.read {
                    try $0.blindIntervals(limit: 99).map { ($0.from - .sample).milliseconds / 60_000 }
                }
            }
            let third = Instant.sample + .minutes(3)
            try await store.write { try $0.forgetBlindIntervals(endedBefore: third, keeping: 100) }
            try expect(try await minutes(), is: [10, 9, 8, 7, 6, 5, 4, 3], "those that are not old")
            try await store.write { try $0.forgetBlindIntervals(endedBefore: .sample, keeping: 2) }
            try expect(try await minutes(), is: [10, 9], "the newest two")
            try await store.write { try $0.forgetBlindIntervals(endedBefore: .sample, keeping: 0) }
            try expect(try await minutes(), is: [], "none")
        },
        Check("Expired leases are counted among the first to be taken; pending and held ones are not") { store in
            try await store.write { transaction in
                let key = try transaction.insert(NewAlarm.sample(1)).key
                for number in 1...6 { try transaction.insert(.sample(number, alarm: key)) }
                _ = try transaction.leaseDeliveries(
                    at: .sample,
                    until: .sample + .seconds(10),
                    holder: "a",
                    limit: 3
                )
                _ = try transaction.leaseDeliveries(
                    at: .sample,
                    until: .sample + .seconds(60),
                    holder: "a",
                    limit: 1
                )
            }
            try await store.read { snapshot in
                try expect(snapshot.expiredLeases(at: .sample + .seconds(9), limit: 99), is: 0, "before the end")
                try expect(snapshot.expiredLeases(at: .sample + .seconds(10), limit: 99), is: 3, "after the end")
                try expect(snapshot.expiredLeases(at: .sample + .seconds(60), limit: 99), is: 4, "after all ends")
                try expect(snapshot.expiredLeases(at: .sample + .seconds(60), limit: 3), is: 1, "among three")
                try expect(snapshot.expiredLeases(at: .sample + .seconds(60), limit: 0), is: 0, "among none")
            }
        },
        Check("Every wake counts, and none that was taken away") { store in
            let keys = try await insertAlarms(3, into: store)
            try expect(try await store.read { try $0.wakeCount() }, is: 0, "before any")
            try await store.write { transaction in
                for key in keys { try transaction.setWake(of: key, at: .sample) }
                try transaction.setWake(of: keys[0], at: .sample + .days(1))
            }
            try expect(try await store.read { try $0.wakeCount() }, is: 3, "three")
            _ = try await store.write { try $0.claimWakes(through: .sample, limit: 9) }
            try expect(try await store.read { try $0.wakeCount() }, is: 1, "what was not claimed")
        },
        Check("What the store holds is counted: people, what waits, and since when") { store in
            try expect(
                try await store.read { try $0.counts(at: .sample, silentAfter: 2) },
                is: StoreCounts(),
                "nothing"
            )
            let later = Instant.sample + .hours(1)
            try await store.write { transaction in
                for number in 1...3 {
                    var device = Device.sample(number, person: .sample(number / 2))
                    device.unanswered = number
                    if number == 3 { device.move(to: .webPush, at: .sample) }
                    try transaction.insert(device)
                }
                var revoked = Pair.sample(2)
                revoked.revoke(at: .sample)
                try transaction.insert(Pair.sample(1), edges: [])
                try transaction.insert(revoked, edges: [])
                for number in 1...2 { try transaction.put(Document.sample(number)) }
                try transaction.put(Document.sample(3, kind: .watch))
                let key = try transaction.insert(NewAlarm.sample(1)).key
                try transaction.setWake(of: key, at: later)
                let mail = Destination.contact(.sample(1), .email)
                try transaction.insert(.sample(1, alarm: key))
                try transaction.insert(.sample(2, alarm: key, notBefore: later))
                try transaction.insert(.sample(3, alarm: key, destination: .device(.sample(3))))
                try transaction.insert(
                    .sample(4, alarm: key, destination: mail, createdAt: later, notBefore: later)
                )
                try transaction.insert(.sample(5, alarm: key, destination: mail))
                try transaction.insert(.sample(6, alarm: key, destination: mail, state: .accepted))
            }
            var expected = StoreCounts()
            expected.people = 2
            expected.devices = 3
            expected.silentDevices = 2
            expected.pairs = 1
            expected.wakes = 1
            expected.documents = [.contact: 2, .watch: 1]
            expected.pushes = [.apns: 1, .webPush: 1]
            expected.letters = [.email: StoreCounts.Letters(count: 1, oldest: .sample)]
            expected.nextDelivery = later
            try expect(try await store.read { try $0.counts(at: .sample, silentAfter: 2) }, is: expected, "all of it")
            expected.letters = [.email: StoreCounts.Letters(count: 2, oldest: .sample)]
            expected.nextDelivery = nil
            expected.pushes = [.apns: 2, .webPush: 1]
            try expect(try await store.read { try $0.counts(at: later, silentAfter: 2) }, is: expected, "an hour later")
        },
        Check("A record of blindness that is taken back is not kept") { store in
            let interval = BlindInterval(from: .sample, until: .sample + .hours(1), cause: .stopped)
            do {
                try await store.write { transaction in
                    try transaction.insert(interval)
                    throw StoreError.failed("on purpose")
                }
            } catch StoreError.failed {}
            try expect(try await store.read { try $0.blindIntervals(limit: 9) }, is: [], "the records")
        },
    ]
}
