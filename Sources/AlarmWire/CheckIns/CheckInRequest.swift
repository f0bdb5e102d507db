public import AlarmCore

/// `POST /v1/check-ins`: the person is well.
public struct CheckInRequest: Hashable, WireMessage {
    /// The IANA zone that the person is in; the device's last one where there is none.
    public var timeZone: String?
    /// Where the person is, if they share it with their contacts.
    public var place: Place?
    /// What the device can do now, where that has changed.
    public var capabilities: Device.Capabilities?

    /// Makes a request.
    public init(timeZone: String? = nil, place: Place? = nil, capabilities: Device.Capabilities? = nil) {
        self.timeZone = timeZone
        self.place = place
        self.capabilities = capabilities
    }

    /// Reads the members of its object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        timeZone = try object.optionalZone("timeZone")
        place = try object.optionalObject("place")
        capabilities = try object.optionalObject("capabilities")
    }

    /// The object that travels.
    public var json: JSONValue {
        .object(of: [
            "timeZone": timeZone.map(JSONValue.string),
            "place": place?.json,
            "capabilities": capabilities?.json,
        ])
    }
}
