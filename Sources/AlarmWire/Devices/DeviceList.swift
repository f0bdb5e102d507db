public import AlarmCore

/// The devices of the caller's person, as `GET /v1/devices` returns them; without names, which the relay does not know.
public struct DeviceList: Hashable, WireMessage {
    /// The devices, oldest first.
    public var devices: [DeviceView]

    /// Makes a list.
    public init(devices: [DeviceView]) {
        self.devices = devices
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        devices = try object.array("devices", limit: 1024)
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: ["devices": .array(devices.map(\.json))])
    }
}

/// One device, as its person may see it.
public struct DeviceView: Hashable, WireMessage {
    /// Identifier.
    public var id: DeviceID
    /// Whether it is the calling device.
    public var isSelf: Bool
    /// The way of reaching the device.
    public var platform: Device.Platform
    /// The capabilities of the device's system.
    public var capabilities: Device.Capabilities
    /// The time of registration.
    public var since: Instant
    /// Whether a push can be sent to the device; if not, it has to register a push token.
    public var isReachable: Bool

    /// Makes a view.
    public init(
        id: DeviceID,
        isSelf: Bool,
        platform: Device.Platform,
        capabilities: Device.Capabilities,
        since: Instant,
        isReachable: Bool
    ) {
        self.id = id
        self.isSelf = isSelf
        self.platform = platform
        self.capabilities = capabilities
        self.since = since
        self.isReachable = isReachable
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        id = try object.identifier("deviceId")
        isSelf = try object.bool("self")
        platform = try object.platform("platform")
        capabilities = try object.object("capabilities")
        since = try object.instant("since")
        isReachable = try object.bool("reachable")
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "deviceId": .identifier(id),
            "self": .bool(isSelf),
            "platform": .word(platform),
            "capabilities": capabilities.json,
            "since": .instant(since),
            "reachable": .bool(isReachable),
        ])
    }
}

extension ObjectReader {
    /// Takes the name of a platform, be it one that this side does not know.
    public mutating func platform(_ name: String) throws(WireError) -> Device.Platform {
        try text(name, expected: "a platform of 1 to 32 lower-case letters, digits and hyphens") {
            Device.Platform(rawValue: $0)
        }
    }
}
