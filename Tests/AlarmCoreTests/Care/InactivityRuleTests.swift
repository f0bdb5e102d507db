import AlarmCore
import Testing

@Suite("Times of the inactivity question")
struct InactivityRuleTests {
    private func time(_ text: String) throws -> LocalTime { try local("2026-01-01T\(text):00").time }

    private func deadline(
        _ hours: Int64,
        after activity: String,
        quiet: (String, String)? = ("22:00", "07:00"),
        pausedUntil: String? = nil,
        away: (String, String)? = nil,
        in zone: ZoneRules = .utc
    ) throws -> Instant {
        try InactivityRule(wait: .hours(hours)).deadline(
            after: instant(activity),
            quietHours: quiet.map { try QuietHours(from: time($0.0), until: time($0.1)) },
            pausedUntil: pausedUntil.map { try instant($0) },
            absences: away.map { [Absence(from: try instant($0.0), until: try instant($0.1))] } ?? [],
            in: zone
        )
    }

    @Test("By day it is the wait after the last activity")
    func byDay() throws {
        #expect(try deadline(2, after: "2026-07-01T10:00:00Z") == instant("2026-07-01T12:00:00Z"))
        #expect(try deadline(4, after: "2026-07-01T23:00:00Z", quiet: nil) == instant("2026-07-02T03:00:00Z"))
    }

    @Test("Time within quiet hours does not count")
    func overNight() throws {
        #expect(try deadline(3, after: "2026-07-01T21:00:00Z") == instant("2026-07-02T09:00:00Z"))
        #expect(try deadline(1, after: "2026-07-01T23:30:00Z") == instant("2026-07-02T08:00:00Z"))
        #expect(try deadline(1, after: "2026-07-02T07:00:00Z") == instant("2026-07-02T08:00:00Z"))
    }

    @Test("A wait that is over as the quiet hours begin ends with them, one a moment earlier does not")
    func onTheEdge() throws {
        #expect(try deadline(2, after: "2026-07-01T20:00:00Z") == instant("2026-07-02T07:00:00Z"))
        #expect(try deadline(2, after: "2026-07-01T19:59:59.999Z") == instant("2026-07-01T21:59:59.999Z"))
    }

    @Test("It can span several days of long quiet hours")
    func longQuietHours() throws {
        #expect(
            try deadline(4, after: "2026-07-01T11:00:00Z", quiet: ("12:00", "06:00")) == instant("2026-07-02T09:00:00Z")
        )
    }

    @Test("An absence of the relay is credited, up to the whole wait")
    func away() throws {
        func asked(_ from: String, _ until: String) throws -> Instant {
            try deadline(2, after: "2026-07-01T10:00:00Z", away: ("2026-07-01T\(from)Z", "2026-07-01T\(until)Z"))
        }
        #expect(try asked("11:00:00", "11:00:02") == instant("2026-07-01T12:00:00Z"))
        #expect(try asked("11:59:00", "12:30:00") == instant("2026-07-01T13:01:00Z"))
        #expect(try asked("10:30:00", "16:00:00") == instant("2026-07-01T18:00:00Z"))
        #expect(try asked("08:00:00", "09:00:00") == instant("2026-07-01T12:00:00Z"))
    }

    @Test("Credited time skips quiet hours, so that a dweller is not asked within them")
    func awayIntoQuiet() throws {
        let away = ("2026-07-01T20:30:00Z", "2026-07-01T23:40:00Z")
        #expect(try deadline(2, after: "2026-07-01T19:40:00Z", away: away) == instant("2026-07-02T09:00:00Z"))
        let settings = CareSettings(
            quietHours: try QuietHours(from: time("22:00"), until: time("07:00")),
            inactivity: try InactivityRule(wait: .hours(2))
        )
        func later(at now: String) throws -> Instant? {
            settings.laterQuestion(
                at: try instant(now),
                after: try instant("2026-07-01T19:40:00Z"),
                absences: [],
                in: .utc
            )
        }
        #expect(try later(at: "2026-07-01T21:40:00Z") == nil)
        #expect(try later(at: "2026-07-01T22:00:00Z") == instant("2026-07-02T07:00:00Z"))
    }

    @Test("After a pause the whole wait begins at its end")
    func paused() throws {
        #expect(
            try deadline(2, after: "2026-07-01T10:00:00Z", pausedUntil: "2026-07-03T12:00:00Z")
                == instant("2026-07-03T14:00:00Z")
        )
        #expect(
            try deadline(2, after: "2026-07-01T10:00:00Z", pausedUntil: "2026-07-01T09:00:00Z")
                == instant("2026-07-01T12:00:00Z")
        )
    }

    @Test("It follows the clocks of the dweller's zone")
    func zone() throws {
        let berlin = try InstalledZones.zone("Europe/Berlin")
        #expect(
            try deadline(2, after: "2026-03-28T21:30:00+01:00", in: berlin) == instant("2026-03-29T08:30:00+02:00")
        )
    }

    @Test("The wait is 1 to 4 hours")
    func bounds() throws {
        for wait in [Span.minutes(59), .hours(4) + .milliseconds(1)] {
            #expect(throws: CareError.inactivity(wait)) { try InactivityRule(wait: wait) }
        }
        #expect(try InactivityRule(wait: .hours(4)).wait == .hours(4))
    }

    @Test(
        "Counting the minutes one by one gives the same",
        arguments: ["UTC", "Europe/Berlin", "Africa/Cairo", "Australia/Lord_Howe"],
        0..<40 as Range<UInt64>
    )
    func byMinutes(name: String, seed: UInt64) throws {
        var chance = SeededGenerator(seed: seed)
        let zone = try InstalledZones.zone(name)
        let from = Int.random(in: 0..<1440, using: &chance)
        let until = (from + Int.random(in: 1...1080, using: &chance)) % 1440
        let quiet = try QuietHours(
            from: #require(LocalTime(hour: from / 60, minute: from % 60)),
            until: #require(LocalTime(hour: until / 60, minute: until % 60))
        )
        let wait = Int64.random(in: 60...240, using: &chance)
        let activity = Instant(seconds: 1_767_225_600) + .minutes(.random(in: 0..<525_600, using: &chance))
        var (minute, left) = (activity, wait)
        while left > 0 || quiet.contains(minute, in: zone) {
            if !quiet.contains(minute, in: zone) { left -= 1 }
            minute = minute + .minutes(1)
        }
        let deadline = try InactivityRule(wait: .minutes(wait))
            .deadline(after: activity, quietHours: quiet, pausedUntil: nil, in: zone)
        #expect(deadline == minute, "seed \(seed)")
    }
}
