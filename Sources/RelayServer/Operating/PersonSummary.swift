package import AlarmCore
package import AlarmWire
package import Engine
import Storage

/// A person as their operator sees them: a relay knows no names.
package struct PersonSummary: Hashable, Sendable, WireEncodable {
    private static let page = 256

    package let id: PersonID
    /// The platforms of the person's devices, the oldest device first.
    package let platforms: [Device.Platform]
    /// The time at which the oldest of the devices was registered.
    package let since: Instant
    /// The pairs that have not been revoked.
    package let pairs: Int
    package let circles: Int
    /// The alarms and deadlines from and for the person that have not ended.
    package let alarms: Int

    /// Lists everybody with a device in the database of this configuration, beside a relay that may be running on it.
    ///
    /// - Returns: the people, those who registered first at the front.
    /// - Throws: `RelayError.noDatabase(path:)`, `StoreError` or `KeyringError`; each says what to do.
    package static func all(
        _ configuration: RelayConfiguration,
        clock: any RelayClock = SystemClock()
    ) async throws -> [PersonSummary] {
        try configuration.requireDatabase()
        return try await withOfflineEngine(configuration, clock: clock) { try await all(in: $0) }
    }

    static func all(in engine: Engine) async throws -> [PersonSummary] {
        var people: [PersonID: PersonSummary] = [:]
        var last: SealedValue.Place?
        repeat {
            let after = last
            let (found, end) = try await engine.read { snapshot in
                let keys = try snapshot.sealedValues(.deviceKey, after: after, limit: page)
                let found = try keys.compactMap { key -> PersonSummary? in
                    guard case .deviceKey(let id) = key.place, let device = try snapshot.device(id) else { return nil }
                    return try PersonSummary(device.person, in: snapshot)
                }
                return (found, keys.last?.place)
            }
            for person in found { people[person.id] = person }
            last = end
        } while last != nil
        return people.values.sorted { ($0.since, $0.id) < ($1.since, $1.id) }
    }

    private init?(_ id: PersonID, in snapshot: any Snapshot) throws {
        let devices = try snapshot.devices(of: id)
        guard let first = devices.first else { return nil }
        self.id = id
        platforms = devices.map(\.platform)
        since = first.since
        pairs = try snapshot.pairs(of: id).count(where: \.isActive)
        circles = try snapshot.circles(of: id).count
        alarms = try snapshot.liveAlarms(of: id, limit: .max).count
    }

    package var json: JSONValue {
        .object(of: [
            "person": .identifier(id),
            "platforms": .array(platforms.map { .string($0.rawValue) }),
            "since": .instant(since),
            "pairs": .integer(pairs),
            "circles": .integer(circles),
            "alarms": .integer(alarms),
        ])
    }
}
