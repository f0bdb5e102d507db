import AlarmCore
import AlarmWire
import CurlClient
import Delivery
import Engine
import Logging
import NIOCore
import NIOPosix
import Sealing
import Storage

extension Doctor {
    /// Whether Apple's gateway takes the key, by a silent push to a device that does not exist.
    func examineGateway(_ keyring: Keyring?, by client: CurlClient) async -> Diagnosis {
        guard let apns = configuration.apns else {
            return Diagnosis(
                .gateway,
                .skipped,
                "no push gateway is configured, so that no iPhone can be rung",
                remedy: "see 'Ring real phones' in the README, if one should be"
            )
        }
        guard let keyring, let store = try? await configuration.openDatabase(as: .visitor) else {
            return Diagnosis(.gateway, .skipped, "without database and keyring no provider token can be kept")
        }
        let tokens = StoredProviderTokens(store: store, vault: Vault(keyring: keyring))
        let diagnosis = await examine(apns, tokens, by: client)
        await store.close()
        return diagnosis
    }

    private func examine(
        _ apns: RelayConfiguration.APNs,
        _ tokens: some ProviderTokenStore,
        by client: CurlClient
    ) async -> Diagnosis {
        let keyRemedy = """
            look at --\(ConfigurationKey.apnsKeyFile.name), --\(ConfigurationKey.apnsKeyID.name), \
            --\(ConfigurationKey.apnsTeamID.name) and --\(ConfigurationKey.apnsTopic.name), and at the clock
            """
        guard let token = DeviceToken(hex: String(repeating: "0", count: 64)) else {
            return Diagnosis(.gateway, .skipped, "no push can be made up")
        }
        for topic in apns.topics {
            do {
                let channel = APNsChannel(
                    configuration: APNsChannel.Configuration(
                        endpoints: apns.endpoints,
                        certificateAuthorityFile: apns.certificateAuthorityFile
                    ),
                    credentials: try APNsCredentials(keyFile: apns.keyFile, keyID: apns.keyID, teamID: apns.teamID),
                    apps: APNsApps(Set(apns.topics)),
                    client: client,
                    tokenStore: tokens,
                    logger: Logger(label: "reveille.doctor") { _ in SwiftLogNoOpLogHandler() },
                    now: { [clock] in clock.now() }
                )
                let address = APNsAddress(token: token, environment: .production, topic: topic)
                let push = try PreparedPush(content, to: destination(address), by: channel)
                switch await push.send().outcome {
                // The gateway looks at the key before it looks for the device.
                case .accepted, .addressDead: continue
                case .rejected(let reason):
                    return Diagnosis(.gateway, .failure, "\(topic): the gateway says \(reason)", remedy: keyRemedy)
                case .retry(_, let reason, _):
                    let finding = "\(topic): no push gets through: \(reason)"
                    let remedy = "\(keyRemedy); see that a firewall lets port 443 out"
                    return Diagnosis(.gateway, .failure, finding, remedy: remedy)
                }
            } catch {
                return Diagnosis(.gateway, .failure, "\(topic): \(error)", remedy: keyRemedy)
            }
        }
        let finding = "the gateway takes the key for \(apns.topics.joined(separator: ", "))"
        guard CurlClient.resetsBodilessStreams else { return Diagnosis(.gateway, .ok, finding) }
        let remark =
            "libcurl \(CurlClient.version) makes the relay renew connections often, as 8.14 and later would not"
        return Diagnosis(.gateway, .ok, "\(finding); \(remark)")
    }

    private var content: PushContent {
        let now = clock.now()
        let (id, alarm) = RandomSource.system.draw { (DeliveryID.random(using: &$0), AlarmID.random(using: &$0)) }
        return PushContent(
            id: id,
            alarm: AlarmPush(stage: .cancel, id: alarm, revision: 1, time: now),
            urgency: .active,
            expiration: now,
            deadline: now + .seconds(15)
        )
    }

    private func destination(_ address: APNsAddress) -> PushDestination {
        PushDestination(
            device: RandomSource.system.draw { DeviceID.random(using: &$0) },
            address: .apns(address),
            registeredAt: clock.now()
        )
    }

