package import AlarmCore
package import CurlClient
import Sealing

/// Sends webhooks to web servers that people name, signed as Standard Webhooks describes.
///
/// A URL is untrusted input: unless the operator allows otherwise, only `https` is used, and only public addresses are
/// connected to, whatever the name resolves to at that moment. Redirects are not followed.
package struct WebhookChannel: WebhookSending {
    /// The settings for sending webhooks.
    package struct Configuration: Sendable {
        /// Whether addresses that are not public may be requested, for a server on the local network; default no.
        package var allowsPrivate: Bool
        /// Whether `http` is allowed; default no.
        package var allowsUnprotected: Bool
        /// A PEM file of certificate authorities to trust besides the system's; default none.
        package var certificateAuthorityFile: String?
        /// The longest time for one attempt, default 10 s; a webhook's deadline can shorten it.
        package var attemptTimeout: Span

        /// Creates a configuration.
        package init(
            allowsPrivate: Bool = false,
            allowsUnprotected: Bool = false,
            certificateAuthorityFile: String? = nil,
            attemptTimeout: Span = .seconds(10)
        ) {
            self.allowsPrivate = allowsPrivate
            self.allowsUnprotected = allowsUnprotected
            self.certificateAuthorityFile = certificateAuthorityFile
            self.attemptTimeout = attemptTimeout
        }
    }

    /// The largest body that is sent, in bytes: 20 KiB, as Standard Webhooks recommends.
    package static let longestBody = 20 * 1024
    /// The longest pause that a `Retry-After` can impose.
    static let longestWait = Span.hours(1)

    private let configuration: Configuration
    private let client: CurlClient
    private let now: @Sendable () -> Instant

    /// Creates a channel.
    ///
    /// - Parameters:
    ///   - configuration: The settings for sending webhooks.
    ///   - client: The HTTP client; may be shared.
    ///   - now: The wall clock, whose time is in the signature.
    package init(configuration: Configuration, client: CurlClient, now: @escaping @Sendable () -> Instant) {
        self.configuration = configuration
        self.client = client
        self.now = now
    }

    /// Whether `http` is allowed.
    package var allowsUnprotected: Bool { configuration.allowsUnprotected }

    /// Makes one attempt, and returns the body of the answer as well; empty where it did not arrive whole.
    package func exchange(_ webhook: OutgoingWebhook) async -> (outcome: DeliveryOutcome, body: [UInt8]) {
        let now = now()
        let timeLeft = min(webhook.deadline - now, configuration.attemptTimeout)
        if let refusal = refusal(of: webhook, timeLeft: timeLeft) { return (refusal, []) }
        do {
            let response = try await client.send(try request(for: webhook, at: now, timeLeft: timeLeft))
            return (outcome(of: response.head), response.failure == nil ? response.body : [])
        } catch {
            return (outcome(of: error), [])
        }
    }

    /// Why a webhook is not sent at all; nil for one that is.
    private func refusal(of webhook: OutgoingWebhook, timeLeft: Span) -> DeliveryOutcome? {
        guard webhook.url.isSecure || configuration.allowsUnprotected else {
            return .rejected(reason: "the webhook's URL is not https")
        }
        guard webhook.body.count <= Self.longestBody else {
            return .rejected(reason: "the webhook's body is larger than \(Self.longestBody) bytes")
        }
        guard timeLeft > .zero else {
            return .retry(after: nil, reason: RetryReason(.timedOut(afterSending: false)), indeterminate: false)
        }
        return nil
    }

    private func outcome(of error: any Error) -> DeliveryOutcome {
        switch error {
        case let failure as CurlError:
            if case .invalidRequest(let text) = failure { return .rejected(reason: text) }
            return .retry(
                after: nil,
                reason: RetryReason(failure, saying: failure.kind),
                indeterminate: failure.mayHaveBeenProcessed
            )
        default: return .retry(after: nil, reason: .other("the webhook could not be signed"), indeterminate: false)
        }
    }

    private func request(
        for webhook: OutgoingWebhook,
        at now: Instant,
        timeLeft: Span
    ) throws(SealingError) -> HTTPRequest {
        // Each server has its own profile, so that a slow one delays only its own webhooks.
        var profile = ConnectionProfile(
            name: "webhook \(webhook.url.host):\(webhook.url.port)",
            certificateAuthorityFile: configuration.certificateAuthorityFile,
            maximumInFlight: 4
        )
        profile.reachesPublicAddressesOnly = !configuration.allowsPrivate
        let id = webhook.id.uuidText
        return HTTPRequest(
            method: "POST",
            url: webhook.url.text,
            headers: [
                HTTPHeader("content-type", "application/json"),
                HTTPHeader("user-agent", "Reveille"),
                HTTPHeader("webhook-id", id),
                HTTPHeader("webhook-timestamp", "\(now.seconds)"),
                HTTPHeader(
                    "webhook-signature",
                    try webhook.secret.signature(id: id, timestamp: now.seconds, body: webhook.body)
                ),
            ],
            body: webhook.body,
            timeout: .milliseconds(timeLeft.milliseconds),
            profile: profile
        )
    }

    private func outcome(of head: HTTPResponseHead) -> DeliveryOutcome {
        let reason = RetryReason.http(head.status)
        let wait = head.retryAfter(atMost: Self.longestWait)
        switch head.status {
        case 200..<300: return .accepted
        case 300..<400: return .rejected(reason: "\(reason): redirects are not followed")
        case 410: return .addressDead(reason: "\(reason): the receiver wants no more calls", since: nil)
        case 408, 425, 429, 503: return .retry(after: wait, reason: reason, indeterminate: false)
        case 400..<500: return .rejected(reason: reason.description)
        default: return .retry(after: wait, reason: reason, indeterminate: true)
        }
    }
}
