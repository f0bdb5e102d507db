import AlarmCore
import AlarmWire
import ArgumentParser
import Engine
import Testing

@testable import reveille

@Suite("When a reminder is due, as it is typed")
struct ReminderTimeTests {
    /// 2027-01-15, a Friday, at 09:00 in Berlin.
    private let now = Instant(seconds: 1_800_000_000)

    private func time(_ arguments: String...) throws -> ReminderRequest.Time? {
        try ReminderTimeOptions.parse(arguments).time(now: now, zones: ZoneDirectory(), usual: "Europe/Berlin")
    }

    @Test("Once: at a time, or so much later than now")
    func once() throws {
        let later = AlarmTime(now + .hours(2))
        #expect(try time("--in", "2h") == .once(later, timeZone: nil))
        #expect(try time("--at", "2027-01-15T11:00:00+01:00") == .once(AlarmTime(later.text), timeZone: nil))
        #expect(try time() == nil)
    }

    @Test("On days, every so many weeks, from a day on")
    func days() throws {
        let zone = "Europe/Berlin"
        let start = try LocalDateTime(iso8601: "2027-02-01T07:30:00")
        let today = try LocalDateTime(iso8601: "2027-01-15T07:30:00")
        #expect(
            try time("--on", "MO,fr", "--every", "2", "--from", "2027-02-01", "--at", "07:30", "--zone", zone)
                == .days(
                    SelectedDays([.monday, .friday], interval: 2, start: start.date, time: start.time, timeZone: zone)
                )
        )
        #expect(
            try time("--on", "SU", "--at", "7:30")
                == .days(SelectedDays([.sunday], start: today.date, time: today.time, timeZone: zone))
        )
    }

    @Test(
        "Invalid input is refused",
        arguments: [
            ["--on", "MO"], ["--on", "MO", "--in", "2h"], ["--on", "MON", "--at", "07:30", "--zone", "Europe/Berlin"],
            ["--every", "2", "--in", "2h"],
            ["--on", "MO", "--every", "53", "--at", "07:30", "--zone", "Europe/Berlin"],
            ["--on", "MO", "--from", "2027-02-30", "--at", "07:30", "--zone", "Europe/Berlin"],
        ]
    )
    func refused(_ arguments: [String]) {
        #expect(throws: (any Error).self) { try ReminderTimeOptions.parse(arguments) }
    }

    @Test("A place is latitude and longitude, and a radius of uncertainty where it is known")
    func place() throws {
        #expect(try Place(argument: "52.5163,13.3777") == Place(latitude: 52.5163, longitude: 13.3777))
        #expect(try Place(argument: "-1,2,3") == Place(latitude: -1, longitude: 2, accuracy: 3))
        for text in ["", "1", "1,2,3,4", "91,0", "a,b", "1,nan", "1,2,-3"] {
            #expect(throws: (any Error).self, "\(text)") { try Place(argument: text) }
        }
    }
}
