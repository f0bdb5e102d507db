public import AlarmCore
public import AlarmWire

/// An alarm that may ring on a device, as the device remembers it.
public struct KnownAlarm: Hashable, Sendable {
    /// The phase of the present occurrence on this device.
    public enum Phase: Hashable, Sendable {
        /// Known, but not registered with the system: the relay has to ring.
        case pending
        /// Registered with the system: it will ring by itself.
        case armed
        /// Ringing now.
        case ringing
        /// Rings again at the end of a snooze taken on this device.
        case snoozed(until: Instant)
        /// A person answered it on this device.
        case answered
        /// The relay cancelled it; it may ring again, after a snooze on another device.
        case released
    }

    /// The alarm.
    public let id: AlarmID
    /// The newest revision seen.
    public var revision: Int
    /// The nominal due time of the present occurrence.
    public var time: Instant
    /// The phase on this device.
    public var phase: Phase
    /// The time at which the phase began.
    public var since: Instant
    /// The pair with its sender, where that could be verified.
    public var pair: PairID?
    /// The message, where it could be verified.
    public var text: String?
    /// The name of the sound.
    public var sound: String
    /// When a process of the app began to arm it, by this device's own clock; nil unless one does so now.
    var armingSince: Instant?
    /// The end of a snooze on another device, at which a ring is a new one; nil for none.
    ///
    /// The cancellation that the snooze sets off may reach this device before or after the news of its end.
    var putOffUntil: Instant?
    /// Whether it was answered here by more than turning off its sound, so that no snooze has it ring again.
    var isDone = false
    /// What this person replied, where this device knows that it has arrived.
    var ownReply: String?
    /// How the alarm of a family's reminder has ended, as the relay said while it had the reminder; nil before it ended.
    var ended: PastOccurrence?

    /// Makes a record of an alarm.
    public init(
        id: AlarmID,
        revision: Int,
        time: Instant,
        phase: Phase,
        since: Instant,
        pair: PairID? = nil,
        text: String? = nil,
        sound: String = AlarmRequest.defaultSound
    ) {
        self.id = id
        self.revision = revision
        self.time = time
        self.phase = phase
        self.since = since
        self.pair = pair
        self.text = text
        self.sound = sound
    }

    /// Whether the system rings it without another push from the relay.
    public var isArmed: Bool {
        switch phase {
        case .armed, .snoozed: true
        case .pending, .ringing, .answered, .released: false
        }
    }

    /// Whether nothing is left to do for this occurrence.
    public var isOver: Bool { phase == .answered || phase == .released }
}

extension KnownAlarm: WireMessage {
    private enum Word: String, CaseIterable {
        case pending, armed, ringing, snoozed, answered, released
    }

    /// Reads the members of the JSON object in a profile.
    public init(reading object: inout ObjectReader) throws(WireError) {
        let phase: Phase =
            switch try object.word("phase", as: Word.self) {
            case .pending: .pending
            case .armed: .armed
            case .ringing: .ringing
            case .snoozed: .snoozed(until: try object.instant("until"))
            case .answered: .answered
            case .released: .released
            }
        self.init(
            id: try object.identifier("id"),
            revision: try object.count("revision"),
            time: try object.instant("time"),
            phase: phase,
            since: try object.instant("since"),
            pair: try object.optionalIdentifier("pairId"),
            text: try object.optionalString("text"),
            sound: try object.string("sound", bytes: 1...64)
        )
        armingSince = try object.optionalInstant("armingSince")
        putOffUntil = try object.optionalInstant("putOffUntil")
        isDone = try object.optionalBool("isDone") ?? false
        ownReply = try object.optionalString("ownReply")
        ended = try object.optionalObject("ended")
    }

    /// The JSON object in a profile.
    public var json: JSONValue {
        let (word, until): (Word, Instant?) =
            switch phase {
            case .pending: (.pending, nil)
            case .armed: (.armed, nil)
            case .ringing: (.ringing, nil)
            case .snoozed(let until): (.snoozed, until)
            case .answered: (.answered, nil)
            case .released: (.released, nil)
            }
        return .object(of: [
            "id": .identifier(id),
            "revision": .integer(revision),
            "time": .instant(time),
            "phase": .word(word),
            "until": until.map(JSONValue.instant),
            "since": .instant(since),
            "pairId": pair.map(JSONValue.identifier),
            "text": text.map(JSONValue.string),
            "sound": .string(sound),
            "armingSince": armingSince.map(JSONValue.instant),
            "putOffUntil": putOffUntil.map(JSONValue.instant),
            "isDone": isDone ? true : nil,
            "ownReply": ownReply.map(JSONValue.string),
            "ended": ended?.json,
        ])
    }
}
