package import AlarmCore
import AlarmWire
import CurlClient
import Delivery
import Engine
import Features
import Logging
import Sealing

extension RelayConfiguration {
    /// The escalation policies by preset: the built-in ones, replaced by those of the policy file.
    ///
    /// - Throws: `PolicyFileError`; `RelayError.unknownPolicy` for a policy that belongs to no preset.
    package func policies() throws -> [String: EscalationPolicy] {
        let presets = AlarmKinds.builtIn.presets
        guard let policyFile else { return presets }
        let given = try PolicyFile.load(from: policyFile, presets: AlarmKinds.builtIn.presets)
        for name in given.keys.sorted() where presets[name] == nil {
            throw RelayError.unknownPolicy(name: name, file: policyFile)
        }
        return presets.merging(given) { _, given in given }
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

    /// Creates the push gateways for which there is a key.
    func gateways(
        credentials: APNsCredentials?,
        webPushKey: WebPushKey?,
        client: CurlClient?,
        tokenStore: any ProviderTokenStore,
        clock: any RelayClock,
        logger: Logger
    ) -> Gateways {
        guard let client else { return Gateways() }
        let now: @Sendable () -> Instant = { clock.now() }
        var channels: [any PushChannel] = []
        if let apns, let credentials {
            channels.append(
                APNsChannel(
                    configuration: APNsChannel.Configuration(
                        endpoints: apns.endpoints,
                        certificateAuthorityFile: apns.certificateAuthorityFile
                    ),
                    credentials: credentials,
                    apps: APNsApps(Set(apns.topics)),
                    client: client,
                    tokenStore: tokenStore,
                    logger: logger,
                    now: now
                )
            )
        }
        if let webPush, let webPushKey {
            channels.append(
                WebPushChannel(
                    configuration: WebPushChannel.Configuration(
                        relayOrigin: origin,
                        subject: webPush.subject,
                        allowed: webPush.allowed,
                        certificateAuthorityFile: webPush.certificateAuthorityFile
                    ),
                    key: webPushKey,
                    client: client,
                    logger: logger,
                    now: now
                )
            )
        }
        var gateways = Gateways()
        gateways.channels = PushChannels(channels)
        return gateways
    }

    /// Creates the channels to people without the app.
    ///
    /// - Throws: `RelayError.badContactChannels` with the fault of an account or a server.
    func contactChannels(client: CurlClient?, clock: any RelayClock, logger: Logger) throws -> ContactChannels {
        var ways = ContactChannels(
            origin: origin.text,
            linkTrouble: linkTrouble,
            segmentsPerDay: contactChannels.segmentsPerDay,
            callsPerDay: contactChannels.callsPerDay
        )
        let now: @Sendable () -> Instant = { clock.now() }
        do {
            if let mail = contactChannels.mail {
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
                    // Well within a lease: once the lease has expired, a retry could send the letter a second time.
                    attemptTimeout: .milliseconds(limits.lease.milliseconds * 2 / 3)
                )
                configuration.bounces = mail.returnPath ?? mail.from.address
                ways.mail = try SMTPChannel(configuration: configuration, logger: logger, now: now)
            }
            if let twilio = contactChannels.twilio, let client {
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
                ways.calls = try callChannel(twilio, client, logger, now)
            }
        } catch let error as RelayError {
            throw error
        } catch {
            throw RelayError.badContactChannels("\(error)")
        }
        if contactChannels.webhooks != .none, let client {
            ways.webhook = WebhookChannel(
                configuration: WebhookChannel.Configuration(
                    allowsPrivate: contactChannels.webhooks == .private,
                    certificateAuthorityFile: contactChannels.webhookAuthorityFile
                ),
                client: client,
                now: now
            )
        }
        return ways
    }

    /// Creates the channel for calls; nil where none is configured.
    private func callChannel(
        _ twilio: ContactChannelConfiguration.Twilio,
        _ client: CurlClient,
        _ logger: Logger,
        _ now: @escaping @Sendable () -> Instant
    ) throws -> TwilioCallChannel? {
        guard let calls = twilio.calls else { return nil }
        guard PhoneNumber(calls.from) != nil else {
            throw RelayError.badContactChannels(
                "twilio-call-from is no number like +15005550006: a service calls nobody"
            )
        }
        let isStandIn = twilio.endpoint.hasPrefix("http://")
        // Twilio asks the relay what to say: it has to get there, and nobody in between may read it.
        guard isStandIn || origin.isSecure && OriginReach(of: origin) == .anywhere else {
            throw RelayError.badContactChannels(
                "calls need an origin that Twilio reaches by https, and \(origin) is none: set "
                    + "\(ConfigurationKey.origin.environmentName), or leave out twilio-call-from"
            )
        }
        return TwilioCallChannel(
            configuration: try TwilioConfiguration(
                base: twilio.endpoint,
                account: twilio.account,
                apiKey: twilio.apiKey,
                secret: SecretBytes(Array((SecretLine.read(twilio.secretFile) ?? "").utf8)),
                sender: .number(calls.from)
            ),
            signature: TwilioSignature(
                token: SecretBytes(Array((SecretLine.read(calls.tokenFile) ?? "").utf8))
            ),
            client: client,
            logger: logger,
            now: now
        )
    }

    /// The apps that may open this relay's pairing links, as `TEAM.bundle`.
    var linkedApps: [String] {
        apns.map { apns in apns.topics.map { "\(apns.teamID).\($0)" } } ?? []
    }
}
