import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("Changing an alarm")
struct ChangeTests {
    private let fixture: EngineFixture
    private let couple: PairedDevices
    private let id: AlarmID

    init() async throws {
        fixture = try EngineFixture()
        couple = try await fixture.couple()
        id = try await fixture.setAlarm(couple, in: .minutes(30))
        try await fixture.catchUp()
        fixture.channel.forget()
    }

    @discardableResult
    private func change(_ change: AlarmChange, by device: Device? = nil) async throws -> AlarmAccepted {
        let (id, device) = (id, device ?? couple.ana)
        return try await fixture.ask { try $0.alarms.change(id, change, by: device) }
    }

    @Test("Another time is another revision, handed off anew, and rings then and not before")
    func time() async throws {
        let due = fixture.now + .hours(3)
        let accepted = try await change(AlarmChange(time: AlarmTime(due), message: .sample(bytes: 500)))
        #expect((accepted.time, accepted.revision, accepted.state) == (due, 2, .scheduled))
        try await fixture.pass(until: due - .milliseconds(1))
        #expect(fixture.channel.stages.allSatisfy { $0 == .handoff })
        #expect(fixture.channel.alarms.allSatisfy { $0.time == due && $0.revision == 2 })
        #expect(fixture.channel.alarms.first?.message == .sample(bytes: 500))
        fixture.channel.forget()
        try await fixture.pass(.milliseconds(1))
        #expect(fixture.channel.stages == [.ring])
    }

    @Test("A changed time needs the message sealed anew, since that repeats the time")
    func needsMessage() async throws {
        let changes = [
            AlarmChange(time: AlarmTime(fixture.now + .hours(3))),
            AlarmChange(timeZone: "Asia/Tokyo"),
            AlarmChange(timeZone: "Asia/Tokyo", rule: .set(try RecurrenceRule("FREQ=DAILY"))),
        ]
        let before = try await fixture.row(id)
        for other in changes {
            let problem = try await expectProblem(.malformed) { try await change(other) }
            #expect(problem.pointer == "/message")
        }
        #expect(try await fixture.row(id) == before)
    }

    @Test("A changed message, sound or TTL leaves the time alone")
    func words() async throws {
        let due = try await fixture.row(id).alarm.due
        try await change(AlarmChange(message: .sample(bytes: 600)))
        try await change(AlarmChange(sound: "gong"))
        let accepted = try await change(AlarmChange(ttl: .minutes(1)))
        #expect((accepted.time, accepted.revision) == (due, 4))
        let row = try await fixture.row(id)
        #expect(row.content.message == .sample(bytes: 600))
        #expect(row.content.sound == "gong")
        #expect(row.alarm.ttl == .minutes(1))
        try await fixture.catchUp()
        #expect(fixture.channel.alarms.map(\.revision) == [4], "what was handed off for revisions 2 and 3 is void")
    }

    @Test("A rule can be given and taken away")
    func rule() async throws {
        let rule = try RecurrenceRule("FREQ=DAILY")
        let repeated = try await change(
            AlarmChange(
                time: AlarmTime("2027-02-01T08:00:00"),
                message: .sample(),
                timeZone: "Europe/Berlin",
                rule: .set(rule)
            )
        )
        #expect(repeated.time.iso8601 == "2027-02-01T07:00:00Z")
        #expect(repeated.nextTimes.count == 4)
        #expect(try await fixture.view(id, for: couple.ana).rule == rule)
        let single = try await change(AlarmChange(message: .sample(), rule: .remove))
        #expect(single.time == repeated.time)
        #expect(single.nextTimes.isEmpty)
        #expect(try await fixture.view(id, for: couple.ana).rule == nil)
    }

    @Test("A change to an unacceptable request is refused")
    func refused() async throws {
        let before = try await fixture.row(id)
        try await expectProblem(.timeInPast) {
            try await change(AlarmChange(time: AlarmTime(fixture.now - .hours(1)), message: .sample()))
        }
        try await expectProblem(.messageTooLarge) { try await change(AlarmChange(message: .sample(bytes: 4000))) }
        try await expectProblem(.unknownZone) {
            try await change(AlarmChange(message: .sample(), timeZone: "Mars/Olympus"))
        }
        #expect(try await fixture.row(id) == before)
    }

    @Test("Only its sender may change it; to a stranger there is no such alarm")
    func others() async throws {
        let stranger = try await fixture.register()
        for device in [couple.ben, stranger] {
            try await expectProblem(.notFound) { try await change(AlarmChange(sound: "gong"), by: device) }
        }
    }

    @Test("An alarm that has ended cannot change")
    func ended() async throws {
        try await fixture.cancel(id, by: couple.ben)
        let problem = try await expectProblem(.conflict) { try await change(AlarmChange(sound: "gong")) }
        #expect(problem.detail.contains("cancelled"))
    }

    @Test("Another sound for an alarm that was due does not make it missed: it needs another time")
    func begun() async throws {
        try await fixture.pass(.minutes(31))
        try await fixture.report(.snoozed, of: id, from: couple.ben, until: fixture.now + .hours(1))
        try await fixture.pass(.minutes(20))
        try await expectProblem(.conflict) { try await change(AlarmChange(sound: "gong")) }
        #expect(try await fixture.state(id) == .snoozed)
        let due = fixture.now + .hours(1)
        try await change(AlarmChange(time: AlarmTime(due), message: .sample()))
        #expect(try await fixture.state(id) == .scheduled)
    }

    @Test("A report on the previous revision changes nothing, and the response names the new one")
    func staleReceipt() async throws {
        try await change(AlarmChange(sound: "gong"))
        let before = try await fixture.row(id)
        let record = try await fixture.record(id)
        let answer = try await fixture.report(.dismissed, of: id, from: couple.ben, revision: 1)
        #expect((answer.revision, answer.state) == (2, .scheduled))
        #expect(try await fixture.row(id) == before)
        #expect(try await fixture.record(id) == record)
    }
}
