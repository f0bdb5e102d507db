public import AlarmCore

/// Whether alerts of a care circle reach a member, as in `{"on":false,"until":"2026-01-12T18:00:00.000Z"}`.
extension AlertSwitch: WireDecodable, WireEncodable {
    /// Reads the members of the JSON object; an end goes with alerts that are off.
    public init(reading object: inout ObjectReader) throws(WireError) {
        let isOn = try object.bool("on")
        let end = try object.optionalInstant("until")
        guard !isOn || end == nil else { throw object.error(.expected("no end for alerts that are on"), at: "until") }
        self = isOn ? .on : .off(until: end)
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        switch self {
        case .on: .object(of: ["on": .bool(true)])
        case .off(let end): .object(of: ["on": .bool(false), "until": end.map(JSONValue.instant)])
        }
    }
}
