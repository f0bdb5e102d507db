package import AlarmWire

/// The origins of APNs.
package struct APNsEndpoints: Hashable, Sendable {
    /// The origin for apps from TestFlight and the App Store.
    package var production: String
    /// The origin for apps signed for development.
    package var sandbox: String

    /// Creates endpoints from two origins of the form `https://host:443`.
    package init(production: String, sandbox: String) {
        self.production = Self.withoutSlash(production)
        self.sandbox = Self.withoutSlash(sandbox)
    }

    /// Creates endpoints with one gateway for both environments, such as a simulator.
    package init(single origin: String) {
        self.init(production: origin, sandbox: origin)
    }

    /// Apple's own endpoints.
    package static let apple = APNsEndpoints(
        production: "https://api.push.apple.com:443",
        sandbox: "https://api.sandbox.push.apple.com:443"
    )

    /// The origin for an environment.
    package subscript(environment: PushRegistration.Environment) -> String {
        switch environment {
        case .production: production
        case .sandbox: sandbox
        }
    }

    private static func withoutSlash(_ origin: String) -> String {
        origin.hasSuffix("/") ? String(origin.dropLast()) : origin
    }
}
