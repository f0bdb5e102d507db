package import AlarmCore

/// One text message to one telephone, ready to be sent; a repeat of it is equal.
package struct OutgoingSMS: Hashable, Sendable {
    /// Names the delivery, the same over all its attempts.
    package var id: DeliveryID
    /// Who gets it.
    package var recipient: PhoneNumber
    /// What it says; see ``SMSSegments`` for what it costs.
    package var text: String
    /// From when on it must not be sent any more.
    package var deadline: Instant

    /// Makes a message.
    package init(id: DeliveryID, recipient: PhoneNumber, text: String, deadline: Instant) {
        self.id = id
        self.recipient = recipient
        self.text = text
        self.deadline = deadline
    }
}

extension OutgoingSMS: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The delivery's name alone: messages are never printed.
    package var description: String { "<SMS \(id)>" }
    /// The delivery's name alone: messages are never printed.
    package var debugDescription: String { description }
    /// Nothing: `dump` would otherwise show the message.
    package var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
