/// Who may register a device.
package enum Registration: Hashable, Sendable {
    /// Whoever holds a live invite's proof or an operator's enrolment code.
    case closed
    /// Anybody; for trials.
    case open
}
