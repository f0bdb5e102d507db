import AlarmCore
import Testing

@Suite("The check-ins that are kept")
struct CheckInHistoryTests {
    private let now = Instant(seconds: 1_800_000_000)

    @Test("The last thirty are kept, newest first, in any order of arrival", arguments: 0..<50 as Range<UInt64>)
    func newest(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        let count = Int64.random(in: 0...80, using: &chance)
        let all = (0..<count).map { CheckIn(at: now + .hours($0)) }
        let history = CheckInHistory(all.shuffled(using: &chance))
        #expect(history.entries == Array(all.reversed().prefix(30)), "seed \(seed)")
    }

    @Test("The same check-in twice is kept once")
    func twice() {
        let checkIn = CheckIn(at: now, timeZone: "Europe/Berlin")
        #expect(CheckInHistory([checkIn, checkIn]).entries == [checkIn])
    }

    @Test("A history that was kept comes back in its order, two check-ins of one moment included")
    func restored() {
        let history = CheckInHistory([
            CheckIn(at: now, timeZone: "Europe/Berlin"), CheckIn(at: now), CheckIn(at: now + .hours(1)),
        ])
        #expect(history.entries.count == 3)
        #expect(CheckInHistory(history.entries) == history)
    }

    @Test("A second check-in repeats one of the same calendar day where the person is")
    func repeats() throws {
        let berlin = try InstalledZones.zone("Europe/Berlin")
        let history = CheckInHistory([CheckIn(at: try instant("2026-07-01T21:30:00Z"))])
        let late = try instant("2026-07-01T21:59:59Z")
        let tomorrow = try instant("2026-07-01T22:00:00Z")
        #expect(history.isRepeat(at: late, in: berlin))
        #expect(!history.isRepeat(at: tomorrow, in: berlin))
        #expect(history.isRepeat(at: tomorrow, in: .utc))
        #expect(!CheckInHistory().isRepeat(at: late, in: berlin))
    }

    @Test("The last known place is the newest that was shared")
    func place() throws {
        let (home, away) = (try Place(latitude: 52.5, longitude: 13.4), try Place(latitude: 48.1, longitude: 11.6))
        let history = CheckInHistory([
            CheckIn(at: now, place: home), CheckIn(at: now + .hours(1), place: away), CheckIn(at: now + .hours(2)),
        ])
        #expect(history.lastPlace?.place == away)
        #expect(history.lastPlace?.at == now + .hours(1))
        #expect(CheckInHistory([CheckIn(at: now)]).lastPlace == nil)
    }
}
