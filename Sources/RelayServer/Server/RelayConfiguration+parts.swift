package import AlarmCore
import AlarmWire
import CurlClient
import Delivery
import Engine
import Logging
import Sealing

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

    /// The ways to people who have no app.
    ///
    /// - Throws: `RelayError.badLetters` with what is wrong with an account or a server.
    func letters(client: CurlClient?, clock: any RelayClock, logger: Logger) throws -> Letters {
        var ways = Letters(origin: origin.text, segmentsPerDay: letters.segmentsPerDay)
        let now: @Sendable () -> Instant = { clock.now() }
        do {
            if let mail = letters.mail {
                var server = MailServer(
                    host: mail.host,
                    port: mail.port,
                    security: mail.security,
                    certificateAuthorityFile: mail.certificateAuthorityFile,
                    clientName: IPAddress(origin.host) == nil ? origin.host : "[\(origin.host)]"
                )
                if let user = mail.user, let password = mail.passwordFile.flatMap(SecretLine.read) {
                    server.credentials = MailCredentials(user: user, password: password)
                }
                var configuration = try SMTPConfiguration(
                    server: server,
                    sender: mail.from,
                    // Well within a lease, or the letter would be sent a second time beside the first.
                    attemptTimeout: .milliseconds(limits.lease.milliseconds * 2 / 3)
                )
                configuration.bounces = mail.returnPath ?? mail.from.address
                ways.mail = try SMTPChannel(configuration: configuration, logger: logger, now: now)
            }
            if let twilio = letters.twilio, let client {
                let isService = twilio.from.hasPrefix("MG")
                ways.sms = TwilioChannel(
                    configuration: try TwilioConfiguration(
                        base: twilio.endpoint,
                        account: twilio.account,
                        apiKey: twilio.apiKey,
                        secret: SecretBytes(Array((SecretLine.read(twilio.secretFile) ?? "").utf8)),
                        sender: isService ? .service(twilio.from) : .number(twilio.from)
                    ),
                    client: client,
                    logger: logger,
                    now: now
                )
            }
        } catch {
            throw RelayError.badLetters("\(error)")
        }
        if letters.webhooks != .none, let client {
            ways.webhook = WebhookChannel(
                configuration: WebhookChannel.Configuration(
                    allowsPrivate: letters.webhooks == .private,
                    certificateAuthorityFile: letters.webhookAuthorityFile
                ),
                client: client,
                now: now
            )
        }
        return ways
    }

    /// The apps that may open this relay's pairing links, as `TEAM.bundle`.
    var linkedApps: [String] {
        apns.map { apns in apns.topics.map { "\(apns.teamID).\($0)" } } ?? []
    }
}
