import AlarmCore
import CurlClient
import Synchronization

/// How connections are made on which nothing but one provider token is shown: APNs counts the tokens of a connection.
final class TokenProfiles: Sendable {
    private struct Known {
        var token: ProviderToken
        var profile: ConnectionProfile
    }

    private let usual: [Device.PushEnvironment: ConnectionProfile]
    /// The last one of each environment: its name would else be put together for every push.
    private let last = Mutex<[Device.PushEnvironment: Known]>([:])

    /// Tells apart, by token, what is as `usual` in all else.
    init(_ usual: [Device.PushEnvironment: ConnectionProfile]) {
        self.usual = usual
    }

    /// The profile for pushes with `token`.
    func profile(_ environment: Device.PushEnvironment, _ token: ProviderToken) -> ConnectionProfile {
        last.withLock { last in
            if let known = last[environment], known.token == token { return known.profile }
            var profile = usual[environment] ?? ConnectionProfile(version: .http2)
            profile.name += " \(token.hashValue)"
            last[environment] = Known(token: token, profile: profile)
            return profile
        }
    }
}
