/// A member's own switch for the alerts of a care circle: whether they are told, whatever the dweller permits.
public enum AlertSwitch: Hashable, Sendable {
    /// The furthest end of a time without alerts: 366 d from the day it is set.
    public static let longest = Span.days(366)

    /// Alerts reach the member.
    case on
    /// Alerts do not reach the member until that time; without one, until the member switches them on.
    case off(until: Instant?)

    /// Whether alerts reach the member at `now`.
    public func isOn(at now: Instant) -> Bool {
        switch self {
        case .on: true
        case .off(let end): end.map { $0 <= now } ?? false
        }
    }
}
