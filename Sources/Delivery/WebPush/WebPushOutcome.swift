package import AlarmCore
package import CurlClient

/// What the answers of push services mean (RFC 8030, sections 5 and 8; RFC 8292, section 4.2).
package enum WebPushOutcome {
    /// The longest pause that a `Retry-After` can impose.
    static let longestWait = Span.hours(1)
    /// The pause after a push service refuses the relay itself, so that an operator's mistake does not look like an
    /// attack.
    static let operatorsWait = Span.seconds(30)

    /// Whether an answer refuses the relay rather than the message: its token, its key, or its request.
    package static func asksForOperator(_ status: Int) -> Bool { [400, 401, 403].contains(status) }

    /// The outcome of an attempt that was answered at `now`.
    package static func of(_ head: HTTPResponseHead, at now: Instant) -> DeliveryOutcome {
        let reason = RetryReason.http(head.status)
        let wait = head.retryAfter(atMost: longestWait, now: now)
        switch head.status {
        case 200..<300: return .accepted
        case 300..<400: return .rejected(reason: "\(reason): redirects are not followed")
        case 404, 410: return .addressDead(reason: "\(reason): the subscription has ended", since: nil)
        case 413: return .rejected(reason: "\(reason): the push service takes no message of this size")
        case 400, 401, 403:
            return .retry(
                after: max(wait ?? .zero, operatorsWait),
                reason: .pushServiceRefusesRelay(head.status),
                indeterminate: false
            )
        case 408, 425, 429, 503: return .retry(after: wait, reason: reason, indeterminate: false)
        case 400..<500: return .rejected(reason: reason.description)
        // A push service may have failed after it accepted the message.
        default: return .retry(after: wait, reason: reason, indeterminate: true)
        }
    }
}

extension RetryReason {
    /// The label of ``pushServiceRefusesRelay(_:)``.
    private static let refusalLabel = "relay refused"

    /// The labels that only this channel uses.
    static let webPushLabels = [refusalLabel]

    /// A push service refuses the relay's token or request.
    static func pushServiceRefusesRelay(_ status: Int) -> RetryReason {
        RetryReason(
            label: refusalLabel,
            description:
                "HTTP \(status): the push service refuses this relay; check the clock, the subject, and the keyring"
        )
    }
}
