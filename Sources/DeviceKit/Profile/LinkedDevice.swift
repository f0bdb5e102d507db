public import AlarmCore
public import AlarmWire

/// What a device remembers of another one that it has linked to its person.
public struct LinkedDevice: Hashable, Sendable {
    /// Its name at the relay.
    public let id: DeviceID
    /// What it calls itself; the relay does not know.
    public let name: String
    /// When it was linked.
    public let since: Instant
}

extension LinkedDevice: WireMessage {
    /// Reads the members of its object in a profile.
    public init(reading object: inout ObjectReader) throws(WireError) {
        id = try object.identifier("deviceId")
        name = try object.string("name", bytes: 1...256)
        since = try object.instant("since")
    }

    /// The object in a profile.
    public var json: JSONValue {
        .object(of: ["deviceId": .identifier(id), "name": .string(name), "since": .instant(since)])
    }
}
