public import AlarmCore

/// `POST /v1/check-ins`: the person is well.
public struct CheckInRequest: Hashable, WireMessage {
    /// The IANA zone in which the person is; the device's last one where absent.
    public var timeZone: String?
    /// The person's place, if they share it with their contacts.
    public var place: Place?
    /// The device's present capabilities, where they have changed.
    public var capabilities: Device.Capabilities?

    /// Makes a request.
    public init(timeZone: String? = nil, place: Place? = nil, capabilities: Device.Capabilities? = nil) {
        self.timeZone = timeZone
        self.place = place
        self.capabilities = capabilities
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        timeZone = try object.optionalZone("timeZone")
        place = try object.optionalObject("place")
        capabilities = try object.optionalObject("capabilities")
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "timeZone": timeZone.map(JSONValue.string),
            "place": place?.json,
            "capabilities": capabilities?.json,
        ])
    }
}
