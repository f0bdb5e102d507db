/// Knows time zones by their IANA names.
///
/// Pure code asks through this protocol and never learns where the data lies.
public protocol ZoneProvider: Sendable {
    /// The rules of the zone called `name`, such as `Europe/Berlin`, or nil if there is no such zone.
    func rules(for name: String) -> ZoneRules?
}

/// A fixed set of zones, for tests and for places without zone files.
public struct InMemoryZones: ZoneProvider {
    private let zones: [String: ZoneRules]

    /// Knows the `zones` given, and no others.
    public init(_ zones: [String: ZoneRules] = ["UTC": .utc]) {
        self.zones = zones
    }

    /// The rules of the zone called `name`, if it is one of the set.
    public func rules(for name: String) -> ZoneRules? { zones[name] }
}
