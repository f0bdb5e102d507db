/// How one attempt to hand a push to its gateway ended.
public enum DeliveryOutcome: Hashable, Sendable {
    /// The gateway took responsibility for it.
    case accepted
    /// It may succeed later.
    ///
    /// `indeterminate` says that the gateway may have processed it all the same, so that sending it
    /// again can double it: the repeat carries the same identifiers.
    case retry(after: Span?, reason: String, indeterminate: Bool)
    /// The destination is gone for good.
    ///
    /// `since` is the time from which the gateway knows it, where it said so.
    case tokenDead(reason: String, since: Instant?)
    /// The gateway will never take this push.
    case rejected(reason: String)
}
