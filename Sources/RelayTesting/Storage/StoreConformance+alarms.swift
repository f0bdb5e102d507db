import AlarmCore
import Storage

extension StoreConformance {
    static let alarms = [
        Check("An alarm is found by its name and by its key, whole") { store in
            let row = try await store.write { try $0.insert(NewAlarm.sample(1)) }
            try expect(row.alarm, is: .sample(1), "the alarm returned")
            try expect(row.changedAt, is: row.acceptedAt, "when it changed last")
            try expect(try await store.read { try $0.alarm(.sample(1)) }, is: row, "by name")
            try expect(try await store.read { try $0.alarm(key: row.key) }, is: row, "by key")
            try expect(try await store.read { try $0.alarm(.sample(2)) }, is: nil, "another name")
        },
        Check("Everything that can change of an alarm is kept") { store in
            var row = try await store.write { try $0.insert(NewAlarm.sample(1)) }
            let rule = try RecurrenceRule("FREQ=WEEKLY;BYDAY=MO,FR")
            guard let start = LocalDateTime(year: 2025, month: 11, day: 3, hour: 7, minute: 30) else {
                throw ConformanceFailure(what: "the sample's start", place: #fileID)
            }
            row.alarm = .sample(
                1,
                schedule: .recurring(rule: rule, start: start, zone: "Europe/Paris"),
                due: .sample + .hours(5),
                delay: .minutes(10),
                state: .snoozed,
                revision: 4,
                epoch: 7,
                progress: [
                    DeviceProgress(device: .sample(2), hasReceived: true, isArmed: true, isInformed: true),
                    DeviceProgress(device: .sample(3), hasReceived: true, isRinging: true),
                    DeviceProgress(device: .sample(4), hasReceived: true),
                    DeviceProgress(device: .sample(5), isInformed: true, isRung: true, hasDismissed: true),
                    DeviceProgress(device: .sample(6), hasFailed: true),
                ],
                lastEnd: .acknowledged
            )
            row.content.message = nil
            row.content.sound = "gong"
            row.content.timeZone = nil
            row.content.firstTime = nil
            row.content.digest = []
            row.content.reply = SealedText(stored: "sealed reply")
            row.changedAt = .sample + .hours(2)
            let changed = row
            let stored = try await store.write { transaction in
                var row = changed
                try transaction.update(&row)
                return row
            }
            try expect(stored.change > changed.change, "the change number did not rise")
            row.change = stored.change
            try expect(stored, is: row, "what was returned")
            try expect(try await store.read { try $0.alarm(.sample(1)) }, is: row, "what is stored")
        },
        Check("What devices reported can be replaced by itself, and is no change that devices are told of") { store in
            var row = try await store.write { try $0.insert(NewAlarm.sample(1)) }
            let progress = [DeviceProgress(device: .sample(2), hasReceived: true)]
            try await store.write { [key = row.key] in try $0.updateProgress(of: key, to: progress) }
            row.alarm = row.alarm.reporting(progress)
            try expect(try await store.read { try $0.alarm(.sample(1)) }, is: row, "the alarm")
            try expect(try await store.read { try $0.lastChange(of: .sample(1)) }, is: row.change, "the newest change")
            try await expectRefusal("of an unknown alarm", by: store, as: \.isMissing) {
                try $0.updateProgress(of: AlarmKey(99), to: progress)
            }
        },
        Check("An alarm's name is taken once, and an unknown one cannot be changed") { store in
            let row = try await store.write { try $0.insert(NewAlarm.sample(1)) }
            try await expectRefusal("the name", by: store, as: \.isDuplicate) { _ = try $0.insert(NewAlarm.sample(1)) }
            try expect(try await store.read { try $0.alarm(.sample(1)) }, is: row, "the first one")
            try await expectRefusal("an unknown one", by: store, as: \.isMissing) { transaction in
                var stranger = AlarmRow(.sample(2), key: AlarmKey(99), change: 1)
                try transaction.update(&stranger)
            }
            try await expectRefusal("a line for an unknown one", by: store, as: \.isMissing) { transaction in
                try transaction.append(RecordLine(alarm: AlarmKey(99), at: .sample, event: AlarmEvent(.due)))
            }
        },
        Check("Keys and change numbers ascend and are never given out twice, not even after a purge") { store in
            var seen: [AlarmRow] = []
            for number in 1...5 { seen.append(try await store.write { try $0.insert(NewAlarm.sample(number)) }) }
            let last = seen[4]
            let ended = try await store.write { transaction in
                var row = last
                row.alarm = .sample(5, state: .cancelled)
                try transaction.update(&row)
                return row
            }
            seen.append(ended)
            let gone = try await store.write { try $0.purge(at: .sample, endedBefore: .sample + .days(1), limit: 10) }
            try expect(gone, is: 1, "purged alarms")
            let next = try await store.write { try $0.insert(NewAlarm.sample(6)) }
            try expect(next.key > last.key, "a key came back")
            seen.append(next)
            let changes = seen.map(\.change)
            try expect(zip(changes, changes.dropFirst()).allSatisfy(<), "change numbers do not ascend: \(changes)")
            try expect(changes[0] > 0, "0 is before every change")
            try expect(try await store.read { try $0.lastChange(of: .sample(1)) }, is: next.change, "the newest change")
        },
        Check("A record's lines come in the order in which they were added") { store in
            let row = try await store.write { try $0.insert(NewAlarm.sample(1)) }
            let other = try await store.write { try $0.insert(NewAlarm.sample(2)) }
            let lines = [
                RecordLine(alarm: row.key, at: .sample + .seconds(2), event: AlarmEvent(.accepted)),
                RecordLine(alarm: row.key, at: .sample + .seconds(1), event: AlarmEvent(.armed, device: .sample(2))),
                RecordLine(alarm: row.key, at: .sample + .seconds(1), event: AlarmEvent(.deliveryRefused)),
            ]
            for line in lines { try await store.write { try $0.append(line) } }
            try expect(try await store.read { try $0.record(of: row.key) }, is: lines, "the record")
            try expect(try await store.read { try $0.record(of: other.key) }, is: [], "another alarm's record")
        },
        Check("The words of a pair's alarms are blanked, ended ones included, and nobody else's") { store in
            let rows = try await store.write { transaction in
                var rows = try [
                    transaction.insert(NewAlarm.sample(1)),
                    transaction.insert(NewAlarm.sample(2)),
                    transaction.insert(NewAlarm.sample(3, circle: .sample(2))),
                ]
                rows[1].alarm = .sample(2, state: .acknowledged)
                rows[1].content.reply = SealedText(stored: "sealed reply")
                try transaction.update(&rows[1])
                try transaction.blankContents(of: .sample(1))
                return rows
            }
            var blanked = rows
            for index in 0...1 {
                blanked[index].content.message = nil
                blanked[index].content.reply = nil
            }
            for row in blanked {
                try expect(try await store.read { try $0.alarm(key: row.key) }, is: row, "alarm \(row.key.number)")
            }
        },
    ]
}
