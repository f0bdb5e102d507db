import AlarmCore
import DeviceKit
import Engine
import Foundation
import Wording

/// Writes times for people: in this machine's zone, or in that of an alarm.
struct LocalClock: Sendable {
    /// The IANA name of this machine's zone.
    let zoneName: String
    private let rules: ZoneRules?
    private let zones: ZoneDirectory
    /// The clock of the relay; nil where no device knows one.
    var relay: RelayTime?
    /// The language of the reader.
    private(set) var language: Language = .english

    /// Determines this machine's zone: `$TZ`, else the system's setting; UTC without data for that zone.
    init(zones: ZoneDirectory, zoneName: String = TimeZone.current.identifier) {
        self.zones = zones
        rules = zones.rules(for: zoneName)
        self.zoneName = rules == nil ? "UTC" : zoneName
    }

    /// Returns this clock for a reader of `language`.
    func speaking(_ language: Language) -> LocalClock {
        var clock = self
        clock.language = language
        return clock
    }

    /// Returns this clock as it stands now, so that the lines of one list count from the same moment.
    var stopped: LocalClock {
        var clock = self
        let now = relayNow
        clock.relay = RelayTime({ now }, offset: .zero)
        return clock
    }

    /// The current time.
    var now: Instant { SystemClock().now() }

    /// The current time by the relay's clock, from which the times that the relay gives are counted.
    var relayNow: Instant { relay?.now ?? now }

    /// Returns a time as `Thu 2026-01-01 07:00 CET`, the day in the reader's language, with seconds where they are not
    /// zero.
    ///
    /// - Parameters:
    ///   - instant: the time.
    ///   - zone: the IANA name of the zone whose clocks are read; this machine's by default, and where it is unknown.
    /// - Returns: the text.
    func text(_ instant: Instant, in zone: String? = nil) -> String {
        let rules = rules(for: zone)
        let offset = rules.offset(at: instant)
        let local = rules.localDateTime(at: Instant(seconds: instant.seconds))
        let time = local.time.second == 0 ? String(local.time.iso8601.prefix(5)) : local.time.iso8601
        return "\(language.text(local.date.weekday.short)) \(local.date.iso8601) \(time) \(offset.abbreviation)"
    }

    /// Returns a time as ``text(_:in:)`` does, and the zone's name where it is not this machine's.
    func named(_ instant: Instant, in zone: String?) -> String {
        guard let zone, zone != zoneName, zones.rules(for: zone) != nil else { return text(instant) }
        return "\(text(instant, in: zone)) (\(zone))"
    }

    /// Returns a time as ``named(_:in:)`` does, and how long it is from now.
    func moment(_ instant: Instant, in zone: String?) -> String {
        language.text(.listTimeBoth, [.time: named(instant, in: zone), .words: distance(to: instant)])
    }

    /// Returns the time of day on this machine's clocks, as `07:00`, where the time is today's, else as
    /// ``text(_:in:)`` does.
    func shortText(_ instant: Instant) -> String {
        guard date(instant) == date(relayNow) else { return text(instant) }
        let time = timeOfDay(instant)
        return time.hasSuffix(":00") ? String(time.prefix(5)) : time
    }

    /// Returns a time on this machine's clocks, and where those of an alarm's zone show another, that beside it, as in
    /// `Thu 2026-01-01 07:00 CET (15:00 JST, Asia/Tokyo)`; with the day there where that differs.
    ///
    /// - Parameters:
    ///   - instant: the time.
    ///   - zone: the IANA name of the alarm's zone; this machine's clocks alone where it is nil or unknown.
    /// - Returns: the text.
    func both(_ instant: Instant, in zone: String?) -> String {
        let own = text(instant)
        guard let zone, let there = zones.rules(for: zone) else { return own }
        let (here, local) = (rules(for: nil).localDateTime(at: instant), there.localDateTime(at: instant))
        guard local != here else { return own }
        let other = text(instant, in: zone)
        // The day and the date are two words.
        let time = local.date == here.date ? other.split(separator: " ").dropFirst(2).joined(separator: " ") : other
        return "\(own) (\(time), \(zone))"
    }

    /// Returns the date on this machine's clocks, as `2026-01-01`.
    func date(_ instant: Instant) -> String {
        rules(for: nil).localDateTime(at: instant).date.iso8601
    }

    /// Returns a time of day on this machine's clocks, as `07:00:00`.
    func timeOfDay(_ instant: Instant) -> String {
        rules(for: nil).localDateTime(at: Instant(seconds: instant.seconds)).time.iso8601
    }

    /// Returns the distance of a relay's time from now, as `in 10 min` or `3 min ago`.
    func distance(to instant: Instant) -> String { language.distance(instant - relayNow) }

    private func rules(for zone: String?) -> ZoneRules {
        zone.flatMap { zones.rules(for: $0) } ?? rules ?? .utc
    }
}

extension Language {
    /// A distance from now, as `in 10 min` or `3 min ago`; negative in the past.
    func distance(_ distance: Span) -> String {
        let length = distance < .zero ? -distance : distance
        if length.words == Span.zero.words { return text(.listTimeNow) }
        return text(distance < .zero ? .listTimeAgo : .listTimeIn, [.duration: self.length(length)])
    }

    /// A length of time in its two largest units, to the nearest second, as `1 h 20 min`.
    func length(_ span: Span) -> String {
        self == .english ? span.words : DurationText.spoken(span + .milliseconds(500), self)
    }

    /// A length of time that somebody chose for a setting: in English as a command takes it, as `90m`.
    func chosen(_ span: Span) -> String { self == .english ? "\(span)" : length(span) }
}

extension Weekday {
    /// The day's short name.
    fileprivate var short: TextKey {
        switch self {
        case .monday: .weekdayShortMonday
        case .tuesday: .weekdayShortTuesday
        case .wednesday: .weekdayShortWednesday
        case .thursday: .weekdayShortThursday
        case .friday: .weekdayShortFriday
        case .saturday: .weekdayShortSaturday
        case .sunday: .weekdayShortSunday
        }
    }
}

extension Span {
    /// The length in its two largest units, to the nearest second, as `1 h 20 min`, `3 days 4 h` or `4 months`.
    ///
    /// From 60 days on it is in whole months of 30.44 days, and from two years on in whole years.
    var words: String {
        let seconds = (max(milliseconds, 0) + 500) / 1000
        let (minutes, hours, days) = (seconds / 60, seconds / 3600, seconds / 86_400)
        func pair(_ first: String, _ second: Int64, _ unit: String) -> String {
            second == 0 ? first : "\(first) \(second) \(unit)"
        }
        switch days {
        case 731...: return "\(Int((Double(days) / 365.25).rounded())) years"
        case 60...: return "\(Int((Double(days) / 30.44).rounded())) months"
        case 2...: return pair("\(days) days", hours % 24, "h")
        default: break
        }
        if hours > 0 { return pair("\(hours) h", minutes % 60, "min") }
        return minutes > 0 ? pair("\(minutes) min", seconds % 60, "s") : "\(seconds) s"
    }
}
