package import AlarmCore

/// A way to someone's mailbox.
package protocol MailChannel: Sendable {
    /// Sends once. Never throws: what went wrong is an outcome, because the engine decides what follows.
    func send(_ mail: OutgoingMail) async -> DeliveryOutcome

    /// Ends what is under way, and every connection.
    func shutdown() async
}

extension MailChannel {
    package func shutdown() async {}
}
