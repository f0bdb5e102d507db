package import AlarmCore

/// One letter to one person, ready to be sent; a repeat of it is equal.
package struct OutgoingMail: Hashable, Sendable {
    /// Names the delivery, the same over all its attempts.
    package var id: DeliveryID
    /// The alarm that it is of.
    package var alarm: AlarmID
    /// Who gets it.
    package var recipient: Mailbox
    /// The subject, one line: control characters and line ends become spaces.
    package var subject: String
    /// The letter as plain text.
    package var text: String
    /// The letter as HTML, a whole document.
    package var html: String
    /// The language of both (BCP 47), as in `zh-Hant`.
    package var language: String
    /// When it was written.
    package var date: Instant
    /// From when on it must not be sent any more.
    package var deadline: Instant
    /// Where the recipient can put an end to such letters, by one click where it is an `https` URL (RFC 8058); nil for
    /// nowhere.
    package var unsubscribe: String?
    /// Whether no person sends it, so that no machine shall answer it (RFC 3834).
    package var isAutomatic: Bool
    /// The letter of the same alarm that this one follows, to be shown with it; nil for none.
    package var inReplyTo: DeliveryID?

    /// Makes a letter.
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
    /// The delivery's name alone: letters are never printed.
    package var description: String { "<letter \(id)>" }
    /// The delivery's name alone: letters are never printed.
    package var debugDescription: String { description }
    /// Nothing: `dump` would otherwise show the letter.
    package var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
