/// The outcome of one attempt to send a push to its gateway.
public enum DeliveryOutcome: Hashable, Sendable {
    /// The gateway took responsibility for the push.
    case accepted
    /// The push may succeed later.
    ///
    /// `indeterminate` says that the gateway may have processed the push all the same, so that a retry can duplicate
    /// it: the retry carries the same identifiers.
    case retry(after: Span?, reason: RetryReason, indeterminate: Bool)
    /// The address is permanently invalid.
    ///
    /// `since` is the time from which the gateway knows this, where it said so.
    case addressDead(reason: String, since: Instant?)
    /// The gateway will never take this push.
    case rejected(reason: String)
}
