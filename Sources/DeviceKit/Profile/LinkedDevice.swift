public import AlarmCore
public import AlarmWire

/// Another device that this device has linked to its person, or a server that it has added.
public struct LinkedDevice: Hashable, Sendable {
    /// Identifier.
    public let id: DeviceID
    /// The device's own name, which the relay does not know.
    public let name: String
    /// The time at which it was linked.
    public let since: Instant
}

extension LinkedDevice: WireMessage {
    /// Reads the members of the JSON object in a profile.
    public init(reading object: inout ObjectReader) throws(WireError) {
        id = try object.identifier("deviceId")
        name = try object.string("name", bytes: 1...256)
        since = try object.instant("since")
    }

    /// The JSON object in a profile.
    public var json: JSONValue {
        .object(of: ["deviceId": .identifier(id), "name": .string(name), "since": .instant(since)])
    }
}
