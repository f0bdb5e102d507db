package import AlarmCore

extension APNsAnswer {
    /// How long to leave a gateway alone that refuses the relay itself, so that an operator's mistake is no attack.
    static let operatorsWait = Span.seconds(30)

    /// Whether a new provider token may turn the refusal into a success.
    package var asksForProviderToken: Bool {
        rejection?.disposition(status: status) == .renewProviderToken
    }

    /// Whether the relay's own credentials were refused.
    package var asksForOperator: Bool {
        status != 200 && disposition == .operatorMustAct
    }

    /// What the answer means for a push to a token that was registered at `registeredAt`.
    ///
    /// The timestamp of a 410 is the last time at which APNs found the token dead: nothing more is to be pushed until the
    /// device has registered one with a later time. So one of the same millisecond is dead.
    package func outcome(registeredAt: Instant) -> DeliveryOutcome {
        guard status != 200 else { return .accepted }
        let reason = rejection?.reason ?? "HTTP \(status)"
        switch disposition {
        case .reject:
            return .rejected(reason: reason)
        case .tokenDead:
            if let timestamp, timestamp < registeredAt {
                // The app came back after APNs had learnt that it was gone.
                return .retry(after: retryAfter, reason: "\(reason), but registered since", indeterminate: false)
            }
            return .tokenDead(reason: reason, since: timestamp)
        case .retry:
            // A gateway that failed may have failed after it took the push.
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
