public import AlarmCore
public import AlarmWire

/// What a device remembers of an alarm that its user set: enough to seal it anew for another time.
public struct SentAlarm: Hashable, Sendable {
    /// The alarm.
    public let id: AlarmID
    /// For whom it is.
    public let pair: PairID
    /// The words.
    public var text: String
    /// The time that was asked for; for an alarm that repeats, the start.
    public var time: Instant
    /// How it repeats.
    public var rule: RecurrenceRule?
    /// The zone of the rule.
    public var timeZone: String?
    /// What was sent, until the relay has answered; a repeat has to be the same, sealed words included.
    var request: AlarmRequest?

    /// Whether the relay has answered.
    public var isAccepted: Bool { request == nil }

    /// What is sealed for the receiver.
    var plaintext: MessagePlaintext { MessagePlaintext(id: id, time: time, rule: rule, text: text) }
}

extension SentAlarm: WireMessage {
    /// Reads the members of its object in a profile.
    public init(reading object: inout ObjectReader) throws(WireError) {
        self.init(
            id: try object.identifier("id"),
            pair: try object.identifier("pairId"),
            text: try object.string("text"),
            time: try object.instant("time"),
            rule: try object.optionalRule("repeat"),
            timeZone: try object.optionalZone("timeZone"),
            request: try object.optionalObject("request")
        )
    }

    /// The object in a profile.
    public var json: JSONValue {
        .object(of: [
            "id": .identifier(id),
            "pairId": .identifier(pair),
            "text": .string(text),
            "time": .instant(time),
            "repeat": (rule?.description).map(JSONValue.string),
            "timeZone": timeZone.map(JSONValue.string),
            "request": request?.json,
        ])
    }
}
