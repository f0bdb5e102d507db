import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("An accepted alarm that repeats")
struct RepeatTests {
    /// 2025-11-01 is a Saturday.
    private func fixture(at clock: String = "2025-11-01T00:00:00Z") async throws -> (EngineFixture, PairedDevices) {
        let fixture = try EngineFixture(clock: TestClock(at: Instant(iso8601: clock)))
        return (fixture, try await fixture.couple())
    }

    @Test("It is due first at the first time by the rule, and the next ones are told for the user to check")
    func firstTimes() async throws {
        let (fixture, couple) = try await fixture()
        let request = try fixture.request(
            couple,
            at: AlarmTime("2025-11-05T07:00:00"),
            timeZone: "Europe/Berlin",
            repeat: "FREQ=WEEKLY;BYDAY=MO,TU"
        )
        let accepted = try await fixture.accept(request, from: couple.ana)
        #expect(accepted.time.iso8601 == "2025-11-10T06:00:00Z", "a Wednesday is no Monday")
        #expect(
            accepted.nextTimes.map(\.iso8601) == [
                "2025-11-10T06:00:00Z", "2025-11-11T06:00:00Z", "2025-11-17T06:00:00Z", "2025-11-18T06:00:00Z",
            ]
        )
    }

    @Test("It follows the zone's clocks over a change to summer time")
    func summerTime() async throws {
        let (fixture, couple) = try await fixture(at: "2026-03-28T00:00:00Z")
        let id = try await fixture.setAlarm(couple, from: "2026-03-28T02:30:00", repeat: "FREQ=DAILY")
        var times: [String] = []
        for _ in 1...3 {
            times.append(try await fixture.row(id).alarm.due.iso8601)
            try await fixture.pass(until: fixture.row(id).alarm.due)
            try await fixture.report(.acknowledged, of: id, from: couple.ben)
        }
        #expect(times == ["2026-03-28T01:30:00Z", "2026-03-29T01:30:00Z", "2026-03-30T00:30:00Z"])
    }

    @Test("Its pushes tell the time of the occurrence and the first time, which the sealed words repeat")
    func firstTime() async throws {
        let (fixture, couple) = try await fixture()
        let id = try await fixture.setAlarm(couple, from: "2025-11-02T08:00:00", repeat: "FREQ=DAILY")
        try await fixture.pass(until: fixture.row(id).alarm.due)
        try await fixture.report(.acknowledged, of: id, from: couple.ben)
        try await fixture.catchUp()
        let handoff = try #require(fixture.channel.alarms.last { $0.stage == .handoff })
        #expect(handoff.time.iso8601 == "2025-11-03T07:00:00Z")
        #expect(handoff.firstTime?.iso8601 == "2025-11-02T07:00:00Z")
        #expect(handoff.revision == 2)
    }

    @Test("A start long past is no obstacle: it rings from now on")
    func pastStart() async throws {
        let (fixture, couple) = try await fixture()
        let id = try await fixture.setAlarm(couple, from: "2020-01-01T08:00:00", repeat: "FREQ=DAILY")
        #expect(try await fixture.row(id).alarm.due.iso8601 == "2025-11-01T07:00:00Z")
    }

    @Test("An occurrence up to 60 s past rings at once")
    func justPast() async throws {
        let (fixture, couple) = try await fixture(at: "2025-11-01T07:00:59Z")
        let id = try await fixture.setAlarm(couple, from: "2025-10-01T08:00:00", repeat: "FREQ=DAILY")
        #expect(try await fixture.row(id).alarm.due.iso8601 == "2025-11-01T07:00:00Z")
        #expect(try await fixture.state(id) == .ringing)
    }

    @Test("A rule that is over, and one that never comes, are refused")
    func nothingToCome() async throws {
        let (fixture, couple) = try await fixture()
        let over = try await expectProblem(.pastEnd) {
            try await fixture.setAlarm(couple, from: "2020-01-01T08:00:00", repeat: "FREQ=DAILY;COUNT=3")
        }
        #expect(over.pointer == "/repeat")
        let never = try await expectProblem(.badRepeat) {
            try await fixture.setAlarm(
                couple,
                from: "2026-01-01T08:00:00",
                repeat: "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"
            )
        }
        #expect(never.pointer == "/repeat")
    }

    @Test("A rule needs the zone whose clocks it follows, even where the time has an offset")
    func needsZone() async throws {
        let (fixture, couple) = try await fixture()
        let request = try fixture.request(couple, at: AlarmTime("2025-11-05T07:00:00Z"), repeat: "FREQ=DAILY")
        let problem = try await expectProblem(.malformed) { try await fixture.accept(request, from: couple.ana) }
        #expect(problem.pointer == "/timeZone")
    }

    @Test("A start with an offset is turned into the zone's own time first")
    func startWithOffset() async throws {
        let (fixture, couple) = try await fixture()
        let id = try await fixture.setAlarm(couple, from: "2026-01-05T07:00:00+09:00", repeat: "FREQ=DAILY")
        let alarm = try await fixture.row(id).alarm
        #expect(alarm.due.iso8601 == "2026-01-04T22:00:00Z")
        guard case .recurring(_, let start, _) = alarm.schedule else {
            Issue.record("it does not repeat")
            return
        }
        #expect(start.iso8601.hasPrefix("2026-01-04T23:00"))
    }

    @Test("A start that the clocks skip moves only that day, and stays what it was when the rule changes")
    func skippedStart() async throws {
        let (fixture, couple) = try await fixture(at: "2027-03-01T00:00:00Z")
        let id = try await fixture.setAlarm(couple, from: "2027-03-28T02:30:00", repeat: "FREQ=DAILY")
        #expect(try await fixture.row(id).alarm.due.iso8601 == "2027-03-28T01:30:00Z")
        let change = AlarmChange(message: .sample(), rule: .set(try RecurrenceRule("FREQ=DAILY;INTERVAL=2")))
        let accepted = try await fixture.ask { try $0.alarms.change(id, change, by: couple.ana) } as AlarmAccepted
        #expect(
            accepted.nextTimes.map(\.iso8601) == [
                "2027-03-28T01:30:00Z", "2027-03-30T00:30:00Z", "2027-04-01T00:30:00Z", "2027-04-03T00:30:00Z",
            ]
        )
    }

    @Test("Each occurrence goes through its states by itself, at its time")
    func occurrences() async throws {
        let (fixture, couple) = try await fixture()
        let id = try await fixture.setAlarm(couple, from: "2025-11-02T08:00:00", repeat: "FREQ=DAILY;COUNT=3")
        var rings: [String] = []
        for _ in 1...3 {
            try await fixture.pass(until: fixture.row(id).alarm.due)
            rings += fixture.channel.alarms.filter { $0.stage == .ring }.map(\.time.iso8601)
            fixture.channel.forget()
            try await fixture.report(.acknowledged, of: id, from: couple.ben)
        }
        #expect(rings == ["2025-11-02T07:00:00Z", "2025-11-03T07:00:00Z", "2025-11-04T07:00:00Z"])
        #expect(try await fixture.state(id) == .acknowledged)
    }
}
