import AlarmCore
import Testing

@Suite("Clocks on the days when they change")
struct ZoneEdgeTests {
    @Test(
        "A time in a gap is moved by the gap's length (RFC 5545, section 3.3.10)",
        arguments: [
            ("Europe/Berlin", "2026-03-29T02:30:00", "2026-03-29T03:30:00+02:00", "2026-03-29T01:00:00Z"),
            ("Europe/Berlin", "2026-03-29T02:00:00", "2026-03-29T03:00:00+02:00", "2026-03-29T01:00:00Z"),
            ("America/New_York", "2026-03-08T02:30:00", "2026-03-08T03:30:00-04:00", "2026-03-08T07:00:00Z"),
            ("Africa/Cairo", "2025-04-25T00:00:00", "2025-04-25T01:00:00+03:00", "2025-04-24T22:00:00Z"),
            ("Australia/Lord_Howe", "2025-10-05T02:15:00", "2025-10-05T02:45:00+11:00", "2025-10-04T15:30:00Z"),
            ("Pacific/Chatham", "2025-09-28T02:50:00", "2025-09-28T03:50:00+13:45", "2025-09-27T14:00:00Z"),
            ("Africa/Casablanca", "2025-04-06T02:30:00", "2025-04-06T03:30:00+01:00", "2025-04-06T02:00:00Z"),
            ("Antarctica/Troll", "2025-03-30T02:00:00", "2025-03-30T04:00:00+02:00", "2025-03-30T01:00:00Z"),
            ("Pacific/Apia", "2011-12-30T07:00:00", "2011-12-31T07:00:00+14:00", "2011-12-30T10:00:00Z"),
            ("Asia/Shanghai", "1986-05-04T02:30:00", "1986-05-04T03:30:00+09:00", "1986-05-03T18:00:00Z"),
            ("Europe/Berlin", "2090-03-26T02:30:00", "2090-03-26T03:30:00+02:00", "2090-03-26T01:00:00Z"),
        ]
    )
    func gaps(name: String, text: String, shifted: String, transition: String) throws {
        let resolution = try InstalledZones.zone(name).resolve(local(text))
        #expect(resolution == .gap(shifted: try instant(shifted), transition: try instant(transition)))
        #expect(resolution.instant == (try instant(shifted)))
    }

    @Test(
        "A repeated time has two instants, and the first counts",
        arguments: [
            ("Europe/Berlin", "2026-10-25T02:30:00", "2026-10-25T02:30:00+02:00", "2026-10-25T02:30:00+01:00"),
            ("Europe/Berlin", "2026-10-25T02:00:00", "2026-10-25T02:00:00+02:00", "2026-10-25T02:00:00+01:00"),
            ("Africa/Cairo", "2025-10-30T23:30:00", "2025-10-30T23:30:00+03:00", "2025-10-30T23:30:00+02:00"),
            ("Australia/Lord_Howe", "2025-04-06T01:45:00", "2025-04-06T01:45:00+11:00", "2025-04-06T01:45:00+10:30"),
            ("Pacific/Chatham", "2025-04-06T03:00:00", "2025-04-06T03:00:00+13:45", "2025-04-06T03:00:00+12:45"),
            ("Africa/Casablanca", "2025-02-23T02:30:00", "2025-02-23T02:30:00+01:00", "2025-02-23T02:30:00+00:00"),
            ("Antarctica/Troll", "2025-10-26T02:30:00", "2025-10-26T02:30:00+02:00", "2025-10-26T02:30:00+00:00"),
            ("Asia/Shanghai", "1986-09-14T01:30:00", "1986-09-14T01:30:00+09:00", "1986-09-14T01:30:00+08:00"),
        ]
    )
    func repetitions(name: String, text: String, first: String, second: String) throws {
        let resolution = try InstalledZones.zone(name).resolve(local(text))
        #expect(resolution == .repeated(first: try instant(first), second: try instant(second)))
        #expect(resolution.instant == (try instant(first)))
    }

    @Test(
        "The times just before and after a change happen once",
        arguments: [
            ("Europe/Berlin", "2026-03-29T01:59:59.999", "2026-03-29T01:59:59.999+01:00"),
            ("Europe/Berlin", "2026-03-29T03:00:00", "2026-03-29T03:00:00+02:00"),
            ("Europe/Berlin", "2026-10-25T01:59:59.999", "2026-10-25T01:59:59.999+02:00"),
            ("Europe/Berlin", "2026-10-25T03:00:00", "2026-10-25T03:00:00+01:00"),
            ("Pacific/Apia", "2011-12-29T23:59:59", "2011-12-29T23:59:59-10:00"),
            ("Pacific/Apia", "2011-12-31T00:00:00", "2011-12-31T00:00:00+14:00"),
            ("Asia/Shanghai", "2026-05-04T02:30:00", "2026-05-04T02:30:00+08:00"),
        ]
    )
    func neighbours(name: String, text: String, expected: String) throws {
        #expect(try InstalledZones.zone(name).resolve(local(text)) == .unique(instant(expected)))
    }

    @Test(
        "Vancouver stays on its summer clock, which data older than 2026 do not know",
        .enabled(if: InstalledZones.version >= "2026f")
    )
    func vancouver() throws {
        let zone = try InstalledZones.zone("America/Vancouver")
        #expect(zone.localDateTime(at: try instant("2026-12-24T20:00:00Z")).iso8601 == "2026-12-24T13:00:00")
        #expect(try zone.resolve(local("2027-03-14T02:30:00")) == .unique(instant("2027-03-14T02:30:00-07:00")))
    }

    @Test(
        "A local time leads back to itself unless it was skipped",
        arguments: ["Europe/Berlin", "Pacific/Apia", "UTC"]
    )
    func roundTrips(name: String) throws {
        let zone = try InstalledZones.zone(name)
        var generator = SeededGenerator(seed: 51)
        for _ in 0..<2000 {
            let instant = Instant(milliseconds: .random(in: -3_000_000_000_000...5_000_000_000_000, using: &generator))
            let nominal = zone.localDateTime(at: instant)
            switch zone.resolve(nominal) {
            case .unique(let found): #expect(found == instant)
            case .repeated(let first, let second): #expect([first, second].contains(instant) && first < second)
            case .gap: Issue.record("\(nominal) was shown at \(instant)")
            }
        }
    }

    @Test("A zone that never changes answers at both ends of time")
    func ends() {
        let zone = ZoneRules.fixed(secondsEast: 3600)
        #expect(zone.localDateTime(at: Instant(milliseconds: .max)).iso8601 == "+292278994-08-17T08:12:55.807")
        #expect(zone.localDateTime(at: Instant(milliseconds: .min)).iso8601 == "-292275055-05-16T17:47:04.192")
        let last = LocalDateTime(date: LocalDate(daysSinceEpoch: .max), time: .midnight)
        #expect(zone.resolve(last) == .unique(Instant(milliseconds: .max)))
        #expect(ZoneRules.fixed(secondsEast: .max).offset(at: Instant(seconds: 0)).secondsEast == 93_599)
    }
}
