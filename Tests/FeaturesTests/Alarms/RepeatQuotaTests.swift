import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("How often repeated alarms may ring")
struct RepeatQuotaTests {
    private func fixture(_ limits: Limits = Limits()) async throws -> (EngineFixture, PairedDevices) {
        let fixture = try EngineFixture(clock: TestClock(at: Instant(iso8601: "2025-11-01T00:00:00Z")), limits: limits)
        return (fixture, try await fixture.couple())
    }

    /// A rule that rings every so many minutes, all day.
    private func every(_ minutes: Int, _ end: String = "") -> String {
        let hours = (0..<24).map { "\($0)" }.joined(separator: ",")
        let marks = stride(from: 0, to: 60, by: minutes).map { "\($0)" }.joined(separator: ",")
        return "FREQ=DAILY;BYHOUR=\(hours);BYMINUTE=\(marks)\(end)"
    }

    private func set(_ rule: String, _ fixture: EngineFixture, _ couple: PairedDevices) async throws -> AlarmID {
        try await fixture.setAlarm(couple, from: "2025-11-02T00:00:00", repeat: rule)
    }

    @Test("A rule that rings every minute is refused when it is set, changed and previewed; every five is not")
    func shortest() async throws {
        let (fixture, couple) = try await fixture()
        let problem = try await expectProblem(.badRepeat) { try await set(every(1), fixture, couple) }
        #expect(problem.pointer == "/repeat" && problem.detail.contains("5m"))
        let id = try await set(every(5), fixture, couple)
        let change = AlarmChange(message: .sample(), rule: .set(try RecurrenceRule(every(4))))
        try await expectProblem(.badRepeat) {
            let accepted: AlarmAccepted = try await fixture.ask { try $0.alarms.change(id, change, by: couple.ana) }
            return accepted
        }
        let preview = PreviewRequest(
            time: try AlarmTime("2025-11-02T00:00:00"),
            timeZone: "Europe/Berlin",
            rule: try RecurrenceRule(every(1)),
            count: 1
        )
        try await expectProblem(.badRepeat) { try fixture.engine.preview(preview, at: fixture.now).times.count }
    }

    @Test("The shortest time between two rings is configuration")
    func configured() async throws {
        var limits = Limits()
        limits.shortestRepeat = .minutes(1)
        limits.ringsPerDay = 2000
        let (fixture, couple) = try await fixture(limits)
        _ = try await set(every(1), fixture, couple)
    }

    @Test("Repetitions count for what they ring within a day, whenever they begin; one that ends makes room")
    func ringsPerDay() async throws {
        let (fixture, couple) = try await fixture()
        let first = try await set(every(5), fixture, couple)
        let problem = try await expectProblem(.quotaExceeded) { try await set(every(60), fixture, couple) }
        #expect(problem.detail.contains("300 times a day"))
        try await expectProblem(.quotaExceeded) {
            try await fixture.setAlarm(couple, from: "2025-12-24T00:00:00", repeat: every(60))
        }
        _ = try await set(every(5, ";COUNT=12"), fixture, couple)
        _ = try await fixture.setAlarm(couple, in: .hours(3))
        try await fixture.cancel(first, by: couple.ana)
        _ = try await set(every(60), fixture, couple)
    }

    @Test("An accepted repetition is never held back: it may be changed within its own share, and rings")
    func accepted() async throws {
        let (fixture, couple) = try await fixture()
        let id = try await set(every(5), fixture, couple)
        let change = AlarmChange(message: .sample(), rule: .set(try RecurrenceRule(every(6))))
        let _: AlarmAccepted = try await fixture.ask { try $0.alarms.change(id, change, by: couple.ana) }
        try await fixture.pass(until: fixture.row(id).alarm.due)
        #expect(fixture.channel.stages.contains(.ring))
    }

    @Test("The quota is one person's for one other; the other may set as much")
    func perSender() async throws {
        let (fixture, couple) = try await fixture()
        _ = try await set(every(5), fixture, couple)
        var request = try fixture.request(
            couple,
            at: AlarmTime("2025-11-02T00:00:00"),
            timeZone: "Europe/Berlin",
            repeat: every(5)
        )
        request.partnerToken = couple.bensToken
        try await fixture.accept(request, from: couple.ben)
    }

    @Test("A rule with COUNT may have begun a hundred years ago, and no earlier")
    func countedStart() async throws {
        let (fixture, couple) = try await fixture()
        _ = try await fixture.setAlarm(couple, from: "1927-01-01T07:00:00", repeat: "FREQ=DAILY;COUNT=65535")
        let problem = try await expectProblem(.timeInPast) {
            try await fixture.setAlarm(couple, from: "1901-01-01T07:00:00", repeat: "FREQ=DAILY;COUNT=65535")
        }
        #expect(problem.pointer == "/time")
        _ = try await fixture.setAlarm(couple, from: "1901-01-01T07:00:00", repeat: "FREQ=DAILY")
    }

    @Test("So many alarms may be set within a day, too; a day later there is room again")
    func perDay() async throws {
        var limits = Limits()
        (limits.requestsPerHour, limits.requestsPerDay) = (2, 3)
        let (fixture, couple) = try await fixture(limits)
        for _ in 1...3 {
            _ = try await fixture.setAlarm(couple, in: .days(3))
            fixture.clock.advance(by: .hours(1))
        }
        let problem = try await expectProblem(.quotaExceeded) { try await fixture.setAlarm(couple, in: .days(3)) }
        #expect(problem.detail.contains("3 alarms a day"))
        fixture.clock.advance(by: .hours(22))
        _ = try await fixture.setAlarm(couple, in: .days(3))
    }
}
