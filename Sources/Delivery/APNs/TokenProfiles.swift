import AlarmWire
import CurlClient
import Synchronization

/// Connection profiles that use one provider token per connection, since APNs counts the tokens of a connection.
final class TokenProfiles: Sendable {
    private struct Known {
        var token: ProviderToken
        var profile: ConnectionProfile
    }

    private let defaults: [PushRegistration.Environment: ConnectionProfile]
    /// The last profile of each environment, so that its name is not built for every push.
    private let last = Mutex<[PushRegistration.Environment: Known]>([:])

    /// Creates profiles that differ from `defaults` only by token.
    init(_ defaults: [PushRegistration.Environment: ConnectionProfile]) {
        self.defaults = defaults
    }

    /// The profile for pushes with `token`.
    func profile(_ environment: PushRegistration.Environment, _ token: ProviderToken) -> ConnectionProfile {
        last.withLock { last in
            if let known = last[environment], known.token == token { return known.profile }
            var profile = defaults[environment] ?? ConnectionProfile(version: .http2)
            profile.name += " \(token.hashValue)"
            last[environment] = Known(token: token, profile: profile)
            return profile
        }
    }
}
