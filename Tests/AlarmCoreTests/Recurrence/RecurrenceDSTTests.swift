import AlarmCore
import Testing

@Suite("Recurrence over DST changes")
struct RecurrenceDSTTests {
    @Test("An alarm at a time that the clocks skip rings that day all the same, as long after the gap's start")
    func gap() throws {
        let zone = try InstalledZones.zone("Europe/Berlin")
        let occurrences = try recurrence("FREQ=DAILY", from: "2026-03-28T02:30:00", in: zone).occurrences().prefix(3)
        #expect(
            occurrences.map { $0.instant.iso8601 } == [
                "2026-03-28T01:30:00Z", "2026-03-29T01:30:00Z", "2026-03-30T00:30:00Z",
            ]
        )
        #expect(occurrences.map(\.adjustment) == [.none, .movedOutOfGap, .none])
        #expect(occurrences.map { $0.nominal.time.iso8601 } == ["02:30:00", "02:30:00", "02:30:00"])
    }

    @Test("An alarm at a time that the clocks show twice rings once, at the first")
    func repetition() throws {
        let zone = try InstalledZones.zone("Europe/Berlin")
        let recurrence = try recurrence("FREQ=DAILY", from: "2026-10-24T02:30:00", in: zone)
        let occurrences = recurrence.occurrences().prefix(3)
        #expect(
            occurrences.map { $0.instant.iso8601 } == [
                "2026-10-24T00:30:00Z", "2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z",
            ]
        )
        #expect(occurrences.map(\.adjustment) == [.none, .firstOfTwo, .none])
        let between = try #require(recurrence.next(after: instant("2026-10-25T01:00:00Z")))
        #expect(between.instant == (try instant("2026-10-26T01:30:00Z")))
    }

    @Test(
        "Midnight in Cairo and half past two on Lord Howe lose no day",
        arguments: [
            ("Africa/Cairo", "2025-04-24T00:00:00", "2025-04-25T01:00:00+03:00"),
            ("Australia/Lord_Howe", "2025-10-04T02:15:00", "2025-10-05T02:45:00+11:00"),
            ("Antarctica/Troll", "2025-03-29T02:30:00", "2025-03-30T04:30:00+02:00"),
        ]
    )
    func otherGaps(name: String, start: String, moved: String) throws {
        let recurrence = try recurrence("FREQ=DAILY", from: start, in: InstalledZones.zone(name))
        let occurrences = recurrence.occurrences().prefix(3).map { $0 }
        #expect(occurrences[1].instant == (try instant(moved)))
        #expect(occurrences[2].nominal.date == occurrences[0].nominal.date.adding(days: 2))
    }

    @Test("A time that is moved onto another one rings once")
    func collision() throws {
        let zone = try InstalledZones.zone("Europe/Berlin")
        let hours = try recurrence("FREQ=DAILY;BYHOUR=2,3", from: "2026-03-29T00:30:00", in: zone)
        #expect(
            hours.occurrences().prefix(3).map { $0.instant.iso8601 } == [
                "2026-03-29T01:30:00Z", "2026-03-30T00:30:00Z", "2026-03-30T01:30:00Z",
            ]
        )
        let apia = try recurrence("FREQ=DAILY", from: "2011-12-29T07:00:00", in: InstalledZones.zone("Pacific/Apia"))
        #expect(
            apia.occurrences().prefix(3).map { $0.instant.iso8601 } == [
                "2011-12-29T17:00:00Z", "2011-12-30T17:00:00Z", "2011-12-31T17:00:00Z",
            ]
        )
    }

    @Test("A time that is moved behind a later one rings in its new place")
    func overtaking() throws {
        let zone = try InstalledZones.zone("Australia/Lord_Howe")
        let recurrence = try recurrence("FREQ=DAILY;BYHOUR=2;BYMINUTE=10,35", from: "2025-10-05T00:00:00", in: zone)
        let first = try #require(recurrence.next(after: instant("2025-10-05T00:00:00+10:30")))
        let second = try #require(recurrence.next(after: first.instant))
        #expect(first.instant == (try instant("2025-10-05T02:35:00+11:00")) && first.adjustment == .none)
        #expect(second.instant == (try instant("2025-10-05T02:40:00+11:00")) && second.adjustment == .movedOutOfGap)
    }

    @Test("Asking after a moved occurrence goes on with the next day")
    func afterMoved() throws {
        let zone = try InstalledZones.zone("Pacific/Apia")
        let recurrence = try recurrence("FREQ=DAILY", from: "2011-12-01T07:00:00", in: zone)
        let before = try #require(recurrence.next(after: instant("2011-12-30T16:59:59.999Z")))
        #expect(before.nominal.iso8601 == "2011-12-30T07:00:00")
        let after = try #require(recurrence.next(after: before.instant))
        #expect(after.nominal.iso8601 == "2012-01-01T07:00:00")
    }
}
