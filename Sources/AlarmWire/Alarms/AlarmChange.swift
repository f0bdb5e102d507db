public import AlarmCore

/// `PATCH /v1/alarms/{id}`: the sender changes an alarm, which makes a new revision (PA1 section 5).
///
/// What is absent stays. A `repeat` of `null` makes the alarm ring once (RFC 7396, section 2). The sealed message names
/// the alarm's time and rule: whoever changes those seals the message anew, or the receiver will find that it belongs to
/// another time and ring without words.
public struct AlarmChange: Hashable, WireMessage {
    /// What becomes of a member that may be taken away.
    public enum Edit<Value: Hashable & Sendable>: Hashable, Sendable {
        /// It stays as it is.
        case keep
        /// It is taken away.
        case remove
        /// It becomes this.
        case set(Value)
    }

    /// The new time.
    public var time: AlarmTime?
    /// The new words, sealed.
    public var message: SealedText?
    /// The new lifetime after due.
    public var lifetime: Span?
    /// The new sound.
    public var sound: String?
    /// The new zone.
    public var timeZone: String?
    /// What becomes of the rule.
    public var rule: Edit<RecurrenceRule>

    /// Makes a change; at least one thing has to change.
    public init(
        time: AlarmTime? = nil,
        message: SealedText? = nil,
        lifetime: Span? = nil,
        sound: String? = nil,
        timeZone: String? = nil,
        rule: Edit<RecurrenceRule> = .keep
    ) {
        self.time = time
        self.message = message
        self.lifetime = lifetime
        self.sound = sound
        self.timeZone = timeZone
        self.rule = rule
    }

    /// Reads the members of its object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        timeZone = try object.optionalZone("timeZone")
        time = try object.optionalAlarmTime("time", hasZone: timeZone != nil)
        message = try object.optionalSealed("message", limit: SealedText.messageLimit)
        lifetime = try object.optionalSeconds("ttl", in: AlarmRequest.lifetimes)
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

    /// The object that travels.
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
            "ttl": lifetime.map(JSONValue.seconds),
            "sound": sound.map(JSONValue.string),
            "timeZone": timeZone.map(JSONValue.string),
            "repeat": rule,
        ])
    }
}

extension ObjectReader {
    /// Takes a member if it is `null`, and leaves it otherwise.
    mutating func takeNull(_ name: String) -> Bool {
        guard holdsNull(name) else { return false }
        _ = optionalValue(name)
        return true
    }
}
