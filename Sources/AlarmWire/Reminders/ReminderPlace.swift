public import AlarmCore

/// `PUT /v1/reminders/{id}/place`: the place where the assignee should stay, and when.
public struct ReminderPlace: Hashable, WireMessage {
    /// The place.
    public var place: Place
    /// The time in which it is watched; nil for as long as the reminder is open.
    public var time: PlaceTime?

    /// Makes a request.
    public init(_ place: Place, during time: PlaceTime? = nil) {
        self.place = place
        self.time = time
    }

    /// Reads the members of the JSON object: those of the place, and `during`.
    public init(reading object: inout ObjectReader) throws(WireError) {
        time = try object.optionalObject("during")
        place = try Place(reading: &object)
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        guard let time, case .object(var object) = place.json else { return place.json }
        object.append("during", time.json)
        return .object(object)
    }
}

extension PlaceTime: WireDecodable, WireEncodable {
    /// Reads `{"from":"2026-03-02T15:00:00Z","until":"2026-03-02T17:00:00Z"}`, one of which may be absent.
    public init(reading object: inout ObjectReader) throws(WireError) {
        let from = try object.optionalInstant("from")
        let until = try object.optionalInstant("until")
        guard let time = PlaceTime(from: from, until: until) else {
            throw object.error(.expected("a beginning, or an end after it"), at: "until")
        }
        self = time
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: ["from": from.map { .instant($0) }, "until": until.map { .instant($0) }])
    }
}
