import AlarmCore
import AlarmWire
import Delivery
import Engine
import Storage

/// What the operator should know when a relay has started.
struct Banner: Sendable {
    let configuration: RelayConfiguration
    let zones: ZoneDataStatus
    let hasNewKeyring: Bool
    /// The reason why the keyring has no key for Web Push, although it needs one.
    var webPushFault: String?
    /// The reason why people who count on a letter would not get one; nil where they would.
    var missingWay: String?
    /// The relays on the database; nil where only one can be.
    var cluster: AuditReport.Cluster?

    /// Returns the lines, with the actual port where the configuration lets the system choose one.
    func lines(port: Int?) -> [String] {
        let listen = ListenAddress(host: configuration.listen.host, port: port ?? configuration.listen.port)
        return ["Reveille listens on \(listen) and is reached at \(configuration.origin)."]
            + time + storage + [registration] + [timeZones] + [gateway, webPush, webApp] + letters + links + metrics
            + next
    }

    private var time: [String] {
        guard let keeper = configuration.simulatedClock else { return [] }
        return [
            """
            WARNING: TIME IS SIMULATED. \(keeper) says what time it is, so nothing rings at the real time; end it by \
            unsetting \(ConfigurationKey.simulatedClock.environmentName).
            """
        ]
    }

    private var storage: [String] {
        var lines = ["Database: \(configuration.database)", "Keyring:  \(configuration.keyring)"]
        if let cluster {
            let others = cluster.nodes.filter { $0.id != cluster.node }.map { "\($0.id.shortName) on \($0.name)" }
            let company = others.isEmpty ? "no other relay is there" : "beside \(others.joined(separator: ", "))"
            lines.append("Node:     \(cluster.node.shortName), \(company)")
        }
        if hasNewKeyring {
            lines.append(
                "The keyring is new. Copy it to another place than the database's copies: neither is of use alone."
            )
            if cluster != nil {
                lines.append("Copy it to each other relay on the database, too, before you start that one.")
            }
        }
        return lines
    }

    private var registration: String {
        switch configuration.registration {
        case .closed: "Registration is closed: a device needs an invite, or an enrolment code."
        case .open:
            """
            WARNING: REGISTRATION IS OPEN. Anybody who reaches this relay can use it. For trials only; end it with \
            \(ConfigurationKey.openRegistration.environmentName)=false.
            """
        }
    }

    private var timeZones: String {
        guard let version = zones.version else {
            return """
                WARNING: no version of the time zone data is found in \(zones.path): install tzdata, or name another \
                directory with \(ConfigurationKey.zoneinfo.environmentName).
                """
        }
        return "Time zone data: \(version), from \(zones.path)"
    }

    private var gateway: String {
        guard let apns = configuration.apns else {
            let isAlone = configuration.webPush == nil || webPushFault != nil
            let consequence = isAlone ? "phones cannot be rung" : "browsers can be rung, apps on iPhones cannot"
            return """
                WARNING: no push gateway is configured: \(consequence); set \
                \(ConfigurationKey.apnsKeyFile.environmentName), \(ConfigurationKey.apnsKeyID.environmentName), \
                \(ConfigurationKey.apnsTeamID.environmentName) and \(ConfigurationKey.apnsTopic.environmentName).
                """
        }
        return "Push gateway: \(apns.endpoints.production), for \(apns.topics.joined(separator: ", "))"
    }

    private var webPush: String {
        guard let webPush = configuration.webPush else {
            return "Web Push is off: browsers are not rung."
        }
        if let webPushFault {
            return """
                WARNING: the keyring has no key for Web Push, so browsers are not rung, and none could be added: \
                \(webPushFault). Add one to the file that the keyring is made from, with reveille keyring webpush \
                --keyring FILE, and start the relay again; or turn Web Push off with \
                \(ConfigurationKey.webPushAllow.environmentName)=none.
                """
        }
        // Push services take no plain HTTP address, so that of such a relay is told to them as one that nobody answers.
        let isReachable = configuration.origin.isSecure || webPush.subject != VAPIDSubject(of: configuration.origin)
        guard isReachable else {
            return """
                Web Push: browsers are rung; push services cannot find you, as \(configuration.origin) is plain HTTP: name \
                an address with \(ConfigurationKey.webPushSubject.environmentName).
                """
        }
        return "Web Push: browsers are rung; push services find you at \(webPush.subject)"
    }

    private var letters: [String] {
        let channels = configuration.contactChannels
        var ways: [String] = []
        if let mail = channels.mail { ways.append("Letters: by \(mail.host):\(mail.port)") }
        if let twilio = channels.twilio {
            ways.append("Text messages: by \(twilio.endpoint), from \(twilio.from)")
            if let calls = twilio.calls {
                ways.append("Calls: from \(calls.from), to people who agreed, at most \(channels.callsPerDay) a day")
            }
        }
        if let missingWay { return ways + ["WARNING: \(missingWay)."] }
        guard ways.isEmpty else { return ways }
        return [
            """
            No mail server and no provider of text messages is configured: nobody without the app can be told of a missed \
            check-in; set \(ConfigurationKey.smtpServer.environmentName) and \
            \(ConfigurationKey.smtpFrom.environmentName), and try them with: reveille mail test ADDRESS
            """
        ]
    }

    private var webApp: String {
        guard configuration.hasWebApp else {
            return "The web app is off: people need the command line, or an app of their own."
        }
        let origin = configuration.origin
        return "Web app: \(origin) in a browser; \(origin)/status is for you, with the code of: reveille operator-code"
    }

    private var links: [String] {
        configuration.linkTrouble.map { ["WARNING: \($0)."] } ?? []
    }

    private var metrics: [String] {
        guard let listen = configuration.metricsListen else { return [] }
        let place = "Metrics: http://\(listen)\(MetricsEndpoint.path)"
        guard !listen.isLoopback else { return [place] }
        return [
            place,
            """
            WARNING: other machines can read the metrics, and with them how many alarms there are; see that only \
            Prometheus reaches \(listen).
            """,
        ]
    }

    private var next: [String] {
        // On the relay's own machine the command creates a code itself.
        configuration.registration == .closed && configuration.origin.isSecure
            ? ["Next: make a code for the first device with: reveille enroll"] : []
    }
}
