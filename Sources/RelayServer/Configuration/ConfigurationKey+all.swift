internal import Engine

extension ConfigurationKey {
    /// Every key, in the order in which they are listed.
    package static let all: [ConfigurationKey] =
        [
            config, listen, tlsCertificateFile, tlsKeyFile, origin, data, database, databasePasswordFile, keyring,
            openRegistration, trustedProxies, webApp,
            apnsKeyFile, apnsKeyID, apnsTeamID, apnsTopic, apnsEndpoint, apnsSandboxEndpoint,
            apnsCAFile,
            webPushAllow, webPushSubject, webPushCAFile,
            smtpServer, smtpSecurity, smtpUser, smtpPasswordFile, smtpFrom, smtpReturnPath, smtpFromName, smtpCAFile,
            twilioAccount, twilioAPIKey, twilioSecretFile, twilioFrom, twilioEndpoint, smsSegmentsPerDay,
            twilioAuthTokenFile, twilioCallFrom, callsPerDay,
            webhooks, webhookCAFile,
            policyFile, zoneinfo, metricsListen, heartbeatURL, heartbeatInterval, logLevel, logFormat, simulatedClock,
        ] + Limits.keys.map(\.key) + ServerLimits.keys.map(\.key)

    static let config = ConfigurationKey(
        "config",
        form: "the path of a YAML file",
        defaultValue: nil,
        meaning: "A file with any of the keys below, one a line; it cannot name another file."
    )
    static let listen = ConfigurationKey(
        "listen",
        form: "HOST:PORT, as in 127.0.0.1:8080 or [::1]:8080",
        defaultValue: "127.0.0.1:8080",
        meaning: "Where the relay listens: for plain HTTP behind a proxy, or for TLS with a certificate of its own."
    )
    static let tlsCertificateFile = ConfigurationKey(
        "tls-certificate-file",
        form: "the path of a PEM file",
        defaultValue: nil,
        meaning: "The relay's own certificate and after it the intermediate ones; with it the relay speaks TLS alone."
    )
    static let tlsKeyFile = ConfigurationKey(
        "tls-key-file",
        form: "the path of a PEM file without a passphrase",
        defaultValue: nil,
        meaning: "The key of that certificate. Both files are read anew when they change."
    )
    static let origin = ConfigurationKey(
        "origin",
        form: "https://HOST[:PORT], or http:// on this machine",
        defaultValue: "http://LISTEN; https://LISTEN with TLS",
        meaning: "The address at which devices reach the relay; it takes part in every pairing."
    )
    static let data = ConfigurationKey(
        "data",
        form: "the path of a directory",
        defaultValue: "$STATE_DIRECTORY, else ${XDG_DATA_HOME:-~/.local/share}/reveille",
        meaning: "Where the relay keeps what it must not lose."
    )
    static let database = ConfigurationKey(
        "database",
        form: "the path of a file, or postgres://USER@HOST/DATABASE",
        defaultValue: "DATA/reveille.db",
        meaning: "The SQLite database, or one on a PostgreSQL server, which several relays may share."
    )
    static let databasePasswordFile = ConfigurationKey(
        "database-password-file",
        form: "the path of a file",
        defaultValue: "~/.pgpass, as psql reads it",
        meaning: "The password for the PostgreSQL server, on the first line."
    )
    static let keyring = ConfigurationKey(
        "keyring",
        form: "the path of a file",
        defaultValue: "DATA/keyring",
        meaning: "The keys that seal the database; made if missing. Keep a copy apart from the database's."
    )
    static let openRegistration = ConfigurationKey(
        "open-registration",
        form: "true or false",
        defaultValue: "false",
        meaning: "Whether anybody may register a device without a ticket; for trials only."
    )
    static let trustedProxies = ConfigurationKey(
        "trusted-proxies",
        form: "IP addresses with commas between, or none",
        defaultValue: "127.0.0.1,::1",
        meaning: "Proxies whose X-Forwarded-For is believed; only the last address in it counts."
    )
    static let webApp = ConfigurationKey(
        "web-app",
        form: "on or off",
        defaultValue: "on",
        meaning: "Whether the relay serves the web app, so that a browser can be a phone."
    )
    static let apnsKeyFile = ConfigurationKey(
        "apns-key-file",
        form: "the path of a .p8 file that only its owner can read",
        defaultValue: nil,
        meaning: "The key for Apple's push service; without one no phone can be rung."
    )
    static let apnsKeyID = ConfigurationKey(
        "apns-key-id",
        form: "ten capital letters and digits",
        defaultValue: nil,
        meaning: "The name of that key, as Apple's portal shows it."
    )
    static let apnsTeamID = ConfigurationKey(
        "apns-team-id",
        form: "ten capital letters and digits",
        defaultValue: nil,
        meaning: "The name of the team that the key belongs to."
    )
    static let apnsTopic = ConfigurationKey(
        "apns-topic",
        form: "bundle identifiers with commas between, as in com.example.app",
        defaultValue: nil,
        meaning: "The apps that the key may push to."
    )
    static let apnsEndpoint = ConfigurationKey(
        "apns-endpoint",
        form: "https://HOST[:PORT]",
        defaultValue: "Apple's two hosts",
        meaning: "One gateway in place of Apple's two, such as a simulator."
    )
    static let apnsSandboxEndpoint = ConfigurationKey(
        "apns-sandbox-endpoint",
        form: "https://HOST[:PORT]",
        defaultValue: "APNS-ENDPOINT, else Apple's",
        meaning: "The gateway for the tokens of development builds alone, beside the other one."
    )
    static let apnsCAFile = ConfigurationKey(
        "apns-ca-file",
        form: "the path of a PEM file",
        defaultValue: nil,
        meaning: "Authorities to trust for the gateway besides the system's."
    )
    static let webPushAllow = ConfigurationKey(
        "webpush-allow",
        form: "public, none, or origins with commas between, as in https://push.example.org",
        defaultValue: "public",
        meaning: "Push services of browsers: public ones and those named here, which may be on your network; or none."
    )
    static let webPushSubject = ConfigurationKey(
        "webpush-subject",
        form: "a mailto: or https: address without spaces or brackets",
        defaultValue: "ORIGIN",
        meaning: "Where push services reach you, the operator, when your relay troubles them."
    )
    static let webPushCAFile = ConfigurationKey(
        "webpush-ca-file",
        form: "the path of a PEM file",
        defaultValue: nil,
        meaning: "Authorities to trust for push services besides the system's."
    )
    static let policyFile = ConfigurationKey(
        "policy-file",
        form: "the path of a YAML file",
        defaultValue: nil,
        meaning: "Escalation policies that replace the built-in ones of the same name."
    )
    static let zoneinfo = ConfigurationKey(
        "zoneinfo",
        form: "the path of a directory",
        defaultValue: "$TZDIR, else /usr/share/zoneinfo",
        meaning: "The compiled time zone database."
    )
    static let metricsListen = ConfigurationKey(
        "metrics-listen",
        form: "HOST:PORT, as in 127.0.0.1:9464, or none",
        defaultValue: "none",
        meaning: "Where Prometheus reads metrics over plain HTTP; whoever reaches it learns how many alarms there are."
    )
    static let heartbeatURL = ConfigurationKey(
        "heartbeat-url",
        form: "an https:// URL, or http:// on this machine",
        defaultValue: nil,
        meaning: "A dead man's switch to call while alarms ring as they should; it is a secret, and never shown.",
        isSecret: true
    )
    static let heartbeatInterval = ConfigurationKey(
        "heartbeat-interval",
        form:
            "a span from \(HeartbeatMonitor.intervals.lowerBound) to \(HeartbeatMonitor.intervals.upperBound), as in 60s or 5m",
        defaultValue: "\(HeartbeatMonitor.defaultInterval)",
        meaning: "How often it is called."
    )
    static let logLevel = ConfigurationKey(
        "log-level",
        form: "one of trace, debug, info, notice, warning, error, critical",
        defaultValue: "info",
        meaning: "From which level on the log is written."
    )
    static let logFormat = ConfigurationKey(
        "log-format",
        form: "text or json",
        defaultValue: "text",
        meaning: "The form of the log's lines: text, or JSON objects."
    )
    static let simulatedClock = ConfigurationKey(
        "simulated-clock",
        form: "HOST:PORT on this machine, as in 127.0.0.1:4567",
        defaultValue: nil,
        meaning: "For simulations: a time keeper that says what time it is. Unset, the machine's clock does."
    )
}
