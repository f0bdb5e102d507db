import AlarmCore

/// A fixed set of zones.
struct InMemoryZones: ZoneProvider {
    private let zones: [String: ZoneRules]

    /// Creates a provider that knows only the given `zones`.
    init(_ zones: [String: ZoneRules]) {
        self.zones = zones
    }

    func rules(for name: String) -> ZoneRules? { zones[name] }
}
