package import AlarmCore

/// A channel for text messages.
package protocol SMSChannel: Sendable {
    /// Makes one attempt; a failure is an outcome rather than an error, because the engine decides what follows.
    func send(_ sms: OutgoingSMS) async -> SMSAttempt

    /// Asks for the status of a message that the provider accepted, by the provider's identifier.
    func fate(of reference: String) async -> SMSDeliveryStatus
}

/// The result of one attempt to send a text message.
package struct SMSAttempt: Hashable, Sendable {
    /// The outcome for the engine.
    package let outcome: DeliveryOutcome
    /// The provider's identifier of an accepted message; nil where its status cannot be asked for.
    package let reference: String?

    package init(_ outcome: DeliveryOutcome, reference: String? = nil) {
        self.outcome = outcome
        self.reference = reference
    }
}

/// The status of a text message that a provider accepted.
package enum SMSDeliveryStatus: Hashable, Sendable {
    /// The message is on its way, or the provider did not say.
    case underWay(reason: String)
    /// The message has arrived on the telephone.
    case arrived
    /// The message did not arrive and will not; the outcome says whether another one may.
    case lost(DeliveryOutcome)
}
