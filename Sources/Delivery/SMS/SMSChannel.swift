package import AlarmCore

/// A way to someone's telephone, by text message.
package protocol SMSChannel: Sendable {
    /// Sends once. Never throws: what went wrong is an outcome, because the engine decides what follows.
    func send(_ sms: OutgoingSMS) async -> DeliveryOutcome
}
