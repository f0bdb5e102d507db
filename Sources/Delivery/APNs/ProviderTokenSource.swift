package import AlarmCore
package import Sealing
import Synchronization

/// Gives out the provider token of the hour.
///
/// APNs refuses a token that is older than an hour, and one that follows its predecessor within 20 minutes on the same
/// connection. A token is made under a lock: however many pushes ask at once, there is one.
package final class ProviderTokenSource: Sendable {
    /// From which age on a token is replaced.
    package static let lifetime = Span.minutes(50)
    /// How old a token has to be before another may follow.
    package static let shortestLifetime = Span.minutes(20)

    private let credentials: APNsCredentials
    private let now: @Sendable () -> Instant
    private let current = Mutex<ProviderToken?>(nil)

    /// Makes a source; `now` tells the wall-clock time.
    package init(credentials: APNsCredentials, now: @escaping @Sendable () -> Instant) {
        self.credentials = credentials
        self.now = now
    }

    /// The token to send with a push.
    ///
    /// - Throws: `SealingError.library` if OpenSSL cannot sign.
    package func token() throws(SealingError) -> ProviderToken {
        try current.withLock { current throws(SealingError) in
            if let current, isFresh(current, at: now()) { return current }
            return try renew(&current)
        }
    }

    /// The token to try after APNs called `refused` too old, nil when it is too soon for another.
    ///
    /// - Throws: `SealingError.library` if OpenSSL cannot sign.
    package func replacement(for refused: ProviderToken) throws(SealingError) -> ProviderToken? {
        try current.withLock { current throws(SealingError) in
            // Another push may have been faster.
            if let current, current != refused { return current }
            guard now() - refused.issuedAt >= Self.shortestLifetime else { return nil }
            return try renew(&current)
        }
    }

    /// A token of the far future is as bad as an old one: the clock was set back since it was made.
    private func isFresh(_ token: ProviderToken, at now: Instant) -> Bool {
        let age = now - token.issuedAt
        return age < Self.lifetime && age + Self.shortestLifetime > .zero
    }

    private func renew(_ current: inout ProviderToken?) throws(SealingError) -> ProviderToken {
        let made = try ProviderToken(credentials: credentials, issuedAt: now())
        current = made
        return made
    }
}
