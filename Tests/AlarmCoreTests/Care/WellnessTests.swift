import AlarmCore
import Testing

@Suite("Still days in a row")
struct WellnessTests {
    private let pattern: WellnessPattern
    private let first: LocalDate

    init() throws {
        pattern = try WellnessPattern(stillness: .hours(8), days: 3)
        first = try local("2026-07-01T00:00:00").date
    }

    private func day(_ number: Int, hours: Int64) -> WellnessDay {
        WellnessDay(date: first.adding(days: number), stillness: .hours(hours))
    }

    /// The numbers of the days that raise an alert, for the hours of stillness of days that follow one another.
    private func alerts(_ hours: [Int64?]) -> [Int] {
        var history = WellnessHistory()
        return hours.enumerated().compactMap { number, hours in
            guard let hours else { return nil }
            return history.record(day(number, hours: hours), completing: pattern) ? number : nil
        }
    }

    @Test("The pattern fires on the last of as many still days as it has")
    func fires() {
        #expect(alerts([9, 8, 8]) == [2])
        #expect(alerts([9, 8, 7]) == [])
        #expect(alerts([2, 9, 9, 12]) == [3])
    }

    @Test("A livelier day, or one without an account, breaks the row")
    func broken() {
        #expect(alerts([9, 9, 2, 9, 9]) == [])
        #expect(alerts([9, 9, nil, 9, 9]) == [])
        #expect(alerts([9, 9, nil, 9, 9, 9]) == [5])
    }

    @Test("Each day counts for one alert")
    func once() {
        #expect(alerts([9, 9, 9, 9, 9, 9, 9]) == [2, 5])
    }

    @Test("The account of a day that comes again replaces it, and fires nothing twice")
    func again() {
        var history = WellnessHistory(days: [day(0, hours: 9), day(1, hours: 2)])
        let fired = [2, 1, 2, 2].map { history.record(day($0, hours: 9), completing: pattern) }
        #expect(fired == [false, false, true, false])
        #expect(history.days.map(\.stillness) == [.hours(9), .hours(9), .hours(9)])
    }

    @Test("A history that was kept goes on where it was")
    func restored() {
        var history = WellnessHistory(days: [day(0, hours: 9), day(1, hours: 9)])
        let completed = history.record(day(2, hours: 9), completing: pattern)
        #expect(completed)
        #expect(WellnessHistory(days: history.days.reversed(), alertedOn: history.alertedOn) == history)
    }

    @Test(
        "Thirty days are kept, and alerts are as a look at the whole past finds them",
        arguments: 0..<200 as Range<UInt64>
    )
    func oracle(seed: UInt64) throws {
        var chance = SeededGenerator(seed: seed)
        let pattern = try WellnessPattern(stillness: .hours(8), days: .random(in: 2...14, using: &chance))
        let hours = (0..<90).map { _ -> Int64? in
            switch Int.random(in: 0..<30, using: &chance) {
            case 0: nil
            case 1: 3
            default: 10
            }
        }
        var (history, lastAlert) = (WellnessHistory(), -1)
        for (number, hour) in hours.enumerated() {
            guard let hour else { continue }
            let row = max(0, number - pattern.days + 1)...number
            let isDue = row.count == pattern.days && row.lowerBound > lastAlert && row.allSatisfy { hours[$0] == 10 }
            if isDue { lastAlert = number }
            let fires = history.record(day(number, hours: hour), completing: pattern)
            #expect(fires == isDue, "seed \(seed), day \(number)")
            #expect(history.days.count <= 30)
        }
    }

    @Test("A day's stillness is its longest time without activity, not counting quiet hours")
    func stillness() throws {
        let berlin = try InstalledZones.zone("Europe/Berlin")
        let night = try QuietHours(
            from: local("2026-07-01T22:00:00").time,
            until: local("2026-07-01T07:00:00").time
        )
        let signs = try ["2026-07-01T15:00:00+02:00", "2026-07-01T09:00:00+02:00", "2026-06-30T12:00:00+02:00"]
            .map(instant)
        let midnight = try instant("2026-07-01T00:00:00+02:00")
        func stillness(_ signs: [Instant], _ quiet: QuietHours?, from opening: Span = .zero, away: Absence...) -> Span?
        {
            WellnessDay(
                date: first,
                activity: signs,
                watchedFrom: midnight + opening,
                quietHours: quiet,
                absences: away,
                in: berlin
            )?.stillness
        }
        #expect(stillness(signs, night) == .hours(7))
        #expect(stillness(signs, nil) == .hours(9))
        #expect(stillness([], night) == .hours(15))
        #expect(stillness([], nil) == .hours(24))
        // The hours in which nothing was watched are unknown.
        #expect(stillness(signs, nil, from: .milliseconds(1)) == nil)
        let away = Absence(from: midnight + .hours(17), until: midnight + .hours(23))
        #expect(stillness(signs, night, away: away) == .hours(6))
        #expect(stillness([], night, away: away, Absence(from: midnight, until: midnight + .hours(8))) == .hours(9))
    }

    @Test("A day of a clock change is as long as it is")
    func clockChange() throws {
        let berlin = try InstalledZones.zone("Europe/Berlin")
        let hours = try ["2026-03-29T00:00:00", "2026-10-25T00:00:00"].map {
            let opening = Instant(milliseconds: 0)
            return try WellnessDay(
                date: local($0).date,
                activity: [],
                watchedFrom: opening,
                quietHours: nil,
                in: berlin
            )?.stillness
        }
        #expect(hours == [.hours(23), .hours(25)])
    }

    @Test("A pattern has 1 to 23 hours on 2 to 14 days")
    func bounds() {
        #expect(throws: CareError.stillness(.minutes(30))) { try WellnessPattern(stillness: .minutes(30), days: 3) }
        #expect(throws: CareError.stillness(.hours(24))) { try WellnessPattern(stillness: .hours(24), days: 3) }
        #expect(throws: CareError.stillDays(1)) { try WellnessPattern(stillness: .hours(8), days: 1) }
        #expect(throws: CareError.stillDays(15)) { try WellnessPattern(stillness: .hours(8), days: 15) }
    }
}
