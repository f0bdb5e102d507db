/// A value of `BYDAY`: every such weekday, or the nth one of the month or year.
public struct WeekdaySelector: Hashable, Sendable, Comparable {
    /// The ordinal, from 1, or from the end, from -1; nil for every such weekday.
    ///
    /// It counts within the month in monthly rules and in yearly ones with `BYMONTH`, else within the year.
    public let ordinal: Int?
    /// The day of the week.
    public let weekday: Weekday

    /// Selects every `weekday`, or the one that `ordinal` counts.
    public init(_ weekday: Weekday, ordinal: Int? = nil) {
        self.weekday = weekday
        self.ordinal = ordinal
    }

    /// Whether `left` comes first in a rule: by weekday, then by ordinal.
    public static func < (left: WeekdaySelector, right: WeekdaySelector) -> Bool {
        (left.weekday, left.ordinal ?? 0) < (right.weekday, right.ordinal ?? 0)
    }
}

extension Weekday {
    /// The two letters that RFC 5545 writes for the day.
    var recurrenceCode: String {
        switch self {
        case .monday: "MO"
        case .tuesday: "TU"
        case .wednesday: "WE"
        case .thursday: "TH"
        case .friday: "FR"
        case .saturday: "SA"
        case .sunday: "SU"
        }
    }

    /// The day for two letters of RFC 5545, in upper case, else nil.
    init?(recurrenceCode: some StringProtocol) {
        guard let day = Weekday.allCases.first(where: { $0.recurrenceCode == recurrenceCode }) else { return nil }
        self = day
    }
}
