package import AlarmCore

/// One text message to one telephone, ready to be sent; a repeat is equal to it.
package struct OutgoingSMS: Hashable, Sendable {
    /// The delivery's identifier, the same for all attempts.
    package var id: DeliveryID
    /// The recipient.
    package var recipient: PhoneNumber
    /// The text; see ``SMSSegments`` for its cost.
    package var text: String
    /// The time from which the message must not be sent any more.
    package var deadline: Instant

    /// Creates a message.
    package init(id: DeliveryID, recipient: PhoneNumber, text: String, deadline: Instant) {
        self.id = id
        self.recipient = recipient
        self.text = text
        self.deadline = deadline
    }
}

extension OutgoingSMS: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The delivery's identifier only: messages are never printed.
    package var description: String { "<SMS \(id)>" }
    /// The delivery's identifier only: messages are never printed.
    package var debugDescription: String { description }
    /// Empty: `dump` would otherwise show the message.
    package var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
