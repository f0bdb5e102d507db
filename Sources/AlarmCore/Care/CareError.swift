/// Why a dweller's settings, or a sensor's reading, are refused.
public enum CareError: Error, Hashable, Sendable {
    /// The countdown is shorter than 30 s or longer than 120 s.
    case countdown(Span)
    /// The time without activity is shorter than 1 h or longer than 4 h.
    case inactivity(Span)
    /// The quiet hours begin when they end, or are longer than 18 h.
    case quietHours
    /// The inactivity of a still day is shorter than 1 h or longer than 23 h.
    case stillness(Span)
    /// The still days in a row are fewer than 2 or more than 14.
    case stillDays(Int)
    /// The reading is outside the range of a glucose sensor.
    case glucoseReading(Int)
    /// A threshold is out of range.
    case glucoseThresholds
    /// The end of the pause is not in the future, or more than 366 d away.
    case pause(Instant)
}

extension CareError: CustomStringConvertible {
    /// The problem, and the remedy.
    public var description: String {
        switch self {
        case .countdown(let span): "a countdown of \(span) is out of range; use 30s to 120s"
        case .inactivity(let span): "\(span) without activity is out of range; use 1h to 4h"
        case .quietHours: "quiet hours must begin and end at different times, at most 18 hours apart"
        case .stillness(let span): "\(span) of inactivity a day is out of range; use 1h to 23h"
        case .stillDays(let days): "\(days) days running is out of range; use 2 to 14"
        case .glucoseReading(let reading): "\(reading) mg/dL is not a glucose reading; use 1 to 1500"
        case .glucoseThresholds: "glucose thresholds are out of range; use 40 to 110 mg/dL as low, 120 to 450 as high"
        case .pause(let end):
            "a pause cannot end at \(end.iso8601); choose a time in the future, at most 366 days away"
        }
    }
}
