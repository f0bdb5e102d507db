/// A month of a year, counted from January of the year 0.
struct MonthNumber: Hashable, Sendable, Comparable {
    let number: Int

    init(number: Int) {
        self.number = number
    }

    init(of date: LocalDate) {
        number = date.year * 12 + date.month - 1
    }

    var year: Int { number.flooredQuotient(12) }
    /// The month of the year, 1 to 12.
    var month: Int { number.flooredModulo(12) + 1 }
    var length: Int { LocalDate.length(ofMonth: month, in: year) }
    /// The day number of the first of the month.
    var firstDay: Int { LocalDate.dayNumber(year: year, month: month, day: 1) }

    func date(day: Int) -> LocalDate? { LocalDate(year: year, month: month, day: day) }

    static func < (left: MonthNumber, right: MonthNumber) -> Bool {
        left.number < right.number
    }
}
