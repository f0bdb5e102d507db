import AlarmCore

/// Who speaks on one connection: the provider token in use, and when it may be replaced.
///
/// A token is verified once and then recognised by its text, so that the signature costs nothing per push.
struct ProviderSession {
    /// How long a provider token is good for.
    static let lifetime = Span.hours(1)
    /// How much later than its predecessor a new token of the same connection must be issued.
    static let shortestInterval = Span.minutes(20)

    private var current: (authorization: String, claims: ProviderToken.Claims)?

    /// The team that pushes on this connection, once it proved itself.
    var teamID: String? { current?.claims.teamID }

    /// Checks the `authorization` of one request.
    ///
    /// A refused token does not replace the one in use.
    ///
    /// - Parameters:
    ///   - authorization: The header's value, nil when absent.
    ///   - environment: The environment that the gateway serves.
    ///   - now: The gateway's time.
    ///   - ring: The registered keys; asked for only when the token is a new one.
    /// - Returns: The team that pushes.
    /// - Throws: Which of the rules about provider tokens is broken.
    mutating func authenticate(
        _ authorization: String?,
        environment: GatewaySimulator.Environment,
        at now: Instant,
        ring: () -> KeyRing
    ) throws(Rejection) -> String {
        guard let authorization else { throw Rejection(.missingProviderToken) }
        if let current, current.authorization == authorization {
            try Self.checkAge(of: current.claims, at: now)
            return current.claims.teamID
        }
        guard let compact = ProviderToken.compact(fromAuthorization: authorization), !compact.isEmpty else {
            throw Rejection(.missingProviderToken)
        }
        guard let claims = ProviderToken(compact: compact)?.verified(by: ring()) else {
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

    private static func checkAge(of claims: ProviderToken.Claims, at now: Instant) throws(Rejection) {
        guard claims.issuedAt <= now else { throw Rejection(.invalidProviderToken) }
        guard now <= claims.issuedAt + lifetime else { throw Rejection(.expiredProviderToken) }
    }
}
