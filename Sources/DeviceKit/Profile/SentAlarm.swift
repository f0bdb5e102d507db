public import AlarmCore
public import AlarmWire

/// An alarm that the device's user set, with enough to seal it anew for another time.
public struct SentAlarm: Hashable, Sendable {
    /// The alarm.
    public let id: AlarmID
    /// The pair with its receiver.
    public let pair: PairID
    /// The message.
    public var text: String
    /// The requested time; for a recurring alarm, the start.
    public var time: Instant
    /// The recurrence rule.
    public var rule: RecurrenceRule?
    /// The zone of the rule.
    public var timeZone: String?
    /// The request, until the relay has answered; a retry has to be identical, the sealed message included.
    var request: AlarmRequest?
    /// Whether the relay may have set the alarm although it has not answered: the request was sent, or may have been.
    public internal(set) var mayBeSet = false
    /// When a process of the app began to send it, by this device's own clock; nil unless one does so now.
    var sendingSince: Instant?
    /// Whether its user took it back.
    public internal(set) var isWithdrawn = false

    /// Whether the relay has answered.
    public var isAccepted: Bool { request == nil }

    /// The content of the sealed message.
    var plaintext: MessagePlaintext { MessagePlaintext(id: id, time: time, rule: rule, text: text) }
}

extension SentAlarm: WireMessage {
    /// Reads the members of the JSON object in a profile.
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
        mayBeSet = try object.optionalBool("mayBeSet") ?? false
        sendingSince = try object.optionalInstant("sendingSince")
        isWithdrawn = try object.optionalBool("withdrawn") ?? false
    }

    /// The JSON object in a profile.
    public var json: JSONValue {
        .object(of: [
            "id": .identifier(id),
            "pairId": .identifier(pair),
            "text": .string(text),
            "time": .instant(time),
            "repeat": (rule?.description).map(JSONValue.string),
            "timeZone": timeZone.map(JSONValue.string),
            "request": request?.json,
            "mayBeSet": mayBeSet ? true : nil,
            "sendingSince": sendingSince.map(JSONValue.instant),
            "withdrawn": isWithdrawn ? true : nil,
        ])
    }
}
