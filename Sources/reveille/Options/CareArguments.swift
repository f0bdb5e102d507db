import AlarmCore
import ArgumentParser

/// A value, or `off`.
struct SettingOrOff<Value: CareArgument>: ExpressibleByArgument {
    /// The value; nil for `off`.
    let value: Value?

    init?(argument: String) {
        guard argument != "off" else {
            value = nil
            return
        }
        guard let value = Value(careArgument: argument) else { return nil }
        self.value = value
    }
}

/// A setting of a care circle, as a command line argument.
protocol CareArgument {
    /// Reads the argument; nil if it is invalid.
    init?(careArgument: String)
}

extension Span: CareArgument {
    init?(careArgument: String) {
        guard let span = try? Span(text: careArgument) else { return nil }
        self = span
    }
}

extension QuietHours: CareArgument {
    /// Reads `22:00-07:00`.
    init?(careArgument: String) {
        let times = careArgument.split(separator: "-", omittingEmptySubsequences: false).map { LocalTime(clock: $0) }
        guard times.count == 2, let from = times[0], let until = times[1],
            let hours = try? QuietHours(from: from, until: until)
        else { return nil }
        self = hours
    }
}

extension WellnessPattern: CareArgument {
    /// Reads `10h/3`.
    init?(careArgument: String) {
        let parts = careArgument.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let span = try? Span(text: String(parts[0])), let days = Int(parts[1]),
            let pattern = try? WellnessPattern(stillness: span, days: days)
        else { return nil }
        self = pattern
    }
}

extension GlucoseThresholds: CareArgument {
    /// Reads `70-180`.
    init?(careArgument: String) {
        let numbers = careArgument.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2, let low = numbers[0], let high = numbers[1],
            let thresholds = try? GlucoseThresholds(low: low, high: high)
        else { return nil }
        self = thresholds
    }
}

/// The countdown before an alert of one kind, as `fall=45s`.
struct Countdown: ExpressibleByArgument {
    let kind: CareSignal.Kind
    let span: Span

    init?(argument: String) {
        let parts = argument.split(separator: "=", omittingEmptySubsequences: false).map { String($0) }
        guard parts.count == 2, let kind = CareSignal.Kind(rawValue: parts[0]), let span = try? Span(text: parts[1]),
            CareLimits.countdowns.contains(span)
        else { return nil }
        self.kind = kind
        self.span = span
    }
}

/// The inactivity of one day, as `2026-01-12=9h`.
struct StillDay: ExpressibleByArgument {
    let day: WellnessDay

    init?(argument: String) {
        let parts = argument.split(separator: "=", omittingEmptySubsequences: false).map { String($0) }
        guard parts.count == 2, let midnight = try? LocalDateTime(iso8601: "\(parts[0])T00:00:00"),
            let span = try? Span(text: parts[1])
        else { return nil }
        day = WellnessDay(date: midnight.date, stillness: span)
    }
}

extension CareSignal.Kind {
    /// Reads the name of a signal.
    static func argument(_ text: String) throws -> CareSignal.Kind {
        guard let kind = CareSignal.Kind(rawValue: text) else {
            throw ValidationError("A signal is one of \(allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        return kind
    }
}

extension LocalTime {
    /// Reads `07:00`.
    init?(clock text: Substring) {
        let fields = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard fields.count == 2, let hour = fields[0], let minute = fields[1] else { return nil }
        self.init(hour: hour, minute: minute)
    }
}
