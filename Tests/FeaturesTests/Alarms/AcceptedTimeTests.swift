import AlarmCore
import AlarmWire
import Engine
import RelayTesting
import Storage
import Testing

@Suite("The time of an accepted alarm")
struct AcceptedTimeTests {
    private func accept(
        _ time: String,
        zone: String? = nil,
        repeat rule: String? = nil,
        at clock: String = "2025-11-01T00:00:00Z"
    ) async throws -> (EngineFixture, AlarmAccepted) {
        let fixture = try EngineFixture(clock: TestClock(at: Instant(iso8601: clock)))
        let couple = try await fixture.couple()
        let request = try fixture.request(couple, at: AlarmTime(time), timeZone: zone, repeat: rule)
        return (fixture, try await fixture.accept(request, from: couple.ana))
    }

    @Test("A time with an offset becomes UTC in whole milliseconds")
    func offset() async throws {
        let (fixture, accepted) = try await accept("2025-11-06t16:45:00.1239+02:00")
        #expect(accepted.time.iso8601 == "2025-11-06T14:45:00.123Z")
        #expect(accepted.state == .scheduled)
        #expect(accepted.revision == 1)
        #expect(accepted.nextTimes.isEmpty)
        #expect(try await fixture.row(accepted.id).alarm.schedule == .once(accepted.time))
    }

    @Test(
        "A time without an offset is read on the clocks of the named zone",
        arguments: [
            ("2025-11-06T16:45:00", "Europe/Berlin", "2025-11-06T15:45:00Z"),
            ("2026-07-06T16:45:00", "Europe/Berlin", "2026-07-06T14:45:00Z"),
            ("2025-11-06T00:00:00", "Asia/Kathmandu", "2025-11-05T18:15:00Z"),
            // 02:30 in the gap from 02:00 to 03:00 is 03:30 (RFC 5545, section 3.3.10).
            ("2026-03-29T02:30:00", "Europe/Berlin", "2026-03-29T01:30:00Z"),
            // 02:30 comes twice; it rings once, at the first.
            ("2026-10-25T02:30:00", "Europe/Berlin", "2026-10-25T00:30:00Z"),
        ]
    )
    func local(time: String, zone: String, expected: String) async throws {
        let (_, accepted) = try await accept(time, zone: zone)
        #expect(accepted.time.iso8601 == expected)
    }

    @Test("Beside an offset, the zone changes nothing")
    func offsetAndZone() async throws {
        let (_, accepted) = try await accept("2025-11-06T16:45:00+09:00", zone: "Europe/Berlin")
        #expect(accepted.time.iso8601 == "2025-11-06T07:45:00Z")
    }

    @Test("A local time without a zone, which no decoded request holds, is refused all the same")
    func noZone() async throws {
        let problem = try await expectProblem(.timeWithoutOffset) { try await accept("2025-11-06T16:45:00").1 }
        #expect(problem.pointer == "/time")
    }

    @Test("An unknown zone is refused, even where the time has an offset")
    func unknownZone() async throws {
        let problem = try await expectProblem(.unknownZone) {
            try await accept("2025-11-06T16:45:00Z", zone: "Mars/Olympus").1
        }
        #expect(problem.pointer == "/timeZone")
    }

    @Test(
        "A repetition that began before the year 1, as no row could hold it, is refused",
        arguments: ["0000-01-01T00:00:00+23:59", "0000-06-01T00:00:00Z", "0001-01-01T23:59:59Z"]
    )
    func prehistoric(start: String) async throws {
        let problem = try await expectProblem(.timeInPast) {
            try await accept(start, zone: "Etc/UTC", repeat: "FREQ=DAILY").1
        }
        #expect(problem.pointer == "/time")
    }

    @Test("A repetition may have begun long ago")
    func historic() async throws {
        let (fixture, accepted) = try await accept("0001-01-02T00:00:00Z", zone: "Etc/UTC", repeat: "FREQ=DAILY")
        let start = try await fixture.row(accepted.id).alarm.schedule
        guard case .recurring(_, let local, _) = start else {
            Issue.record("\(start)")
            return
        }
        #expect(try LocalDateTime(iso8601: local.iso8601) == local)
    }

    @Test("A time up to 60 s past rings at once")
    func slightlyLate() async throws {
        let (fixture, accepted) = try await accept("2025-10-31T23:59:00Z")
        #expect(try await fixture.state(accepted.id) == .ringing)
        try await fixture.catchUp()
        #expect(fixture.channel.stages == [.ring])
    }

    @Test("An older time is refused with the relay's clock, and nothing is stored")
    func past() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let request = try fixture.request(couple, at: AlarmTime(fixture.now - .seconds(60) - .milliseconds(1)))
        let problem = try await expectProblem(.timeInPast) { try await fixture.accept(request, from: couple.ana) }
        #expect(problem.pointer == "/time")
        #expect(problem.serverTime == fixture.now)
        try await expectProblem(.notFound) { try await fixture.row(request.id) }
    }

    @Test("A time too far ahead is refused")
    func tooFar() async throws {
        var limits = Limits()
        limits.furthestFuture = .days(10)
        let fixture = try EngineFixture(limits: limits)
        let couple = try await fixture.couple()
        _ = try await fixture.setAlarm(couple, in: .days(10))
        do {
            _ = try await fixture.setAlarm(couple, in: .days(10) + .milliseconds(1))
            Issue.record("it was accepted")
        } catch let problem as Problem {
            #expect(problem.status / 100 == 4)
            #expect(problem.pointer == "/time")
            #expect(problem.detail.contains("10d"))
        }
    }

    @Test("How late is late is configuration")
    func configured() async throws {
        var limits = Limits()
        limits.latestPast = .zero
        let fixture = try EngineFixture(limits: limits)
        let couple = try await fixture.couple()
        _ = try await fixture.setAlarm(couple, in: .zero)
        try await expectProblem(.timeInPast) { try await fixture.setAlarm(couple, in: .milliseconds(-1)) }
    }
}
