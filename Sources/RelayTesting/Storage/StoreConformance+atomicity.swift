import AlarmCore
import Storage

/// Error by which a transaction's body asks for a rollback.
private struct Rollback: Error {}

extension StoreConformance {
    static let atomicity = [
        Check("A body that throws leaves nothing of what it did") { store in
            let kept = try await store.write { transaction in
                let row = try transaction.insert(NewAlarm.sample(1))
                try transaction.insert(.sample(1, alarm: row.key))
                try transaction.setWake(of: row.key, at: .sample)
                try transaction.insert(Pair.sample(1), edges: Pair.sample(1).sampleEdges)
                try transaction.insert(Device.sample(1))
                try transaction.setValue([1], for: "kept")
                return row
            }
            do {
                try await store.write { transaction in
                    var changed = kept
                    changed.alarm = .sample(1, state: .missed)
                    try transaction.update(&changed)
                    let other = try transaction.insert(NewAlarm.sample(2))
                    try transaction.insert(.sample(2, alarm: other.key))
                    try transaction.append(RecordLine(alarm: kept.key, at: .sample, event: AlarmEvent(.due)))
                    _ = try transaction.claimWakes(through: .sample, limit: 10)
                    try transaction.supersedeAllDeliveries(of: kept.key)
                    try transaction.deleteEdges(of: .sample(1))
                    try transaction.update(Device.sample(1, address: nil))
                    try transaction.insert(Invite.sample(1))
                    try transaction.put(Enrolment(lookup: [1], expiresAt: .sample))
                    try transaction.insert(Replay.sample(1))
                    try transaction.setValue(nil, for: "kept")
                    _ = try transaction.purge(at: .sample + .days(9), endedBefore: .sample + .days(9), limit: 10)
                    throw Rollback()
                }
                throw ConformanceFailure(what: "the body's error was lost", place: #fileID)
            } catch is Rollback {}
            try await store.read { snapshot in
                try expect(snapshot.alarm(.sample(1)), is: kept, "the alarm")
                try expect(snapshot.alarm(.sample(2)) == nil, "an alarm of an undone body")
                try expect(snapshot.record(of: kept.key), is: [], "the record")
                try expect(snapshot.earliestWake(), is: Wake(at: .sample, alarm: kept.key), "the wake")
                try expect(snapshot.delivery(.sample(1), of: kept.key)?.state, is: .pending, "the delivery")
                try expect(
                    snapshot.delivery(.sample(2), of: AlarmKey(kept.key.number + 1)) == nil,
                    "a delivery of an undone body"
                )
                try expect(snapshot.earliestDelivery(), is: .sample, "the delivery's time")
                try expect(snapshot.edge(Pair.sample(1).sampleEdges[0].tokenHash) != nil, "the edge is gone")
                try expect(snapshot.device(.sample(1)), is: .sample(1), "the device")
                try expect(snapshot.invite(.sample(1)) == nil, "an invite of an undone body")
                try expect(snapshot.invite(locator: "ABCDE") == nil, "a locator of an undone body")
                try expect(snapshot.enrolment([1]) == nil, "an enrolment of an undone body")
                try expect(
                    snapshot.replay(of: .sample(1), jti: Replay.sample(1).jti) == nil,
                    "a replay of an undone body"
                )
                try expect(snapshot.value("kept"), is: [1], "the value")
                try expect(snapshot.lastChange(of: .sample(1)), is: kept.change, "the change number")
                try expect(snapshot.liveAlarms(of: .sample(1) as PersonID, limit: 9), is: [kept], "the live alarms")
            }
        },
        Check("Bodies that throw undo themselves and not those that run beside them") { store in
            let outcomes = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 1...60 {
                    group.addTask {
                        do {
                            try await store.write { transaction in
                                try transaction.insert(Device.sample(number))
                                if number.isMultiple(of: 3) { throw Rollback() }
                            }
                            return true
                        } catch is Rollback {
                            return false
                        }
                    }
                }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            try expect(outcomes, is: 40, "bodies that were stored")
            let devices = try await store.read { try $0.devices(of: .sample(1)) }
            try expect(
                devices,
                is: (1...60).filter { !$0.isMultiple(of: 3) }.map { Device.sample($0) },
                "what is stored"
            )
        },
        Check("Bodies run one after another, so that a decision holds until it is stored") { store in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 1...100 {
                    group.addTask {
                        try await store.write { transaction in
                            let count = try transaction.value("count")?.first ?? 0
                            try transaction.setValue([count + 1], for: "count")
                        }
                    }
                }
                try await group.waitForAll()
            }
            try expect(try await store.read { try $0.value("count") }, is: [100], "the count")
        },
        Check("A body sees what it has done itself") { store in
            try await store.write { transaction in
                let row = try transaction.insert(NewAlarm.sample(1))
                try transaction.setWake(of: row.key, at: .sample)
                try expect(transaction.alarm(key: row.key), is: row, "the alarm")
                try expect(transaction.earliestWake()?.alarm, is: row.key, "the wake")
                try expect(transaction.lastChange(of: .sample(1)), is: row.change, "the change number")
            }
        },
        Check("A read after a write sees it") { store in
            for number in 1...20 {
                try await store.write { try $0.insert(Device.sample(number)) }
                let device = try await store.read { try $0.device(.sample(number)) }
                try expect(device != nil, "device \(number) is not there")
            }
        },
        Check("A body whose write was refused has failed, whether the write, a query or the commit says so") { store in
            try await store.write { try $0.insert(Device.sample(1)) }
            let refused: [@Sendable (any Transaction) throws -> Void] = [
                { try $0.insert(Device.sample(1)) },
                { _ = try $0.device(.sample(2)) },
                { try $0.insert(Device.sample(3)) },
            ]
            for count in 1...refused.count {
                try await expectRefusal("after \(count) steps", by: store, as: \.isDuplicate) { transaction in
                    try transaction.insert(Device.sample(2))
                    for step in refused.prefix(count) { try step(transaction) }
                }
            }
            try expect(try await store.read { try $0.devices(of: .sample(1)) }, is: [.sample(1)], "what is stored")
        },
        Check("The first write that is refused says why its body has failed") { store in
            try await expectRefusal("the first", by: store, as: \.isMissing) { transaction in
                try transaction.update(Device.sample(1))
                try transaction.insert(Pair.sample(1), edges: [])
                try transaction.insert(Pair.sample(1), edges: [])
            }
        },
        Check("What a body is about to read may be named, once or twice, and is read as it is") { store in
            let row = try await store.write { transaction in
                try transaction.insert(Device.sample(1))
                return try transaction.insert(NewAlarm.sample(1))
            }
            let ahead: [Prefetch] = [
                .device(.sample(1)), .device(.sample(2)), .devices(of: .sample(1)), .keyedAlarm(row.key),
                .alarm(row.alarm.id), .deliveries(of: row.key), .value("none"),
            ]
            try await store.read { snapshot in
                for _ in 1...2 { try snapshot.prefetch(ahead) }
                try expect(snapshot.device(.sample(1)), is: .sample(1), "a device")
                try expect(snapshot.device(.sample(2)), is: nil, "a device that is not there")
                try expect(snapshot.devices(of: .sample(1)), is: [.sample(1)], "a person's devices")
                try expect(snapshot.alarm(key: row.key), is: row, "an alarm")
                try expect(snapshot.deliveries(of: row.key), is: [], "deliveries")
                try expect(snapshot.value("none"), is: nil, "a value that is not there")
            }
        },
        Check("A body sees its own writes in what was named before") { store in
            let row = try await store.write { transaction in
                try transaction.insert(Device.sample(1))
                return try transaction.insert(NewAlarm.sample(1))
            }
            try await store.write { transaction in
                try transaction.prefetch([
                    .device(.sample(1)), .device(.sample(2)), .devices(of: .sample(1)), .keyedAlarm(row.key),
                    .deliveries(of: row.key), .delivery(.sample(1), of: row.key), .value("key"),
                    .document(.contact, .sample(1)), .documents(.contact, of: .sample(1)),
                ])
                let changed = Device.sample(1, address: nil)
                try transaction.update(changed)
                try transaction.insert(Device.sample(2))
                try transaction.insert(.sample(1, alarm: row.key))
                try transaction.setValue([1], for: "key")
                try transaction.put(Document.sample(1))
                var ended = row
                ended.alarm = .sample(1, state: .missed)
                try transaction.update(&ended)
                try expect(transaction.device(.sample(1)), is: changed, "a device")
                try expect(transaction.devices(of: .sample(1)), is: [changed, .sample(2)], "a person's devices")
                try expect(transaction.alarm(key: row.key), is: ended, "an alarm")
                try expect(transaction.delivery(.sample(1), of: row.key)?.state, is: .pending, "a delivery")
                try expect(transaction.deliveries(of: row.key).count, is: 1, "an alarm's deliveries")
                try expect(transaction.value("key"), is: [1], "a value")
                try expect(transaction.document(.contact, id: .sample(1)), is: .sample(1), "a document")
                try expect(
                    transaction.documents(.contact, of: .sample(1), after: nil, limit: 9),
                    is: [.sample(1)],
                    "a person's documents"
                )
                try transaction.supersedeAllDeliveries(of: row.key)
                try transaction.deleteDocument(.contact, id: .sample(1))
                try expect(transaction.deliveries(of: row.key).map(\.state), is: [.superseded], "a superseded delivery")
                try expect(transaction.delivery(.sample(1), of: row.key)?.state, is: .superseded, "the same by itself")
                try expect(transaction.document(.contact, id: .sample(1)), is: nil, "a deleted document")
            }
        },
    ]

    static let closing = [
        Check("A closed store refuses everything and says so") { store in
            try await store.write { try $0.setValue([1], for: "key") }
            await store.close()
            try await expectClosed("a write") { try await store.write { try $0.setValue([2], for: "key") } }
            try await expectClosed("a read") { _ = try await store.read { try $0.value("key") } }
            try await expectClosed("a scrub") { try await store.scrub() }
            await store.close()
        },
        Check("Scrubbing keeps every row") { store in
            try await store.write { try $0.insert(Device.sample(1)) }
            try await store.scrub()
            try expect(try await store.read { try $0.device(.sample(1)) }, is: .sample(1), "the device")
        },
    ]

    private static func expectClosed(_ what: String, _ call: () async throws -> Void) async throws {
        do {
            try await call()
        } catch StoreError.closed {
            return
        }
        throw ConformanceFailure(what: "\(what) after closing went through", place: #fileID)
    }
}
