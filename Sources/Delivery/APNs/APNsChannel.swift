package import AlarmCore
package import CurlClient
package import Logging

/// Hands pushes to Apple's push notification service over HTTP/2.
///
/// One channel is one team: APNs allows one team per connection. Device tokens stand in the requests' paths and nowhere
/// else: no outcome, error or log line has one.
package struct APNsChannel: Channel {
    /// How a channel reaches APNs.
    package struct Configuration: Sendable {
        /// Where APNs is; default Apple's own.
        package var endpoints: APNsEndpoints
        /// A PEM file of authorities to trust besides the system's; default none.
        package var certificateAuthorityFile: String?
        /// How long one attempt may take, in all; default 10 s.
        ///
        /// A push's deadline makes it shorter.
        package var attemptTimeout: Span
        /// How many requests may be in flight on one connection; default 100.
        package var maximumInFlight: Int
        /// How many connections an environment may have side by side when one is full; default 4.
        package var maximumConnections: Int
        /// After how long without any answer a connection with requests in flight is given up for another; default 3 s.
        ///
        /// The time of a PING and more: libcurl can send none on the connections of a multi handle.
        package var stallTimeout: Span
        /// After how many requests a connection is replaced; nil, the default, leaves it to `ConnectionProfile`.
        package var requestsPerConnection: Int?

        /// Makes a configuration.
        package init(
            endpoints: APNsEndpoints = .apple,
            certificateAuthorityFile: String? = nil,
            attemptTimeout: Span = .seconds(10),
            maximumInFlight: Int = 100,
            maximumConnections: Int = 4,
            stallTimeout: Span = .seconds(3),
            requestsPerConnection: Int? = nil
        ) {
            self.endpoints = endpoints
            self.certificateAuthorityFile = certificateAuthorityFile
            self.attemptTimeout = attemptTimeout
            self.maximumInFlight = maximumInFlight
            self.maximumConnections = maximumConnections
            self.stallTimeout = stallTimeout
            self.requestsPerConnection = requestsPerConnection
        }
    }

    private let configuration: Configuration
    private let profiles: TokenProfiles
    private let client: CurlClient
    private let tokens: ProviderTokenSource
    private let watch: GatewayWatch
    private let logger: Logger
    private let now: @Sendable () -> Instant

    /// Makes a channel; connections are made when the first push is sent.
    ///
    /// - Parameters:
    ///   - configuration: How APNs is reached.
    ///   - credentials: The team's key.
    ///   - client: Speaks HTTP; may be shared.
    ///   - tokenStore: Keeps the provider token over restarts and for other nodes; nil for a channel that stands alone.
    ///   - logger: Is told what an operator has to act on.
    ///   - now: Tells the wall-clock time.
    package init(
        configuration: Configuration,
        credentials: APNsCredentials,
        client: CurlClient,
        tokenStore: (any ProviderTokenStore)? = nil,
        logger: Logger,
        now: @escaping @Sendable () -> Instant
    ) {
        self.configuration = configuration
        self.client = client
        self.logger = logger
        self.now = now
        watch = GatewayWatch(logger: logger, now: now)
        var profiles: [Device.PushEnvironment: ConnectionProfile] = [:]
        for environment in Device.PushEnvironment.allCases {
            profiles[environment] = ConnectionProfile(
                name: "apns \(environment.rawValue) \(credentials.teamID)",
                version: .http2,
                certificateAuthorityFile: configuration.certificateAuthorityFile,
                maximumInFlight: configuration.maximumInFlight,
                maximumConnections: configuration.maximumConnections,
                stallTimeout: .milliseconds(configuration.stallTimeout.milliseconds),
                requestsPerConnection: configuration.requestsPerConnection
            )
        }
        self.profiles = TokenProfiles(profiles)
        tokens = ProviderTokenSource(
            credentials: credentials,
            store: tokenStore,
            logger: logger,
            now: now
        )
    }

    /// Sends once, or twice if APNs found the provider token too old and a new one may be made.
    package func send(_ push: OutgoingPush) async -> DeliveryOutcome {
        do {
            let token = try await tokens.token()
            let answer = try await attempt(push, with: token)
            guard answer.asksForProviderToken, let fresh = try await tokens.replacement(for: token) else {
                return judge(answer, of: push)
            }
            return judge(try await attempt(push, with: fresh), of: push)
        } catch let failure as CurlError {
            return outcome(of: failure, to: push.destination.environment)
        } catch {
            logger.error("The provider token could not be signed", metadata: ["error": "\(error)"])
            return .retry(after: nil, reason: "no provider token", indeterminate: false)
        }
    }

    private func attempt(_ push: OutgoingPush, with token: ProviderToken) async throws(CurlError) -> APNsAnswer {
        let timeLeft = min(push.deadline - now(), configuration.attemptTimeout)
        guard timeLeft > .zero else { throw .timedOut(afterSending: false) }
        let environment = push.destination.environment
        let request = APNsRequest.make(
            push,
            origin: configuration.endpoints[environment],
            token: token,
            timeout: .milliseconds(timeLeft.milliseconds),
            profile: profiles.profile(environment, token)
        )
        let response = try await client.send(request)
        watch.answered(environment)
        // A success is told by its status alone and has no body that could be missing. A refusal that broke off is
        // still a refusal, if perhaps without its reason.
        return APNsAnswer(response)
    }

    private func judge(_ answer: APNsAnswer, of push: OutgoingPush) -> DeliveryOutcome {
        if answer.asksForOperator {
            logger.error(
                "APNs refuses the relay's credentials",
                metadata: ["reason": "\(answer.rejection?.reason ?? "none")", "status": "\(answer.status)"]
            )
        } else if case .unknown(let reason) = answer.rejection {
            logger.warning(
                "APNs gave a reason that is not documented",
                metadata: ["reason": "\(reason)", "status": "\(answer.status)", "apns-id": "\(push.id.uuidText)"]
            )
        }
        return answer.outcome(registeredAt: push.destination.registeredAt)
    }

    private func outcome(of failure: CurlError, to environment: Device.PushEnvironment) -> DeliveryOutcome {
        if case .invalidRequest(let text) = failure { return .rejected(reason: text) }
        watch.failed(environment, at: configuration.endpoints[environment], failure)
        return .retry(after: nil, reason: "\(failure)", indeterminate: failure.mayHaveBeenProcessed)
    }
}
