import AlarmCore
import Storage

extension StoreConformance {
    static let relay = [
        Check("The answer to a request is kept by device and identifier, and given once") { store in
            try await store.write { try $0.insert(Replay.sample(1)) }
            try await store.read { snapshot in
                let jti = Replay.sample(1).jti
                try expect(snapshot.replay(of: .sample(1), jti: jti), is: .sample(1), "the answer")
                try expect(snapshot.replay(of: .sample(2), jti: jti), is: nil, "another device's")
                try expect(snapshot.replay(of: .sample(1), jti: [1]), is: nil, "another request's")
                try expect(snapshot.replayCount(of: .sample(1), limit: 9), is: 1, "the number of answers")
                try expect(snapshot.replayCount(of: .sample(2), limit: 9), is: 0, "another device's number")
                try expect(snapshot.replayCount(of: .sample(1), limit: 0), is: 0, "no more than asked for")
            }
            try await expectRefusal("a second answer", by: store, as: \.isDuplicate) { try $0.insert(Replay.sample(1)) }
        },
        Check("A value is kept, replaced and forgotten") { store in
            for value in [[1, 2], [], nil, nil, [3]] as [[UInt8]?] {
                try await store.write { try $0.setValue(value, for: "key") }
                try expect(try await store.read { try $0.value("key") }, is: value, "the value")
            }
            try expect(try await store.read { try $0.value("other") }, is: nil, "another key")
        },
    ]

    static let purging = [
        Check("A purge forgets replays that expired, and no others") { store in
            try await store.write { transaction in
                for (number, seconds) in [(1, -1), (2, 0), (3, 1)] as [(Int, Int64)] {
                    try transaction.insert(Replay.sample(number, expiresAt: .sample + .seconds(seconds)))
                }
            }
            try expect(try await purge(in: store), is: 1, "rows that went")
            try await store.read { snapshot in
                for number in 1...3 {
                    let replay = try snapshot.replay(of: .sample(1), jti: Replay.sample(number).jti)
                    try expect((replay != nil), is: number > 1, "replay \(number)")
                }
            }
        },
        Check("A purge is not held up by replays of a time when the clock was far ahead") { store in
            try await store.write { transaction in
                for number in 1...8 {
                    let end: Span = number <= 6 ? .days(365) : -.seconds(1)
                    try transaction.insert(Replay.sample(number, expiresAt: .sample + end))
                }
            }
            try expect(try await purge(in: store, limit: 2), is: 2, "rows that went")
        },
        Check("A purge forgets enrolment codes and values once their end has passed, no value without one") { store in
            try await store.write { transaction in
                for (number, seconds) in [(1, -1), (2, 0), (3, 1)] as [(UInt8, Int64)] {
                    let end = Instant.sample + .seconds(seconds)
                    try transaction.put(Enrolment(lookup: [number], expiresAt: end))
                    try transaction.setValue([number], for: "value \(number)", until: end)
                }
                try transaction.setValue([4], for: "value 4", until: .sample - .days(1))
                try transaction.setValue([4], for: "value 4")
            }
            try expect(try await purge(in: store), is: 2, "rows that went")
            try await store.read { snapshot in
                for number in 1...3 as ClosedRange<UInt8> {
                    try expect(snapshot.enrolment([number]) != nil, is: number > 1, "enrolment \(number)")
                }
                for number in 1...4 as ClosedRange<UInt8> {
                    let value = try snapshot.value("value \(number)")
                    try expect(value, is: number > 1 ? [number] : nil, "value \(number)")
                }
            }
        },
        Check("A purge forgets invites once their locator has rested, live or not") { store in
            let rested = Instant.sample - Invite.locatorRest
            try await store.write { transaction in
                try transaction.insert(Invite.sample(1, expiresAt: rested - .milliseconds(1)))
                try transaction.insert(Invite.sample(2, expiresAt: rested - .milliseconds(1), state: .active))
                try transaction.insert(Invite.sample(3, locator: "FGHJK", expiresAt: rested, state: .burned))
            }
            try expect(try await purge(in: store), is: 2, "rows that went")
            try await store.read { snapshot in
                try expect(snapshot.invite(.sample(1)), is: nil, "an expired one")
                try expect(snapshot.invite(locator: "ABCDE"), is: nil, "its locator")
                try expect(snapshot.invite(.sample(3)) != nil, "one that still rests is gone")
            }
        },
        Check("A purge forgets ended alarms with all that hangs on them, and no living ones") { store in
            let keys = try await store.write { transaction in
                try (1...3).map { number in
                    var row = try transaction.insert(NewAlarm.sample(number))
                    try transaction.insert(.sample(number, alarm: row.key))
                    try transaction.append(RecordLine(alarm: row.key, at: .sample, event: AlarmEvent(.accepted)))
                    try transaction.setWake(of: row.key, at: .sample)
                    row.alarm = .sample(number, state: number == 2 ? .ringing : .acknowledged)
                    row.changedAt = number == 3 ? .sample : .sample - .milliseconds(1)
                    try transaction.update(&row)
                    return row.key
                }
            }
            try expect(try await purge(in: store), is: 1, "rows that went")
            try await store.read { snapshot in
                try expect(snapshot.alarm(.sample(1)), is: nil, "the alarm by name")
                try expect(snapshot.alarm(key: keys[0]), is: nil, "the alarm by key")
                try expect(snapshot.record(of: keys[0]), is: [], "its record")
                try expect(snapshot.delivery(.sample(1), of: keys[0]), is: nil, "its delivery")
                try expect(snapshot.deliveries(of: keys[0]), is: [], "its deliveries")
                try expect(
                    snapshot.wakes(through: .sample, limit: 9).map(\.alarm),
                    is: [keys[1], keys[2]],
                    "the wakes"
                )
                for key in keys.dropFirst() {
                    try expect(snapshot.alarm(key: key) != nil, "alarm \(key.number) is gone")
                    try expect(snapshot.record(of: key).count, is: 1, "a record's lines")
                    try expect(snapshot.deliveries(of: key).count, is: 1, "an alarm's deliveries")
                }
            }
        },
        Check("A purge takes at most the limit of each kind, the oldest first, and the rest the next time") { store in
            try await store.write { transaction in
                for number in 1...5 {
                    let age = Span.days(Int64(10 - number))
                    try transaction.insert(Replay.sample(number, expiresAt: .sample - age))
                    try transaction.put(Enrolment(lookup: [UInt8(number)], expiresAt: .sample - age))
                    try transaction.setValue([], for: "value \(number)", until: .sample - age)
                    try transaction.insert(Invite.sample(number, expiresAt: .sample - age))
                    var row = try transaction.insert(NewAlarm.sample(number))
                    row.alarm = .sample(number, state: .missed)
                    row.changedAt = .sample - age
                    try transaction.update(&row)
                }
            }
            try expect(try await purge(in: store, limit: 2), is: 10, "the first time")
            let left = try await store.read { snapshot in try (1...5).filter { try snapshot.alarm(.sample($0)) != nil }
            }
            try expect(left, is: [3, 4, 5], "alarms that are left")
            try expect(try await purge(in: store, limit: 2), is: 10, "the second time")
            try expect(try await purge(in: store, limit: 2), is: 5, "the third time")
            try expect(try await purge(in: store, limit: 2), is: 0, "when nothing is left")
        },
    ]

    private static func purge(in store: any Store, limit: Int = 100) async throws -> Int {
        try await store.write { try $0.purge(at: .sample, endedBefore: .sample, limit: limit) }
    }
}
