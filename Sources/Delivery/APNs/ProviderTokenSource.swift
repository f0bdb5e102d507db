package import AlarmCore
package import Logging
import Synchronization

/// The source of current provider tokens.
///
/// APNs refuses a token that is older than an hour, and one that follows its predecessor within 20 minutes on the same
/// connection; so each token has connections of its own. However many pushes ask for a token, only one is made at a
/// time, and only after reading the stored one, which another node or the previous run may have made.
package final class ProviderTokenSource: Sendable {
    /// The age at which a token is replaced.
    package static let lifetime = Span.minutes(50)
    /// The youngest age of a token at which another may follow on the same connection.
    package static let shortestLifetime = Span.minutes(20)
    /// How far ahead of the clock a token's time may be, to allow for a clock that was corrected backwards.
    package static let clockTolerance = Span.minutes(1)

    private struct State {
        var current: ProviderToken?
        var renewal: Task<ProviderToken, any Error>?
        /// The time at which a token was last replaced early.
        var hurriedAt: Instant?
    }

    private let credentials: APNsCredentials
    private let store: (any ProviderTokenStore)?
    private let logger: Logger
    private let now: @Sendable () -> Instant
    private let state = Mutex(State())

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - credentials: The credentials that sign tokens.
    ///   - store: The store of tokens; nil to keep them in memory only.
    ///   - logger: The logger for failures of the store.
    ///   - now: The wall clock.
    package init(
        credentials: APNsCredentials,
        store: (any ProviderTokenStore)? = nil,
        logger: Logger,
        now: @escaping @Sendable () -> Instant
    ) {
        self.credentials = credentials
        self.store = store
        self.logger = logger
        self.now = now
    }

    /// The token to send with a push.
    ///
    /// - Throws: `SealingError.library` if OpenSSL cannot sign.
    package func token() async throws -> ProviderToken {
        let now = now()
        if let current = state.withLock(\.current), Self.isUsable(current, at: now) { return current }
        return try await renew { Self.isUsable($0, at: now) }
    }

    /// The token to try after APNs called `refused` too old; nil when it is too early for another.
    ///
    /// Once in 20 minutes a younger token is replaced: it was refused because this computer's clock was set while it
    /// was in use.
    ///
    /// - Throws: `SealingError.library` if OpenSSL cannot sign.
    package func replacement(for refused: ProviderToken) async throws -> ProviderToken? {
        let now = now()
        let other: ProviderToken?? = state.withLock { state in
            // Another push may already have replaced it.
            if let current = state.current, current != refused { return .some(current) }
            guard now - refused.issuedAt < Self.shortestLifetime, state.renewal == nil else { return nil }
            if let last = state.hurriedAt, now >= last, now - last < Self.shortestLifetime { return .some(nil) }
            state.hurriedAt = now
            return nil
        }
        if let other { return other }
        return try await renew { $0 != refused && Self.isUsable($0, at: now) }
    }

    private static func isUsable(_ token: ProviderToken, at now: Instant) -> Bool {
        let age = now - token.issuedAt
        return age < lifetime && age + clockTolerance >= .zero
    }

    /// Loads the stored token, if it is good, or makes another; concurrent callers get the same.
    private func renew(unless isGood: @escaping @Sendable (ProviderToken) -> Bool) async throws -> ProviderToken {
        let renewal = state.withLock { state in
            if let running = state.renewal { return running }
            // Another caller's renewal may have ended since this one looked.
            if let current = state.current, isGood(current) { return Task { current } }
            let started = Task {
                defer { self.state.withLock { $0.renewal = nil } }
                let token = try await self.exchange(isGood)
                self.state.withLock { $0.current = token }
                return token
            }
            state.renewal = started
            return started
        }
        return try await renewal.value
    }

    private func exchange(_ isGood: @escaping @Sendable (ProviderToken) -> Bool) async throws -> ProviderToken {
        if let store {
            let (credentials, now) = (credentials, now)
            do {
                let name = "\(credentials.teamID)/\(credentials.keyID)"
                let chosen = try await store.exchange(name) { kept in
                    if let kept, let token = ProviderToken(compact: kept, credentials: credentials), isGood(token) {
                        return kept
                    }
                    return try ProviderToken(credentials: credentials, issuedAt: now()).compact
                }
                if let token = ProviderToken(compact: chosen, credentials: credentials) { return token }
            } catch {
                // An unstored token, at worst made again too soon, is better than a lost alarm.
                logger.warning("The provider token could not be kept", metadata: ["error": "\(error)"])
            }
        }
        return try ProviderToken(credentials: credentials, issuedAt: now())
    }
}
