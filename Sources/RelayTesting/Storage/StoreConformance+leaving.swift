import AlarmCore
import Storage

extension StoreConformance {
    static let leaving = [
        Check("A person who is forgotten leaves no row of their own, and no word in an alarm that others share") {
            store in
            let pair = Pair.sample(7)
            let circles: [CircleID] = [pair.id, .sample(8), CircleID(own: .sample(1))]
            let keys = try await store.write { transaction in
                for number in 1...3 {
                    try transaction.insert(Device.sample(number, person: .sample(number == 3 ? 2 : 1)))
                    try transaction.insert(Replay.sample(1, device: .sample(number)))
                }
                try transaction.insert(Invite.sample(1, inviter: .sample(1), state: .active))
                var claimed = Invite.sample(2, locator: "FGHJK", inviter: .sample(3))
                try claimed.claim(by: .sample(2), at: .sample)
                try transaction.insert(claimed)
                try transaction.insert(Invite.sample(3, locator: "LMNPQ", inviter: .sample(3)))
                try transaction.insert(pair, edges: pair.sampleEdges)
                try transaction.put(Document.sample(1))
                try transaction.put(Document.sample(2, owner: .sample(2)))
                let keys = try circles.enumerated().map { number, circle in
                    let receiver: PersonID = number == 2 ? .sample(1) : .sample(2)
                    let row = try transaction.insert(NewAlarm.sample(number + 1, circle: circle, to: receiver))
                    try transaction.insert(.sample(number + 1, alarm: row.key))
                    try transaction.append(RecordLine(alarm: row.key, at: .sample, event: AlarmEvent(.accepted)))
                    try transaction.setWake(of: row.key, at: .sample)
                    return row.key
                }
                let others = NewAlarm.sample(4, circle: .sample(8), from: .sample(2), to: .sample(3))
                _ = try transaction.insert(others)
                return keys
            }
            try expect(try await store.write { try $0.forget(.sample(1)) }, is: 3, "alarms")
            try await store.read { snapshot in
                try expect(snapshot.devices(of: .sample(1)), is: [], "their devices")
                try expect(snapshot.device(.sample(1)), is: nil, "a device")
                try expect(snapshot.devices(of: .sample(2)).count, is: 1, "another's devices")
                for number in 1...3 {
                    let replay = try snapshot.replay(of: .sample(number), jti: Replay.sample(1).jti)
                    try expect(replay != nil, is: number == 3, "the answer to device \(number)")
                    try expect(snapshot.invite(.sample(number)) != nil, is: number == 3, "invite \(number)")
                }
                try expect(snapshot.documents(of: .sample(1)), is: [], "their documents")
                try expect(snapshot.documents(of: .sample(2)).count, is: 1, "another's documents")
                try expect(snapshot.pair(pair.id), is: pair, "the pair")
                for key in keys.prefix(2) {
                    let content = try snapshot.alarm(key: key)?.content
                    try expect(content != nil, "a shared alarm is gone")
                    try expect(content?.message, is: nil, "its words")
                    try expect(content?.timeZone, is: nil, "its zone")
                }
                try expect(snapshot.alarm(key: keys[2]), is: nil, "an alarm of their own")
                try expect(snapshot.record(of: keys[2]), is: [], "its record")
                try expect(snapshot.deliveries(of: keys[2]), is: [], "its deliveries")
                try expect(
                    snapshot.wakes(through: .sample, limit: 9).map(\.alarm),
                    is: Array(keys.prefix(2)),
                    "the wakes"
                )
                let left = try snapshot.alarm(.sample(4))?.content.message
                try expect(left, is: NewAlarm.sample(4).content.message, "the words of others")
                let seen = try snapshot.alarms(of: .sample(2), changedAfter: 0, limit: 9).map(\.alarm.id)
                try expect(seen, is: [.sample(1), .sample(2), .sample(4)], "what the others see")
            }
        },
        Check("Forgetting somebody of whom nothing is kept changes nothing") { store in
            try await store.write { try $0.put(Document.sample(1)) }
            try expect(try await store.write { try $0.forget(.sample(2)) }, is: 0, "alarms")
            try await store.read { try expect($0.documents(of: .sample(1)).count, is: 1, "another's documents") }
        },
        Check("A forgotten person is there again when the body fails") { store in
            try await store.write { transaction in
                try transaction.insert(Device.sample(1))
                try transaction.put(Document.sample(1))
                _ = try transaction.insert(NewAlarm.sample(1, circle: .sample(7)))
            }
            do {
                try await store.write { transaction in
                    _ = try transaction.forget(.sample(1))
                    throw StoreError.failed("on purpose")
                }
            } catch StoreError.failed {}
            try await store.read { snapshot in
                try expect(snapshot.devices(of: .sample(1)).count, is: 1, "devices")
                try expect(snapshot.documents(of: .sample(1)).count, is: 1, "documents")
                try expect(snapshot.alarm(.sample(1))?.content.message != nil, "the words are gone")
            }
        },
    ]
}
