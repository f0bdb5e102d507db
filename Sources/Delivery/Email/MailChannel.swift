package import AlarmCore

/// A channel for e-mail.
package protocol MailChannel: Sendable {
    /// Makes one attempt; a failure is an outcome rather than an error, because the engine decides what follows.
    func send(_ mail: OutgoingMail) async -> DeliveryOutcome

    /// Ends all sends under way and closes every connection.
    func shutdown() async
}

extension MailChannel {
    package func shutdown() async {}
}
