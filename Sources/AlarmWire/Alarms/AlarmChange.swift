public import AlarmCore

/// `PATCH /v1/alarms/{id}`: the sender changes an alarm, which makes a new revision (PA1 section 5).
///
/// Absent members stay as they are. A `repeat` of `null` makes the alarm ring once (RFC 7396, section 2). The sealed
/// message repeats the alarm's time and rule, so a change of those needs a newly sealed message; otherwise the receiver
/// finds that the message belongs to another time, and rings without it.
public struct AlarmChange: Hashable, WireMessage {
    /// A change of an optional member.
    public enum Edit<Value: Hashable & Sendable>: Hashable, Sendable {
        /// Keep the member as it is.
        case keep
        /// Remove the member.
        case remove
        /// Set the member to this value.
        case set(Value)
    }

    /// The new time.
    public var time: AlarmTime?
    /// The new message, sealed.
    public var message: SealedText?
    /// The new lifetime after due.
    public var ttl: Span?
    /// The new sound.
    public var sound: String?
    /// The new zone.
    public var timeZone: String?
    /// The change of the rule.
    public var rule: Edit<RecurrenceRule>

    /// Makes a change; at least one member has to change.
    public init(
        time: AlarmTime? = nil,
        message: SealedText? = nil,
        ttl: Span? = nil,
        sound: String? = nil,
        timeZone: String? = nil,
        rule: Edit<RecurrenceRule> = .keep
    ) {
        self.time = time
        self.message = message
        self.ttl = ttl
        self.sound = sound
        self.timeZone = timeZone
        self.rule = rule
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        timeZone = try object.optionalZone("timeZone")
        time = try object.optionalAlarmTime("time", hasZone: timeZone != nil)
        message = try object.optionalSealed("message", limit: SealedText.messageLimit)
        ttl = try object.optionalSeconds("ttl", in: AlarmRequest.ttlRange)
        sound = try object.optionalSound("sound")
        if object.takeNull("repeat") {
            rule = .remove
        } else {
            rule = try object.optionalRule("repeat").map { .set($0) } ?? .keep
        }
        guard self != AlarmChange() else {
            throw WireError(
                .expected("at least one of time, message, ttl, sound, timeZone, repeat"),
                at: object.pointer
            )
        }
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        let rule: JSONValue? =
            switch self.rule {
            case .keep: nil
            case .remove: .null
            case .set(let rule): .string(rule.description)
            }
        return .object(of: [
            "time": (time?.text).map(JSONValue.string),
            "message": message.map(JSONValue.sealed),
            "ttl": ttl.map(JSONValue.seconds),
            "sound": sound.map(JSONValue.string),
            "timeZone": timeZone.map(JSONValue.string),
            "repeat": rule,
        ])
    }
}

extension ObjectReader {
    /// Takes a member if it is `null`; leaves it otherwise.
    mutating func takeNull(_ name: String) -> Bool {
        guard holdsNull(name) else { return false }
        _ = optionalValue(name)
        return true
    }
}
