import AlarmCore

/// The sender on one connection: the provider token in use, and when it may be replaced.
///
/// A token is verified once and then recognised by its text, so that a push costs no signature check.
struct ProviderSession {
    /// Maximum age of a provider token.
    static let lifetime = Span.hours(1)
    /// Minimum difference in the issue times of two successive tokens of a connection.
    static let shortestInterval = Span.minutes(20)

    private var current: (authorization: String, claims: ReceivedProviderToken.Claims)?

    /// The team that pushes on this connection, once authenticated.
    var teamID: String? { current?.claims.teamID }

    /// Checks the `authorization` of one request.
    ///
    /// A refused token does not replace the one in use.
    ///
    /// - Parameters:
    ///   - authorization: The header's value, nil when absent.
    ///   - environment: The environment that the gateway serves.
    ///   - now: The gateway's time.
    ///   - ring: Returns the registered keys; called only for a new token.
    /// - Returns: The team that pushes.
    /// - Throws: The rule about provider tokens that is broken.
    mutating func authenticate(
        _ authorization: String?,
        environment: GatewaySimulator.Environment,
        at now: Instant,
        ring: () -> TeamKeys
    ) throws(Rejection) -> String {
        guard let authorization else { throw Rejection(.missingProviderToken) }
        if let current, current.authorization == authorization {
            try Self.checkAge(of: current.claims, at: now)
            return current.claims.teamID
        }
        guard let compact = ReceivedProviderToken.compact(fromAuthorization: authorization), !compact.isEmpty else {
            throw Rejection(.missingProviderToken)
        }
        guard let claims = ReceivedProviderToken(compact: compact)?.verified(by: ring()) else {
            throw Rejection(.invalidProviderToken)
        }
        guard claims.environments.contains(environment) else { throw Rejection(.badEnvironmentKeyIDInToken) }
        try Self.checkAge(of: claims, at: now)
        if let current {
            guard current.claims.teamID == claims.teamID else { throw Rejection(.unrelatedKeyIDInToken) }
            guard claims.issuedAt >= current.claims.issuedAt + Self.shortestInterval else {
                throw Rejection(.tooManyProviderTokenUpdates)
            }
        }
        current = (authorization, claims)
        return claims.teamID
    }

    private static func checkAge(of claims: ReceivedProviderToken.Claims, at now: Instant) throws(Rejection) {
        guard claims.issuedAt <= now else { throw Rejection(.invalidProviderToken) }
        guard now <= claims.issuedAt + lifetime else { throw Rejection(.expiredProviderToken) }
    }
}
