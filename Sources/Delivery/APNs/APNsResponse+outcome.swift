package import AlarmCore

extension APNsResponse {
    /// The pause after a gateway refuses the relay itself, so that an operator's mistake does not look like an attack.
    static let operatorsWait = Span.seconds(30)

    /// Whether a new provider token may turn the refusal into a success.
    package var asksForProviderToken: Bool {
        rejection?.disposition(status: status) == .renewProviderToken
    }

    /// Whether the relay's own credentials were refused.
    package var asksForOperator: Bool {
        status != 200 && disposition == .operatorMustAct
    }

    /// The outcome for a push to a token that was registered at `registeredAt`.
    ///
    /// The timestamp of a 410 is the last time at which APNs found the token dead: no push may follow until the device
    /// has registered one at a later time. So a token registered in the same millisecond is dead.
    package func outcome(registeredAt: Instant) -> DeliveryOutcome {
        guard status != 200 else { return .accepted }
        let reason = rejection.map(RetryReason.rejection) ?? .http(status)
        switch disposition {
        case .reject:
            return .rejected(reason: reason.description)
        case .tokenDead:
            if let timestamp, timestamp < registeredAt {
                // The app registered again after APNs had learnt that it was gone.
                return .retry(after: retryAfter, reason: .registeredSince(reason.description), indeterminate: false)
            }
            return .addressDead(reason: reason.description, since: timestamp)
        case .retry:
            // A gateway may have failed after it accepted the push.
            return .retry(after: retryAfter, reason: reason, indeterminate: status >= 500 && status != 503)
        case .renewProviderToken, .operatorMustAct:
            let wait = max(retryAfter ?? .zero, Self.operatorsWait)
            return .retry(after: wait, reason: reason, indeterminate: false)
        }
    }

    private var disposition: APNsRejection.Disposition {
        (rejection ?? .unknown("")).disposition(status: status)
    }
}
