public import AlarmCore

/// `PATCH /v1/devices/self`: a device says that something about it has changed; absent members stay as they are.
public struct DeviceChange: Hashable, WireMessage {
    /// The capabilities of the device's system.
    public var capabilities: Device.Capabilities?
    /// The IANA name of the device's zone.
    public var timeZone: String?
    /// The device's language (BCP 47).
    public var locale: String?

    /// Makes a change; at least one member has to be given.
    public init(capabilities: Device.Capabilities? = nil, timeZone: String? = nil, locale: String? = nil) {
        self.capabilities = capabilities
        self.timeZone = timeZone
        self.locale = locale
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        capabilities = try object.optionalObject("capabilities")
        timeZone = try object.optionalZone("timeZone")
        locale = try object.optionalLocale("locale")
        guard self != DeviceChange() else {
            throw WireError(.expected("at least one of capabilities, timeZone, locale"), at: object.pointer)
        }
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "capabilities": capabilities?.json,
            "timeZone": timeZone.map(JSONValue.string),
            "locale": locale.map(JSONValue.string),
        ])
    }
}
