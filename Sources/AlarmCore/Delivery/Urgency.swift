/// The interruption level of a push with respect to Focus and silent mode (Apple's interruption levels).
public enum Urgency: String, CaseIterable, Hashable, Sendable, Codable {
    /// Shown at once, but held back by Focus.
    case active
    /// Breaks through Focus and scheduled summaries.
    case timeSensitive = "time-sensitive"
    /// Sounds in silent mode; needs an entitlement, without which the push is sent as time-sensitive.
    case critical

    /// Returns the same urgency, or the next lower one where critical alerts were not granted.
    package func granted(_ allowsCritical: Bool) -> Urgency {
        self == .critical && !allowsCritical ? .timeSensitive : self
    }
}
