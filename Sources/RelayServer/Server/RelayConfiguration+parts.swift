package import AlarmCore
import CurlClient
import Delivery
import Engine
import Logging

extension RelayConfiguration {
    /// The ladders by preset: the built-in ones, replaced by those of the policy file.
    ///
    /// - Throws: `PolicyFileError`; `RelayError.unknownPolicy` for a policy that no preset would climb.
    package func policies() throws -> [String: EscalationPolicy] {
        guard let policyFile else { return EscalationPolicy.presets }
        let given = try PolicyFile.load(from: policyFile)
        for name in given.keys.sorted() where EscalationPolicy.presets[name] == nil {
            throw RelayError.unknownPolicy(name: name, file: policyFile)
        }
        return EscalationPolicy.presets.merging(given) { _, given in given }
    }

    /// A logger of the configured level.
    func makeLogger() -> Logger {
        var logger = Logger(label: "reveille")
        logger.logLevel = logLevel
        return logger
    }

    /// The key for the push gateway; nil when none is configured.
    ///
    /// - Throws: `APNsCredentials.Failure`.
    func apnsCredentials() throws -> APNsCredentials? {
        try apns.map { try APNsCredentials(keyFile: $0.keyFile, keyID: $0.keyID, teamID: $0.teamID) }
    }

    /// The push gateways for which there is a key.
    func gateways(
        credentials: APNsCredentials?,
        client: CurlClient?,
        tokenStore: any ProviderTokenStore,
        clock: any RelayClock,
        logger: Logger
    ) -> Gateways {
        guard let apns, let credentials, let client else { return Gateways() }
        let channel = APNsChannel(
            configuration: APNsChannel.Configuration(
                endpoints: apns.endpoints,
                certificateAuthorityFile: apns.certificateAuthorityFile
            ),
            credentials: credentials,
            client: client,
            tokenStore: tokenStore,
            logger: logger,
            now: { clock.now() }
        )
        return Gateways(apns: channel, topics: Set(apns.topics))
    }

    /// The apps that may open this relay's pairing links, as `TEAM.bundle`.
    var linkedApps: [String] {
        apns.map { apns in apns.topics.map { "\(apns.teamID).\($0)" } } ?? []
    }
}
