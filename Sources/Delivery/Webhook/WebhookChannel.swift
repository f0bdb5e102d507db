package import AlarmCore
package import CurlClient
import Sealing

/// Calls the web servers that people name, signed as Standard Webhooks describes.
///
/// A URL is a stranger's word: unless the operator allows it, nothing but `https` is spoken, and no address is connected
/// to that is not public, whatever the name resolves to at that moment. Redirects are not followed.
package struct WebhookChannel: Sendable {
    /// How calls are made.
    package struct Configuration: Sendable {
        /// Whether addresses that are not public may be called, for a server in one's own house; default no.
        package var allowsPrivate: Bool
        /// Whether `http` may be spoken; default no.
        package var allowsUnprotected: Bool
        /// A PEM file of authorities to trust besides the system's; default none.
        package var certificateAuthorityFile: String?
        /// How long one attempt may take, in all, default 10 s; a call's deadline makes it shorter.
        package var attemptTimeout: Span

        /// Makes a configuration.
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
    /// The longest wait that a `Retry-After` can impose.
    static let longestWait = Span.hours(1)

    private let configuration: Configuration
    private let client: CurlClient
    private let now: @Sendable () -> Instant

    /// Makes a channel.
    ///
    /// - Parameters:
    ///   - configuration: How calls are made.
    ///   - client: Speaks HTTP; may be shared.
    ///   - now: Tells the wall-clock time, which is in the signature.
    package init(configuration: Configuration, client: CurlClient, now: @escaping @Sendable () -> Instant) {
        self.configuration = configuration
        self.client = client
        self.now = now
    }

    /// Whether `http` may be spoken.
    package var allowsUnprotected: Bool { configuration.allowsUnprotected }

    /// Calls once.
    ///
    /// Never throws: what went wrong is an outcome, because the engine decides what follows.
    package func send(_ webhook: OutgoingWebhook) async -> DeliveryOutcome {
        guard webhook.url.isSecure || configuration.allowsUnprotected else {
            return .rejected(reason: "the webhook's URL is not https")
        }
        guard webhook.body.count <= Self.longestBody else {
            return .rejected(reason: "the webhook's body is larger than \(Self.longestBody) bytes")
        }
        let now = now()
        let timeLeft = min(webhook.deadline - now, configuration.attemptTimeout)
        guard timeLeft > .zero else {
            return .retry(after: nil, reason: "\(CurlError.timedOut(afterSending: false))", indeterminate: false)
        }
        do {
            let response = try await client.send(try request(for: webhook, at: now, timeLeft: timeLeft))
            return outcome(of: response.head)
        } catch let failure as CurlError {
            if case .invalidRequest(let text) = failure { return .rejected(reason: text) }
            return .retry(after: nil, reason: failure.kind, indeterminate: failure.mayHaveBeenProcessed)
        } catch {
            return .retry(after: nil, reason: "the webhook could not be signed", indeterminate: false)
        }
    }

    private func request(
        for webhook: OutgoingWebhook,
        at now: Instant,
        timeLeft: Span
    ) throws(SealingError) -> HTTPRequest {
        // A profile for each server, so that a slow one holds up none but its own calls.
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
        let reason = "HTTP \(head.status)"
        let wait = head.retryAfter(atMost: Self.longestWait)
        switch head.status {
        case 200..<300: return .accepted
        case 300..<400: return .rejected(reason: "\(reason): redirects are not followed")
        case 410: return .tokenDead(reason: "\(reason): the receiver wants no more calls", since: nil)
        case 408, 425, 429, 503: return .retry(after: wait, reason: reason, indeterminate: false)
        case 400..<500: return .rejected(reason: reason)
        default: return .retry(after: wait, reason: reason, indeterminate: true)
        }
    }
}

extension CurlError {
    /// What went wrong without libcurl's own words, which can quote what a stranger's server or name said.
    fileprivate var kind: String {
        switch self {
        case .unresolved: "the host's name has no address"
        case .unreachable: "no connection"
        case .untrusted: "the connection is not secure; look at the certificate"
        case .interrupted: "the connection failed after the call was sent"
        default: "\(self)"
        }
    }
}
