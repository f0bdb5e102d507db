public import AlarmCore

/// `POST /v1/check-ins`: the person is well.
public struct CheckInRequest: Hashable, WireMessage {
    /// The IANA zone in which the person is; the device's last one where absent.
    public var timeZone: String?
    /// The person's place, if they share it with their contacts.
    public var place: Place?
    /// The device's present capabilities, where they have changed.
    public var capabilities: Device.Capabilities?
    /// What the check-in is made with: the app, the command line or the web app; nil for the relay to judge by the
    /// device.
    public var source: CheckInSource?

    /// Makes a request.
    public init(
        timeZone: String? = nil,
        place: Place? = nil,
        capabilities: Device.Capabilities? = nil,
        source: CheckInSource? = nil
    ) {
        self.timeZone = timeZone
        self.place = place
        self.capabilities = capabilities
        self.source = source
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        timeZone = try object.optionalZone("timeZone")
        place = try object.optionalObject("place")
        capabilities = try object.optionalObject("capabilities")
        source = try object.optionalText("via", expected: "one of app, command-line, web") { text in
            CheckInSource(rawValue: text).flatMap { $0.isNamedByDevices ? $0 : nil }
        }
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "timeZone": timeZone.map(JSONValue.string),
            "place": place?.json,
            "capabilities": capabilities?.json,
            "via": source.map(JSONValue.word),
        ])
    }
}
