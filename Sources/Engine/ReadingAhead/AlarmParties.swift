package import AlarmCore
package import Storage

/// What decides which rows an alarm's decision reads: its preset, its people and its subject.
package struct AlarmParties {
    package let preset: String
    package let sender: PersonID
    package let receiver: PersonID
    package let circle: CircleID
    /// The document that the alarm is about.
    package let subject: DocumentID?
    /// The alarm as stored; nil for one that is about to be accepted.
    package let row: AlarmRow?

    package init(
        preset: String,
        sender: PersonID,
        receiver: PersonID,
        circle: CircleID,
        subject: DocumentID? = nil,
        row: AlarmRow? = nil
    ) {
        self.preset = preset
        self.sender = sender
        self.receiver = receiver
        self.circle = circle
        self.subject = subject
        self.row = row
    }

    package init(of row: AlarmRow) {
        self.init(
            preset: row.alarm.preset,
            sender: row.sender,
            receiver: row.receiver,
            circle: row.circle,
            subject: row.content.subject,
            row: row
        )
    }
}
