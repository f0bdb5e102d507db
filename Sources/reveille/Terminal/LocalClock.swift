import AlarmCore
import Engine
import Foundation

/// Formats times in this machine's zone with the offset, so that they can be copied into `--at`.
struct LocalClock: Sendable {
    /// The IANA name of this machine's zone.
    let zoneName: String
    private let rules: ZoneRules?

    /// Determines this machine's zone: `$TZ`, else the system's setting; UTC without data for that zone.
    init(zones: ZoneDirectory, zoneName: String = TimeZone.current.identifier) {
        rules = zones.rules(for: zoneName)
        self.zoneName = rules == nil ? "UTC" : zoneName
    }

    /// The current time.
    var now: Instant { SystemClock().now() }

    /// Returns a time with its date, as `2026-01-01T07:00:00+01:00`.
    func text(_ instant: Instant) -> String {
        Instant(seconds: instant.seconds).iso8601(secondsEast: offset(at: instant))
    }

    /// Returns a time of day, as `07:00:00`.
    func timeOfDay(_ instant: Instant) -> String {
        let text = text(instant)
        guard let start = text.firstIndex(of: "T") else { return text }
        return String(text[text.index(after: start)...].prefix(8))
    }

    /// Returns the distance from now, as `in 10m` or `3m ago`, to the nearest second.
    func distance(to instant: Instant) -> String {
        let distance = instant - now + .milliseconds(500)
        let seconds = Span.seconds(Instant(milliseconds: distance.milliseconds).seconds)
        return seconds < .zero ? "\(-seconds) ago" : "in \(seconds)"
    }

    /// Returns the offset from UTC, in seconds east.
    func offset(at instant: Instant) -> Int {
        rules?.offset(at: instant).secondsEast ?? 0
    }
}
