package import AlarmCore

/// What posts webhooks to the servers that people name.
package protocol WebhookSending: Sendable {
    /// Whether `http` is allowed.
    var allowsUnprotected: Bool { get }

    /// Makes one attempt, and returns the body of the answer as well; empty where it did not arrive whole.
    ///
    /// A failure is an outcome rather than an error, because the engine decides what follows.
    func exchange(_ webhook: OutgoingWebhook) async -> (outcome: DeliveryOutcome, body: [UInt8])
}

extension WebhookSending {
    /// Makes one attempt, without an interest in the answer.
    package func send(_ webhook: OutgoingWebhook) async -> DeliveryOutcome { await exchange(webhook).outcome }
}
