package import AlarmCore
import AlarmWire
package import CurlClient
package import Logging

/// Sends pushes to Apple's push notification service over HTTP/2.
///
/// One channel is one team: APNs allows one team per connection. Device tokens appear only in the requests' paths:
/// never in an outcome, an error or a log line.
package struct APNsChannel: APNsPushing {
    /// The connection settings of a channel.
    package struct Configuration: Sendable {
        /// The origins of APNs; default Apple's own.
        package var endpoints: APNsEndpoints
        /// A PEM file of certificate authorities to trust besides the system's; default none.
        package var certificateAuthorityFile: String?
        /// The longest time for one attempt; default 10 s.
        ///
        /// A push's deadline can shorten it.
        package var attemptTimeout: Span
        /// The most requests in flight on one connection; default 100.
        package var maximumInFlight: Int
        /// The most parallel connections to an environment when one is full; default 4.
        package var maximumConnections: Int
        /// The time without any answer after which a connection with requests in flight is replaced; default 3 s.
        ///
        /// It leaves time for more than a PING, which libcurl cannot send on the connections of a multi handle.
        package var stallTimeout: Span
        /// The number of requests after which a connection is replaced; default nil, as `ConnectionProfile` decides.
        package var requestsPerConnection: Int?

        /// Creates a configuration.
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

    /// The apps that the team's key may push to.
    package let apps: APNsApps
    private let configuration: Configuration
    private let profiles: TokenProfiles
    private let client: CurlClient
    private let tokens: ProviderTokenSource
    private let watch: GatewayOutageLog
    private let logger: Logger
    private let now: @Sendable () -> Instant

    /// Creates a channel, which connects when the first push is sent.
    ///
    /// - Parameters:
    ///   - configuration: The connection settings.
    ///   - credentials: The team's key.
    ///   - apps: The apps that the key may push to.
    ///   - client: The HTTP client; may be shared.
    ///   - tokenStore: The store that keeps the provider token across restarts and for other nodes; nil for none.
    ///   - logger: The logger for what an operator has to act on.
    ///   - now: The wall clock.
    package init(
        configuration: Configuration,
        credentials: APNsCredentials,
        apps: APNsApps,
        client: CurlClient,
        tokenStore: (any ProviderTokenStore)? = nil,
        logger: Logger,
        now: @escaping @Sendable () -> Instant
    ) {
        self.configuration = configuration
        self.apps = apps
        self.client = client
        self.logger = logger
        self.now = now
        watch = GatewayOutageLog(logger: logger, now: now)
        var profiles: [PushRegistration.Environment: ConnectionProfile] = [:]
        for environment in PushRegistration.Environment.allCases {
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

    /// Sends a push, and repeats it once if APNs found the provider token too old and a new one may be made.
    package func send(_ push: RenderedPush) async -> DeliveryOutcome {
        guard let address = push.destination.address.apns else {
            return .rejected(reason: "the address is none of Apple's")
        }
        do {
            let token = try await tokens.token()
            let answer = try await attempt(push, to: address, with: token)
            guard answer.asksForProviderToken, let fresh = try await tokens.replacement(for: token) else {
                return judge(answer, of: push)
            }
            return judge(try await attempt(push, to: address, with: fresh), of: push)
        } catch let failure as CurlError {
            return outcome(of: failure, to: address.environment)
        } catch {
            logger.error("The provider token could not be signed", metadata: ["error": "\(error)"])
            return .retry(after: nil, reason: .noProviderToken, indeterminate: false)
        }
    }

    private func attempt(
        _ push: RenderedPush,
        to address: APNsAddress,
        with token: ProviderToken
    ) async throws(CurlError) -> APNsResponse {
        let timeLeft = min(push.deadline - now(), configuration.attemptTimeout)
        guard timeLeft > .zero else { throw .timedOut(afterSending: false) }
        let environment = address.environment
        let request = APNsRequest.make(
            push,
            to: address,
            origin: configuration.endpoints[environment],
            token: token,
            timeout: .milliseconds(timeLeft.milliseconds),
            profile: profiles.profile(environment, token)
        )
        let response = try await client.send(request)
        watch.answered(environment)
        // A success is told by its status alone; its body may be missing. A refusal whose body broke off is still a
        // refusal, if perhaps without its reason.
        return APNsResponse(response)
    }

    private func judge(_ answer: APNsResponse, of push: RenderedPush) -> DeliveryOutcome {
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

    private func outcome(of failure: CurlError, to environment: PushRegistration.Environment) -> DeliveryOutcome {
        if case .invalidRequest(let text) = failure { return .rejected(reason: text) }
        watch.failed(environment, at: configuration.endpoints[environment], failure)
        return .retry(after: nil, reason: RetryReason(failure), indeterminate: failure.mayHaveBeenProcessed)
    }
}
