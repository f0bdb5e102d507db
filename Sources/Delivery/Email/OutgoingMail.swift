package import AlarmCore

/// One letter to one person, ready to be sent; a repeat is equal to it.
package struct OutgoingMail: Hashable, Sendable {
    /// The delivery's identifier, the same for all attempts.
    package var id: DeliveryID
    /// The alarm of the letter.
    package var alarm: AlarmID
    /// The recipient.
    package var recipient: Mailbox
    /// The subject, one line: control characters and line ends become spaces.
    package var subject: String
    /// The body as plain text.
    package var text: String
    /// The body as a complete HTML document.
    package var html: String
    /// The language of both bodies (BCP 47), as in `zh-Hant`.
    package var language: String
    /// The time at which the letter was written.
    package var date: Instant
    /// The time from which the letter must not be sent any more.
    package var deadline: Instant
    /// The link to unsubscribe, by one click where it is an `https` URL (RFC 8058); nil for none.
    package var unsubscribe: String?
    /// Whether the letter is automatic, so that no machine should answer it (RFC 3834).
    package var isAutomatic: Bool
    /// The earlier letter of the same alarm to which this one replies; nil for none.
    package var inReplyTo: DeliveryID?

    /// Creates a letter.
    package init(
        id: DeliveryID,
        alarm: AlarmID,
        recipient: Mailbox,
        subject: String,
        text: String,
        html: String,
        language: String,
        date: Instant,
        deadline: Instant,
        unsubscribe: String? = nil,
        isAutomatic: Bool = true,
        inReplyTo: DeliveryID? = nil
    ) {
        self.id = id
        self.alarm = alarm
        self.recipient = recipient
        self.subject = subject
        self.text = text
        self.html = html
        self.language = language
        self.date = date
        self.deadline = deadline
        self.unsubscribe = unsubscribe
        self.isAutomatic = isAutomatic
        self.inReplyTo = inReplyTo
    }
}

extension OutgoingMail: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The delivery's identifier only: letters are never printed.
    package var description: String { "<letter \(id)>" }
    /// The delivery's identifier only: letters are never printed.
    package var debugDescription: String { description }
    /// Empty: `dump` would otherwise show the letter.
    package var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
