/// Why a recurrence rule is not supported.
public enum RecurrenceRuleError: Error, Hashable, Sendable {
    /// A part of a rule, by the name that RFC 5545 gives it.
    public enum Part: String, CaseIterable, Hashable, Sendable {
        case frequency = "FREQ"
        case interval = "INTERVAL"
        case count = "COUNT"
        case until = "UNTIL"
        case byMonth = "BYMONTH"
        case byMonthDay = "BYMONTHDAY"
        case byDay = "BYDAY"
        case byHour = "BYHOUR"
        case byMinute = "BYMINUTE"
        case weekStart = "WKST"
    }

    /// The text between two semicolons is not of the form `NAME=value`.
    case malformedPart(String)
    /// RFC 5545 has no such part, or it is not supported.
    case unknownPart(String)
    /// A part occurs twice.
    case duplicatePart(Part)
    /// There is no `FREQ`.
    case missingFrequency
    /// A value is not of the form that its part needs.
    case invalidValue(Part, value: String)
    /// A number, or the ordinal of a weekday, is out of its range; 0 is never an ordinal or a day of the month.
    case outOfRange(Part, value: Int, allowed: ClosedRange<Int>)
    /// Both `COUNT` and `UNTIL` are given.
    case countWithUntil
    /// The part is not allowed with this frequency.
    case notAllowed(Part, RecurrenceRule.Frequency)
    /// `BYDAY` has an ordinal, which daily and weekly rules do not allow.
    case ordinalNotAllowed(RecurrenceRule.Frequency)
}

extension RecurrenceRuleError: CustomStringConvertible {
    /// The problem, its place, and what to write instead.
    public var description: String {
        switch self {
        case .malformedPart(let text):
            "'\(text)' is not a part of a rule; write NAME=value, separated by semicolons"
        case .unknownPart(let name):
            "part \(name) is not supported; use \(Part.allCases.map(\.rawValue).joined(separator: ", "))"
        case .duplicatePart(let part):
            "part \(part.rawValue) stands twice; keep one, with commas between its values"
        case .missingFrequency:
            "the rule has no FREQ; add FREQ=DAILY, WEEKLY, MONTHLY or YEARLY"
        case .invalidValue(let part, let value):
            "'\(value)' is no value for \(part.rawValue); use \(part.form)"
        case .outOfRange(let part, let value, let allowed):
            "\(value) is out of range for \(part.rawValue); use \(RecurrenceRuleError.text(allowed))"
        case .countWithUntil:
            "COUNT and UNTIL exclude one another; keep one (RFC 5545, section 3.3.10)"
        case .notAllowed(let part, let frequency):
            "\(part.rawValue) does not go with FREQ=\(frequency.rawValue); leave it out, or use another frequency"
        case .ordinalNotAllowed(let frequency):
            "BYDAY takes no ordinals with FREQ=\(frequency.rawValue); leave them out, or use MONTHLY or YEARLY"
        }
    }

    private static func text(_ allowed: ClosedRange<Int>) -> String {
        allowed.lowerBound < 0
            ? "1 to \(allowed.upperBound), or -1 to \(allowed.lowerBound) from the end"
            : "\(allowed.lowerBound) to \(allowed.upperBound)"
    }
}

extension RecurrenceRuleError.Part {
    fileprivate var form: String {
        switch self {
        case .frequency: "DAILY, WEEKLY, MONTHLY or YEARLY"
        case .interval, .count: "a whole number from 1"
        case .until: "20251231T235959Z, 20251231T235959 or 20251231"
        case .byDay: "MO, TU, WE, TH, FR, SA, SU, separated by commas, with an ordinal in front if need be, as in -1FR"
        case .byMonth, .byMonthDay, .byHour, .byMinute: "whole numbers, separated by commas"
        case .weekStart: "MO, TU, WE, TH, FR, SA or SU"
        }
    }
}
