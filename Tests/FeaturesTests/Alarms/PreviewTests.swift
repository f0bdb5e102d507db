import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting
import Testing

@Suite("The preview of an alarm")
struct PreviewTests {
    private func preview(
        _ time: String,
        zone: String? = nil,
        repeat rule: String? = nil,
        count: Int = 10
    ) async throws -> [String] {
        let fixture = try EngineFixture(clock: TestClock(at: Instant(iso8601: "2027-03-01T00:00:00Z")))
        let request = PreviewRequest(
            time: try AlarmTime(time),
            timeZone: zone,
            rule: try rule.map { try RecurrenceRule($0) },
            count: count
        )
        return try fixture.engine.preview(request, at: fixture.now).times.map { time in
            "\(time.local)\(time.offset) \(time.utc) \(time.note ?? "-")"
        }
    }

    @Test("It shows the coming times, and where the clocks skip one")
    func recurring() async throws {
        let times = try await preview(
            "2027-03-21T02:30:00",
            zone: "Europe/Berlin",
            repeat: "FREQ=WEEKLY;BYDAY=SU",
            count: 3
        )
        #expect(
            times == [
                "2027-03-21T02:30:00+01:00 2027-03-21T01:30:00Z -",
                "2027-03-28T03:30:00+02:00 2027-03-28T01:30:00Z "
                    + "the clocks skip 02:30 on 2027-03-28: it rings at 03:30",
                "2027-04-04T02:30:00+02:00 2027-04-04T00:30:00Z -",
            ]
        )
    }

    @Test("It begins now where the start is long past, and ends where the rule does")
    func bounds() async throws {
        let times = try await preview("2027-02-27T07:00:00", zone: "Asia/Tokyo", repeat: "FREQ=DAILY;COUNT=4")
        #expect(times.map { $0.prefix(10) } == ["2027-03-02"])
    }

    @Test("For a single alarm it shows the one time, moved out of a gap if it was a local time")
    func single() async throws {
        #expect(
            try await preview("2027-03-28T02:30:00", zone: "Europe/Berlin") == [
                "2027-03-28T03:30:00+02:00 2027-03-28T01:30:00Z the clocks skip 02:30 on 2027-03-28: it rings at 03:30"
            ]
        )
        #expect(try await preview("2027-10-31T02:30:00+01:00") == ["2027-10-31T01:30:00+00:00 2027-10-31T01:30:00Z -"])
        #expect(
            try await preview("2027-10-31T02:30:00+01:00", zone: "Europe/Berlin") == [
                "2027-10-31T02:30:00+01:00 2027-10-31T01:30:00Z -"
            ]
        )
    }

    @Test(
        "It refuses what the relay would refuse",
        arguments: [
            ("2027-02-28T23:58:59Z", nil, nil, ProblemKind.timeInPast, "/time"),
            ("2040-01-01T00:00:00Z", nil, nil, .timeTooFar, "/time"),
            ("2027-04-01T00:00:00", "Mars/Olympus", nil, .unknownZone, "/timeZone"),
            ("2027-04-01T00:00:00Z", nil, "FREQ=DAILY", .malformed, "/timeZone"),
            ("2020-01-01T00:00:00", "Europe/Berlin", "FREQ=DAILY;COUNT=3", .pastEnd, "/repeat"),
            ("2027-04-01T00:00:00", "Europe/Berlin", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", .badRepeat, "/repeat"),
        ]
    )
    func refusals(time: String, zone: String?, rule: String?, kind: ProblemKind, pointer: String) async throws {
        let problem = try await expectProblem(kind) { try await preview(time, zone: zone, repeat: rule) }
        #expect(problem.pointer == pointer)
    }

    @Test(
        "The alarm that is then set rings at just those times",
        arguments: [
            ("2027-03-26T02:30:00", "Europe/Berlin", "FREQ=DAILY;INTERVAL=2"),
            // The start itself is skipped: the days after keep to it.
            ("2027-03-28T02:30:00", "Europe/Berlin", "FREQ=DAILY"),
            // The second of two: the first of them is what the rule means.
            ("2027-10-31T02:30:00+01:00", "Europe/Berlin", "FREQ=DAILY;COUNT=4"),
            ("2027-04-30T00:00:00", "Africa/Cairo", "FREQ=DAILY"),
        ]
    )
    func promise(time: String, zone: String, rule: String) async throws {
        let fixture = try EngineFixture(clock: TestClock(at: Instant(iso8601: "2027-03-01T00:00:00Z")))
        let couple = try await fixture.couple()
        let request = try fixture.request(couple, at: AlarmTime(time), timeZone: zone, repeat: rule)
        let previewed = try fixture.engine.preview(
            PreviewRequest(time: request.time, timeZone: zone, rule: request.rule, count: 4),
            at: fixture.now
        )
        let accepted = try await fixture.accept(request, from: couple.ana)
        #expect(accepted.nextTimes == previewed.times.map(\.utc))
        #expect(previewed.times.count == 4)
    }
}
