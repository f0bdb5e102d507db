public import AlarmCore
public import AlarmWire

/// An alarm for this device, opened and checked.
public struct IncomingAlarm: Hashable, Sendable {
    /// What the relay wants done.
    public var stage: PushStage
    /// The alarm.
    public var id: AlarmID
    /// The revision of which the relay tells.
    public var revision: Int
    /// When the present occurrence is nominally due.
    public var time: Instant
    /// When it is to ring, if that is another time: the end of a snooze.
    public var snoozedUntil: Instant?
    /// When the alarm was first due, for one that repeats.
    public var firstTime: Instant?
    /// How it repeats.
    public var rule: RecurrenceRule?
    /// The zone of the rule.
    public var timeZone: String?
    /// The name of the sound.
    public var sound: String
    /// The words, if they can be believed.
    public var words: Words
    /// Who set it; nil where that could not be verified.
    public var pair: PairID?
    /// How they want to be called; nil where it could not be verified.
    public var partnerName: String?
    /// Whether the relay was away when it was due.
    public var isLate: Bool
    /// The preset that it belongs to; nil for a partner's alarm, and where a sync told of it.
    public var preset: String?
    /// What the relay itself says of it; nil where only a partner has words.
    public var relayWords: PushWords?

    /// When a system alarm for it has to be set to.
    public var ringsAt: Instant { snoozedUntil ?? time }
    /// Whether words and sender can be believed.
    public var isVerified: Bool { words.text != nil }
}

/// News of an alarm that this device's user set, or of one that was missed.
public struct AlarmNotice: Hashable, Sendable {
    /// What happened: acknowledged, dismissed, declined, no answer, missed, blocked, unblocked, or a word that is newer
    /// than this software.
    public var stage: PushStage
    /// The alarm.
    public var id: AlarmID
    /// The revision of which the relay tells.
    public var revision: Int
    /// When the occurrence was nominally due.
    public var time: Instant
    /// What the receiver replied.
    public var reply: Words?
    /// The words that were sent, where this device set the alarm, or that a member of a circle has sealed.
    public var text: String?
    /// The other side's name, where it is known.
    public var partnerName: String?
    /// The preset that it belongs to; nil for a partner's alarm.
    public var preset: String?
    /// What the relay itself says of it; nil where only a partner has words.
    public var relayWords: PushWords?
}
