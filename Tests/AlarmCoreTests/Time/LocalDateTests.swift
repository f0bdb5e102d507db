import AlarmCore
import Testing

@Suite("Calendar dates")
struct LocalDateTests {
    @Test(
        "A date has its day number and its weekday",
        arguments: [
            (1970, 1, 1, 0, .thursday),
            (1969, 12, 31, -1, .wednesday),
            (2000, 2, 29, 11_016, .tuesday),
            (2025, 11, 6, 20_398, .thursday),
            (1, 1, 1, -719_162, .monday),
            (0, 2, 29, -719_469, .tuesday),
            (-1, 12, 31, -719_529, .friday),
        ] as [(Int, Int, Int, Int, Weekday)]
    )
    func dayNumbers(year: Int, month: Int, day: Int, number: Int, weekday: Weekday) throws {
        let date = try #require(LocalDate(year: year, month: month, day: day))
        #expect(date.daysSinceEpoch == number)
        #expect(date.weekday == weekday)
        #expect(LocalDate(daysSinceEpoch: number) == date)
    }

    @Test("Two whole cycles of 400 years have every day once, in order")
    func cycles() throws {
        var number = try #require(LocalDate(year: -400, month: 1, day: 1)).daysSinceEpoch
        for year in -400..<400 {
            for month in 1...12 {
                for day in 1...LocalDate.length(ofMonth: month, in: year) {
                    let date = LocalDate(daysSinceEpoch: number)
                    guard date.year == year, date.month == month, date.day == day, date.daysSinceEpoch == number else {
                        Issue.record("day \(number) is \(date), not \(year)-\(month)-\(day)")
                        return
                    }
                    number += 1
                }
            }
        }
        #expect(LocalDate(year: 400, month: 1, day: 1)?.daysSinceEpoch == number)
    }

    @Test(
        "A day that the calendar does not have is refused",
        arguments: [
            (2025, 2, 29), (1900, 2, 29), (2025, 4, 31), (2025, 0, 1), (2025, 13, 1), (2025, 1, 0), (2025, 1, 32),
            (.max, 1, 1), (.min, 1, 1), (2025, .max, 1), (2025, 1, .min),
        ]
    )
    func refusals(year: Int, month: Int, day: Int) {
        #expect(LocalDate(year: year, month: month, day: day) == nil)
    }

    @Test("Adding days goes over the ends of months and years, and stops at the ends of the calendar")
    func adding() throws {
        let date = try #require(LocalDate(year: 2024, month: 2, day: 28))
        #expect(date.adding(days: 2).iso8601 == "2024-03-01")
        #expect(date.adding(days: -59).iso8601 == "2023-12-31")
        #expect(date.adding(days: .max).iso8601 == "+300000000-12-31")
        #expect(date.adding(days: .min).iso8601 == "-300000000-01-01")
    }
}