    /// Whether browsers can be pushed to.
    func examineWebPush(_ keyring: Keyring?) -> Diagnosis {
        guard configuration.webPush != nil else { return Diagnosis(.webpush, .skipped, "it is turned off") }
        guard let keyring else { return Diagnosis(.webpush, .skipped, "there is no keyring with a key for it") }
        guard keyring.webPush != nil else {
            let remedy = "restart the relay, or run: reveille keyring webpush"
            return Diagnosis(.webpush, .failure, "the keyring has no key for it", remedy: remedy)
        }
        guard configuration.origin.isSecure || OriginReach(of: configuration.origin) == .thisMachine else {
            let remedy = "set \(ConfigurationKey.origin.environmentName) to an https address"
            return Diagnosis(.webpush, .warning, "browsers take pushes from https pages only", remedy: remedy)
        }
        return Diagnosis(.webpush, .ok, "the keyring has a key for it; a push service is met when a browser subscribes")
    }

    /// Whether the mail server can be reached; no letter is sent.
    func examineMail() async -> Diagnosis {
        guard let mail = configuration.contactChannels.mail else {
            return Diagnosis(.mail, .skipped, "no mail server is configured, so that contacts get no letters")
        }
        do {
            _ = try configuration.contactChannels(client: nil, clock: clock, logger: configuration.makeLogger())
            let connection = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .connectTimeout(.seconds(5)).connect(host: mail.host, port: Int(mail.port)).get()
            try await connection.close()
        } catch {
            let remedy = """
                look at --\(ConfigurationKey.smtpServer.name), and see that a firewall lets port \(mail.port) out
                """
            return Diagnosis(.mail, .failure, "\(mail.host):\(mail.port): \(error)", remedy: remedy)
        }
        let remedy = "whether it takes letters, a letter tells: reveille mail test ADDRESS"
        return Diagnosis(.mail, .ok, "\(mail.host):\(mail.port) can be reached", remedy: remedy)
    }

    /// Whether the SMS provider takes the account's secret; no message is sent.
    func examineSMS(by client: CurlClient) async -> Diagnosis {
        guard configuration.contactChannels.twilio != nil else {
            return Diagnosis(.sms, .skipped, "no SMS provider is configured")
        }
        let remedy = "look at the --\(ConfigurationKey.twilioAccount.name) and the other twilio flags"
        do {
            let channels = try configuration.contactChannels(
                client: client,
                clock: clock,
                logger: configuration.makeLogger()
            )
            guard let channel = channels.sms as? TwilioChannel else {
                return Diagnosis(.sms, .skipped, "there is no way to try it")
            }
            if let fault = await channel.fault() { return Diagnosis(.sms, .failure, fault, remedy: remedy) }
            return Diagnosis(.sms, .ok, "the provider takes the account's secret")
        } catch {
            return Diagnosis(.sms, .failure, "\(error)", remedy: remedy)
        }
    }

    /// Whether the provider takes the account's secret for calls; nobody is called.
    func examineCalls(by client: CurlClient) async -> Diagnosis {
        guard let twilio = configuration.contactChannels.twilio, twilio.calls != nil else {
            return Diagnosis(.calls, .skipped, "calls are not configured, so that nobody is called")
        }
        let remedy =
            "look at --\(ConfigurationKey.twilioCallFrom.name) and --\(ConfigurationKey.twilioAuthTokenFile.name)"
        do {
            let channels = try configuration.contactChannels(
                client: client,
                clock: clock,
                logger: configuration.makeLogger()
            )
            guard let channel = channels.calls as? TwilioCallChannel else {
                return Diagnosis(.calls, .skipped, "there is no way to try it")
            }
            if let fault = await channel.fault() { return Diagnosis(.calls, .failure, fault, remedy: remedy) }
            let origin = configuration.origin
            guard origin.isSecure && OriginReach(of: origin) == .anywhere else {
                // The relay would not start with Twilio's own address.
                return Diagnosis(
                    .calls,
                    .warning,
                    "calls are placed by a stand-in at \(twilio.endpoint): Twilio could not ask \(origin) what to say",
                    remedy: "for real calls, set \(ConfigurationKey.origin.environmentName) to an https address that "
                        + "everybody reaches"
                )
            }
            // Without an API key the secret is the auth token, by which Twilio signs what it asks.
            let finding =
                twilio.apiKey == nil
                ? "the provider takes the account's auth token"
                : "the provider takes the API key's secret; whether the auth token is right, only a call shows"
            return Diagnosis(.calls, .ok, finding)
        } catch {
            return Diagnosis(.calls, .failure, "\(error)", remedy: remedy)
        }
    }
}
