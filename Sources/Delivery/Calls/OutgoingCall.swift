package import AlarmCore

/// One call to one telephone, ready to be placed; a repeat is equal to it.
package struct OutgoingCall: Hashable, Sendable {
    /// The delivery's identifier, the same for all attempts.
    package var id: DeliveryID
    /// The recipient.
    package var recipient: PhoneNumber
    /// The address at which the provider asks what to say once somebody has picked up.
    package var url: String
    /// The address to which the provider reports what became of the call.
    package var statusURL: String
    /// The time from which the call must not be placed any more.
    package var deadline: Instant

    /// Creates a call.
    package init(id: DeliveryID, recipient: PhoneNumber, url: String, statusURL: String, deadline: Instant) {
        self.id = id
        self.recipient = recipient
        self.url = url
        self.statusURL = statusURL
        self.deadline = deadline
    }
}

extension OutgoingCall: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The delivery's identifier only: numbers are never printed.
    package var description: String { "<call \(id)>" }
    /// The delivery's identifier only: numbers are never printed.
    package var debugDescription: String { description }
    /// Empty: `dump` would otherwise show the number.
    package var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
