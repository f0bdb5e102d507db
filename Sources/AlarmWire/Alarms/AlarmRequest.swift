public import AlarmCore

/// `POST /v1/alarms`: ring my partner at that time, with this message (PA1 section 5).
public struct AlarmRequest: Hashable, WireMessage {
    /// The allowed lifetimes, for which an alarm is worth delivering after it was due: 1 s to 24 h.
    public static let ttlRange = Span.seconds(1)...Span.hours(24)
    /// The default lifetime: 10 min.
    public static let defaultTTL = Span.minutes(10)
    /// The default sound: the system's own.
    public static let defaultSound = "default"
    /// The most bytes of a sound's name: 64.
    public static let soundLimit = 64

    /// Whether `name` can be a sound's: 1 to ``soundLimit`` letters, digits, dots, hyphens and underscores.
    public static func isSound(_ name: String) -> Bool {
        (1...soundLimit).contains(name.utf8.count) && name.utf8.first != UInt8(ascii: ".")
            && name.unicodeScalars.allSatisfy { scalar in
                ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
                    || [".", "-", "_"].contains(scalar)
            }
    }

    static let type = "alarm_request"

    /// Identifier, made by the sender.
    public var id: AlarmID
    /// The token of the person to ring.
    public var partnerToken: PartnerToken
    /// The time; without an offset only where ``timeZone`` is named.
    public var time: AlarmTime
    /// The message, sealed for the receiver.
    public var message: SealedText
    /// How long the alarm is worth delivering after it was due.
    public var ttl: Span
    /// The name of the sound.
    public var sound: String
    /// The IANA zone of a local time and of the rule.
    public var timeZone: String?
    /// The recurrence rule; needs a zone.
    public var rule: RecurrenceRule?

    /// Makes a request.
    public init(
        id: AlarmID,
        partnerToken: PartnerToken,
        time: AlarmTime,
        message: SealedText,
        ttl: Span = AlarmRequest.defaultTTL,
        sound: String = AlarmRequest.defaultSound,
        timeZone: String? = nil,
        rule: RecurrenceRule? = nil
    ) {
        self.id = id
        self.partnerToken = partnerToken
        self.time = time
        self.message = message
        self.ttl = ttl
        self.sound = sound
        self.timeZone = timeZone
        self.rule = rule
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        try object.constant("type", Self.type)
        id = try object.identifier("id")
        partnerToken = try object.partnerToken("toToken")
        timeZone = try object.optionalZone("timeZone")
        time = try object.required(object.optionalAlarmTime("time", hasZone: timeZone != nil), "time")
        message = try object.sealed("message", limit: SealedText.messageLimit)
        ttl = try object.optionalSeconds("ttl", in: Self.ttlRange) ?? Self.defaultTTL
        sound = try object.optionalSound("sound") ?? Self.defaultSound
        rule = try object.optionalRule("repeat")
        if rule != nil, timeZone == nil { throw object.error(.missing, at: "timeZone") }
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "type": .string(Self.type),
            "id": .identifier(id),
            "toToken": .string(partnerToken.text),
            "time": .string(time.text),
            "message": .sealed(message),
            "ttl": .seconds(ttl),
            "sound": .string(sound),
            "timeZone": timeZone.map(JSONValue.string),
            "repeat": (rule?.description).map(JSONValue.string),
        ])
    }
}

extension ObjectReader {
    /// Takes the name of a sound, or nil if there is none: a file's name in the app's bundle, and no path.
    mutating func optionalSound(_ name: String) throws(WireError) -> String? {
        let limit = AlarmRequest.soundLimit
        return try optionalText(name, expected: "a sound's name of 1 to \(limit) letters, digits, dots, - and _") {
            text in AlarmRequest.isSound(text) ? text : nil
        }
    }
}
