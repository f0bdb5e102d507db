package import AlarmCore
package import AlarmWire
package import CurlClient
package import Logging
package import Sealing

/// Sends pushes to browsers over their push services (RFC 8030), sealed for each browser (RFC 8291).
///
/// A browser names its push service itself, so that an endpoint is a stranger's URL: only public addresses are
/// connected to, whatever the name resolves to at that moment, unless the operator allows the origin. Redirects are not
/// followed. Endpoints appear only in requests: never in an outcome, an error or a log line, which name the origin.
package struct WebPushChannel: WebPushing {
    /// The settings of a channel.
    package struct Configuration: Sendable {
        /// The relay's origin.
        package var relayOrigin: Origin
        /// How push services reach the operator.
        package var subject: VAPIDSubject
        /// The origins that may be reached besides public https ones; default none.
        package var allowed: Set<String>
        /// A PEM file of certificate authorities to trust besides the system's; default none.
        package var certificateAuthorityFile: String?
        /// The longest time for one attempt, default 10 s; a push's deadline can shorten it.
        package var attemptTimeout: Span
        /// The most requests in flight to one origin; default 100.
        package var maximumInFlight: Int

        /// Creates a configuration.
        package init(
            relayOrigin: Origin,
            subject: VAPIDSubject,
            allowed: Set<String> = [],
            certificateAuthorityFile: String? = nil,
            attemptTimeout: Span = .seconds(10),
            maximumInFlight: Int = 100
        ) {
            self.relayOrigin = relayOrigin
            self.subject = subject
            self.allowed = allowed
            self.certificateAuthorityFile = certificateAuthorityFile
            self.attemptTimeout = attemptTimeout
            self.maximumInFlight = maximumInFlight
        }
    }

    package let publicKey: [UInt8]
    private let configuration: Configuration
    private let client: CurlClient
    private let tokens: VAPIDTokens
    private let refusals: WebPushRefusals
    private let logger: Logger
    private let now: @Sendable () -> Instant

    /// Creates a channel, which connects when the first push is sent.
    ///
    /// - Parameters:
    ///   - configuration: The settings.
    ///   - key: The key by which push services know the relay.
    ///   - client: The HTTP client; may be shared.
    ///   - logger: The logger for what an operator has to act on.
    ///   - now: The wall clock.
    package init(
        configuration: Configuration,
        key: WebPushKey,
        client: CurlClient,
        logger: Logger,
        now: @escaping @Sendable () -> Instant
    ) {
        self.configuration = configuration
        self.client = client
        self.logger = logger
        self.now = now
        publicKey = key.publicKey
        tokens = VAPIDTokens(key: key.privateKey, subject: configuration.subject)
        refusals = WebPushRefusals(logger: logger, now: now)
    }

    package var relayOrigin: Origin { configuration.relayOrigin }

    package var allowed: Set<String> { configuration.allowed }

    /// Makes one attempt.
    package func send(_ push: RenderedPush) async -> DeliveryOutcome {
        guard let address = push.destination.address.webPush else {
            return .rejected(reason: "the address is no browser's")
        }
        let endpoint = address.endpoint
        let isAllowed = allowed.contains(endpoint.origin)
        guard endpoint.isSecure || isAllowed else { return .rejected(reason: "the endpoint is not https") }
        let now = now()
        let timeLeft = min(push.deadline - now, configuration.attemptTimeout)
        guard timeLeft > .zero else {
            return .retry(after: nil, reason: RetryReason(.timedOut(afterSending: false)), indeterminate: false)
        }
        let request: HTTPRequest
        do {
            let receiver = try WebPushReceiver(publicKey: address.publicKey, secret: address.secret)
            request = WebPushRequest.make(
                push,
                to: endpoint,
                body: try receiver.seal(push.payload),
                authorization: try tokens.authorization(for: endpoint.origin, at: now),
                now: now,
                timeout: .milliseconds(timeLeft.milliseconds),
                profile: profile(of: endpoint.origin, isAllowed: isAllowed)
            )
        } catch SealingError.malformedKey {
            return .addressDead(reason: "the subscription's key is not on the curve P-256", since: nil)
        } catch SealingError.tooLong {
            return .rejected(reason: "the push is larger than \(payloadLimit) bytes")
        } catch {
            logger.error("A push to a browser could not be sealed", metadata: ["error": "\(error)"])
            return .retry(after: nil, reason: .other("the push could not be sealed"), indeterminate: false)
        }
        do {
            let head = try await client.send(request).head
            if WebPushOutcome.asksForOperator(head.status) {
                refusals.refused(by: endpoint.origin, status: head.status)
            }
            return WebPushOutcome.of(head, at: self.now())
        } catch {
            // libcurl's own text can quote a stranger's server or name.
            if case .invalidRequest(let text) = error { return .rejected(reason: text) }
            return .retry(
                after: nil,
                reason: RetryReason(error, saying: error.kind),
                indeterminate: error.mayHaveBeenProcessed
            )
        }
    }

    /// Each origin has its own connections, so that a slow one delays only its own pushes.
    private func profile(of origin: String, isAllowed: Bool) -> ConnectionProfile {
        var profile = ConnectionProfile(
            name: "webpush \(origin)",
            version: .negotiated,
            certificateAuthorityFile: configuration.certificateAuthorityFile,
            maximumInFlight: configuration.maximumInFlight
        )
        profile.reachesPublicAddressesOnly = !isAllowed
        return profile
    }
}
