internal import CTimer

/// Whether this computer's wall clock follows a time server.
package enum ClockSynchronisation: Hashable, Sendable {
    case synchronised
    case notSynchronised
    /// The system does not say.
    case unknown

    /// The kernel's opinion, which a program such as systemd-timesyncd or chrony keeps up to date.
    package static func now() -> ClockSynchronisation {
        switch reveille_clock_is_synchronised() {
        case 1: .synchronised
        case 0: .notSynchronised
        default: .unknown
        }
    }
}
