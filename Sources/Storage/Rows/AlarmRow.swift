package import AlarmCore

/// The store's own number for an alarm; given out in ascending order, so that newer alarms sort later.
package struct AlarmKey: Hashable, Sendable, Comparable {
    package let number: Int64

    package init(_ number: Int64) {
        self.number = number
    }

    package static func < (left: AlarmKey, right: AlarmKey) -> Bool {
        left.number < right.number
    }
}

/// The content of an alarm that its state machine does not use.
package struct AlarmContent: Hashable, Sendable {
    /// The sealed message; nil once it was blanked.
    package var message: SealedText?
    /// The sound's name.
    package var sound: String
    /// The IANA zone that the sender named.
    package var timeZone: String?
    /// For a recurring alarm, the time that its sender named, which the sealed message repeats.
    package var firstTime: Instant?
    /// A hash of the request, which tells a retry from another request with the same identifier.
    package var digest: [UInt8]
    /// The receiver's sealed reply.
    package var reply: SealedText?
    /// The document that the alarm is about, such as a contact that has to confirm or a completed reminder.
    package var subject: DocumentID?

    package init(
        message: SealedText?,
        sound: String,
        timeZone: String?,
        firstTime: Instant? = nil,
        digest: [UInt8],
        reply: SealedText? = nil,
        subject: DocumentID? = nil
    ) {
        self.message = message
        self.sound = sound
        self.timeZone = timeZone
        self.firstTime = firstTime
        self.digest = digest
        self.reply = reply
        self.subject = subject
    }
}

/// An alarm that is not stored yet.
package struct NewAlarm: Hashable, Sendable {
    package var alarm: Alarm
    package var content: AlarmContent
    package var circle: CircleID
    package var sender: PersonID
    package var receiver: PersonID
    package var acceptedAt: Instant
    /// The time of the first wake, if any.
    package var wakeAt: Instant?

    package init(
        alarm: Alarm,
        content: AlarmContent,
        circle: CircleID,
        sender: PersonID,
        receiver: PersonID,
        acceptedAt: Instant,
        wakeAt: Instant? = nil
    ) {
        self.alarm = alarm
        self.content = content
        self.circle = circle
        self.sender = sender
        self.receiver = receiver
        self.acceptedAt = acceptedAt
        self.wakeAt = wakeAt
    }
}

/// A stored alarm.
package struct AlarmRow: Hashable, Sendable {
    /// The store's number for the alarm.
    package let key: AlarmKey
    /// The state machine.
    package var alarm: Alarm
    /// The content that the state machine does not use.
    package var content: AlarmContent
    package let circle: CircleID
    package let sender: PersonID
    package let receiver: PersonID
    package let acceptedAt: Instant
    /// The time of the last change.
    package var changedAt: Instant
    /// The number of the last change; unique and ascending among the alarms of each of its two persons.
    package var change: Int64

    package init(
        key: AlarmKey,
        alarm: Alarm,
        content: AlarmContent,
        circle: CircleID,
        sender: PersonID,
        receiver: PersonID,
        acceptedAt: Instant,
        changedAt: Instant,
        change: Int64
    ) {
        self.key = key
        self.alarm = alarm
        self.content = content
        self.circle = circle
        self.sender = sender
        self.receiver = receiver
        self.acceptedAt = acceptedAt
        self.changedAt = changedAt
        self.change = change
    }
}

extension AlarmRow {
    /// Its sender and its receiver, who may be one person.
    package var persons: Set<PersonID> { [sender, receiver] }

    /// Makes the row of a new alarm from the numbers that a store gave it.
    package init(_ new: NewAlarm, key: AlarmKey, change: Int64) {
        self.init(
            key: key,
            alarm: new.alarm,
            content: new.content,
            circle: new.circle,
            sender: new.sender,
            receiver: new.receiver,
            acceptedAt: new.acceptedAt,
            changedAt: new.acceptedAt,
            change: change
        )
    }
}

/// A line of an alarm's record, as stored.
package struct RecordLine: Hashable, Sendable {
    package var alarm: AlarmKey
    package var at: Instant
    package var event: AlarmEvent

    package init(alarm: AlarmKey, at: Instant, event: AlarmEvent) {
        self.alarm = alarm
        self.at = at
        self.event = event
    }
}

/// The time at which an alarm wants to be woken.
package struct Wake: Hashable, Sendable {
    package var at: Instant
    package var alarm: AlarmKey

    package init(at: Instant, alarm: AlarmKey) {
        self.at = at
        self.alarm = alarm
    }
}

/// How much one person asks of another through a pair.
package struct AlarmLoad: Hashable, Sendable {
    /// Alarms accepted since some time, ended ones included.
    package var recent: Int
    /// Alarms that have not ended.
    package var pending: Int

    package init(recent: Int, pending: Int) {
        self.recent = recent
        self.pending = pending
    }
}
