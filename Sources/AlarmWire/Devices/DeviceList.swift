public import AlarmCore

/// The devices of the caller's person, as `GET /v1/devices` tells them; without names, which the relay does not know.
public struct DeviceList: Hashable, WireMessage {
    /// The devices, oldest first.
    public var devices: [DeviceView]

    /// Makes a list.
    public init(devices: [DeviceView]) {
        self.devices = devices
    }

    /// Reads the members of its object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        devices = try object.array("devices", limit: 1024)
    }

    /// The object that travels.
    public var json: JSONValue {
        .object(of: ["devices": .array(devices.map(\.json))])
    }
}

/// One device, as its person may see it.
public struct DeviceView: Hashable, WireMessage {
    /// Its name.
    public var id: DeviceID
    /// Whether it is the one that asks.
    public var isSelf: Bool
    /// How it is reached.
    public var platform: Device.Platform
    /// What its system can do.
    public var capabilities: Device.Capabilities
    /// When it registered.
    public var since: Instant
    /// Whether a push can be sent to it; if not, it has to register a push token.
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

    /// Reads the members of its object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        id = try object.identifier("deviceId")
        isSelf = try object.bool("self")
        platform = try object.word("platform")
        capabilities = try object.object("capabilities")
        since = try object.instant("since")
        isReachable = try object.bool("reachable")
    }

    /// The object that travels.
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
