import AlarmCore
import AlarmWire
import ArgumentParser
import Engine
import Testing

@testable import reveille

@Suite("Another time of a reminder, as it is typed")
struct ReminderTimeChangeTests {
    /// 2027-01-15, a Friday, at 09:00 in Berlin.
    private let now = Instant(seconds: 1_800_000_000)
    private let weekly: SelectedDays

    init() throws {
        let start = try LocalDateTime(iso8601: "2026-11-02T07:30:00")
        weekly = try SelectedDays(
            [.monday, .thursday],
            interval: 2,
            start: start.date,
            time: start.time,
            timeZone: "Asia/Taipei"
        )
    }

    private func time(_ arguments: [String], of schedule: ReminderSchedule? = nil) throws -> ReminderRequest.Time? {
        try ReminderTimeChangeOptions.parse(arguments).time(
            changing: schedule ?? .selectedDays(weekly),
            now: now,
            zones: ZoneDirectory(),
            usual: "Europe/Berlin"
        )
    }

    private func days(
        _ weekdays: [Weekday]? = nil,
        every interval: Int = 2,
        from start: String = "2026-11-02",
        at time: String = "07:30",
        in zone: String = "Asia/Taipei"
    ) throws -> ReminderRequest.Time {
        let begin = try LocalDateTime(iso8601: "\(start)T\(time):00")
        return .days(
            try SelectedDays(
                weekdays ?? weekly.weekdays,
                interval: interval,
                start: begin.date,
                time: begin.time,
                timeZone: zone
            )
        )
    }

    @Test("A time of day moves a weekly reminder, which keeps its days, its weeks, its first day and its zone")
    func timeOfDay() throws {
        #expect(try time(["--at", "8:15"]) == days(at: "08:15"))
        #expect(try time(["--at", "8:15", "--zone", "Europe/Berlin"]) == days(at: "08:15", in: "Europe/Berlin"))
        #expect(try time([]) == nil)
    }

    @Test("Days, weeks, the first day and the zone change one by one")
    func parts() throws {
        #expect(try time(["--on", "TU"]) == days([.tuesday]))
        #expect(try time(["--every", "1"]) == days(every: 1))
        #expect(try time(["--from", "2027-02-01"]) == days(from: "2027-02-01"))
        #expect(try time(["--zone", "Europe/Berlin"]) == days(in: "Europe/Berlin"))
    }

    @Test("It becomes due once only when told so; a date or a delay alone is refused, and says what to write")
    func once() throws {
        let later = now + .hours(2)
        #expect(try time(["--once", "--in", "2h"]) == .once(AlarmTime(later), timeZone: nil))
        for arguments in [["--in", "2h"], ["--at", "2027-02-01T07:30:00+01:00"]] {
            do {
                _ = try time(arguments)
                Issue.record("\(arguments) was taken")
            } catch let failure as CommandFailure {
                #expect(failure.message.contains("--once"))
            }
        }
        #expect(throws: (any Error).self) { try time(["--once"]) }
        #expect(throws: (any Error).self) { try time(["--once", "--at", "8:15", "--on", "MO"]) }
    }

    @Test("A reminder that is due once stays so, unless it gets days")
    func becomesWeekly() throws {
        let due = ReminderSchedule.at(now + .hours(1))
        #expect(try time(["--in", "2h"], of: due) == .once(AlarmTime(now + .hours(2)), timeZone: nil))
        #expect(
            try time(["--on", "MO", "--at", "7:30"], of: due)
                == days([.monday], every: 1, from: "2027-01-15", in: "Europe/Berlin")
        )
        #expect(throws: (any Error).self) { try time(["--on", "MO"], of: due) }
        #expect(throws: (any Error).self) { try time(["--every", "2"], of: due) }
    }

    @Test("A time of day moves a reminder that is due once within its day, unless that time is past")
    func sameDay() throws {
        // It is Friday, 09:00 in Berlin.
        let sunday = ReminderSchedule.at(now + .hours(55))
        #expect(try time(["--at", "17:00"], of: sunday) == .once(AlarmTime(now + .hours(56)), timeZone: nil))
        #expect(try time(["--at", "1:00"], of: sunday) == .once(AlarmTime(now + .hours(40)), timeZone: nil))
        let today = ReminderSchedule.at(now + .hours(1))
        #expect(try time(["--at", "8:00"], of: today) == .once(AlarmTime(now + .hours(23)), timeZone: nil))
        let overdue = ReminderSchedule.at(now - .hours(1))
        #expect(try time(["--at", "9:30"], of: overdue) == .once(AlarmTime(now + .minutes(30)), timeZone: nil))
    }

    @Test("A first day that is over is refused, when a reminder is set and when it is changed")
    func past() throws {
        #expect(throws: (any Error).self) { try time(["--from", "2027-01-14"]) }
        #expect(throws: (any Error).self) {
            try ReminderTimeOptions.parse(["--on", "MO", "--at", "7:30", "--from", "2020-01-01"])
                .time(now: now, zones: ZoneDirectory(), usual: "Europe/Berlin")
        }
    }
}
