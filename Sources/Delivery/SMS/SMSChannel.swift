package import AlarmCore

/// A way to someone's telephone, by text message.
package protocol SMSChannel: Sendable {
    /// Sends once. Never throws: what went wrong is an outcome, because the engine decides what follows.
    func send(_ sms: OutgoingSMS) async -> SMSAttempt

    /// Asks what has become of a message that the provider took, by the provider's name for it.
    func fate(of reference: String) async -> SMSFate
}

/// What became of one attempt to hand over a text message.
package struct SMSAttempt: Hashable, Sendable {
    /// The outcome for the engine.
    package let outcome: DeliveryOutcome
    /// The provider's name for a message that it took; nil where it cannot be asked any more.
    package let reference: String?

    package init(_ outcome: DeliveryOutcome, reference: String? = nil) {
        self.outcome = outcome
        self.reference = reference
    }
}

/// What has become of a text message that a provider took.
package enum SMSFate: Hashable, Sendable {
    /// It is on its way, or the provider did not say.
    case underWay(reason: String)
    /// It is on the telephone.
    case arrived
    /// It did not arrive and will not; the outcome says whether another one may.
    case lost(DeliveryOutcome)
}
