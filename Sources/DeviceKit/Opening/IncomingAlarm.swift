public import AlarmCore
public import AlarmWire

/// An alarm for this device, opened and checked.
public struct IncomingAlarm: Hashable, Sendable {
    /// The stage.
    public var stage: PushStage
    /// The alarm.
    public var id: AlarmID
    /// The alarm's revision.
    public var revision: Int
    /// The nominal due time of the present occurrence.
    public var time: Instant
    /// The time at which it rings, where different: the end of a snooze.
    public var snoozedUntil: Instant?
    /// Whether its sound was turned off on a device of this person, so that it is to ring on none until it is put off.
    public var isSoundOff = false
    /// The first due time, for a recurring alarm.
    public var firstTime: Instant?
    /// The recurrence rule.
    public var rule: RecurrenceRule?
    /// The zone of the rule.
    public var timeZone: String?
    /// The name of the sound.
    public var sound: String
    /// The message, if it can be trusted.
    public var words: OpenedWords
    /// The pair with its sender; nil where that could not be verified.
    public var pair: PairID?
    /// The sender's display name; nil where it could not be verified.
    public var partnerName: String?
    /// Whether this device's own person set it.
    public var isOwn = false
    /// The circle whose member set it, as far as this device or the relay can tell; nil for a partner alarm.
    public var circle: CircleID?
    /// Whether it rings late: the relay was away when it was due, or this device learns of it only by a later sync.
    public var isLate: Bool
    /// The time at which the relay's data was restored from a backup that knew the alarm already.
    public var restoredAt: Instant?
    /// The preset; nil for a partner alarm, and for an alarm from a sync.
    public var preset: String?
    /// The relay's own text; nil for a partner alarm.
    public var relayWords: PushWords?

    /// The time for a system alarm.
    public var ringsAt: Instant { snoozedUntil ?? time }
    /// The time for a local notification, where there is no system alarm; see ``AlarmPlanner/localDelay``.
    public var notifiesLocallyAt: Instant { ringsAt + AlarmPlanner.localDelay }
    /// Whether message and sender can be trusted.
    public var isVerified: Bool { words.text != nil }
}

/// News of an alarm that this device's user set, or of one that was missed.
public struct AlarmNotice: Hashable, Sendable {
    /// The stage: acknowledged, dismissed, declined, no answer, missed, blocked, unblocked, or one that is newer than
    /// this software.
    public var stage: PushStage
    /// The alarm.
    public var id: AlarmID
    /// The alarm's revision.
    public var revision: Int
    /// The nominal due time of the occurrence.
    public var time: Instant
    /// The receiver's reply.
    public var reply: OpenedWords?
    /// The message as sent, where this device set the alarm, or the text that a member of a circle sealed.
    public var text: String?
    /// The other side's name, where it is known.
    public var partnerName: String?
    /// The preset; nil for a partner alarm.
    public var preset: String?
    /// The relay's own text; nil for a partner alarm.
    public var relayWords: PushWords?
    /// Why ``text`` is nil although a member of a circle sealed one.
    public var doubt: OpenedWords.VerificationFailure?
}
