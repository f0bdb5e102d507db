package import AlarmCore

/// A way to someone's device: hands pushes to a gateway.
package protocol Channel: Sendable {
    /// Sends once. Never throws: what went wrong is an outcome, because the engine decides what follows.
    func send(_ push: OutgoingPush) async -> DeliveryOutcome
}
