/// How hard a push may press through Focus and silent mode (Apple's interruption levels).
public enum Urgency: String, CaseIterable, Hashable, Sendable, Codable {
    /// Shown at once, held back by Focus.
    case active
    /// Breaks through Focus and scheduled summaries.
    case timeSensitive = "time-sensitive"
    /// Sounds in silent mode; needs an entitlement, without which it is sent as time-sensitive.
    case critical

    /// The same, or what is left of it where critical alerts were not granted.
    func granted(_ allowsCritical: Bool) -> Urgency {
        self == .critical && !allowsCritical ? .timeSensitive : self
    }
}
