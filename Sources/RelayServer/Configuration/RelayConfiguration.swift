package import AlarmWire
package import Delivery
package import Engine
package import Logging
package import StoragePostgres

/// The checked configuration of a relay.
package struct RelayConfiguration: Sendable {
    /// The push gateway of Apple and the key for it.
    package struct APNs: Hashable, Sendable {
        /// The path of the key's file.
        package var keyFile: String
        /// The identifier of the key.
        package var keyID: String
        /// The identifier of the team.
        package var teamID: String
        /// The apps that may be pushed to, in the given order.
        package var topics: [String]
        /// The addresses of the gateway.
        package var endpoints: APNsEndpoints
        /// Authorities to trust besides the system's.
        package var certificateAuthorityFile: String?
    }

    /// Pushes to browsers.
    package struct WebPush: Hashable, Sendable {
        /// How push services reach the operator.
        package var subject: VAPIDSubject
        /// The origins of push services that may be reached besides public https ones.
        package var allowed: Set<String>
        /// Authorities to trust for them besides the system's.
        package var certificateAuthorityFile: String?
    }

    /// The files by which the relay speaks TLS itself.
    package struct TLS: Hashable, Sendable {
        /// The path of the certificate, followed by the intermediate ones.
        package var certificateFile: String
        /// The path of the certificate's key.
        package var keyFile: String
    }

    /// The address on which the relay listens.
    package var listen: ListenAddress
    /// The relay's own certificate; nil where it speaks plain HTTP.
    package var tls: TLS?
    /// The origin at which devices reach the relay.
    package var origin: Origin
    /// The directory of database and keyring, unless their own paths are set.
    package var data: String
    /// The path of the database, or the URL of one on a PostgreSQL server.
    package var database: String
    /// The PostgreSQL server with the database; nil where it is a file.
    package var databaseServer: PostgresAddress?
    /// The path of the keyring.
    package var keyring: String
    /// The service manager's directory of secrets (`$CREDENTIALS_DIRECTORY`); a group may read its files.
    package var credentialsDirectory: String?
    /// The rule for registering devices.
    package var registration: Registration
    /// Proxies whose `X-Forwarded-For` is trusted.
    package var trustedProxies: Set<IPAddress>
    /// Whether the web app is served.
    package var hasWebApp: Bool
    /// The push gateway; nil for none, so that no phone can ring.
    package var apns: APNs?
    /// Pushes to browsers; nil where they are turned off.
    package var webPush: WebPush?
    /// The channels to people without the app.
    package var contactChannels: ContactChannelConfiguration
    /// The path of a file of policies.
    package var policyFile: String?
    /// The directory of the time zone data.
    package var zoneinfo: String
    /// The address of the metrics server; nil for none.
    package var metricsListen: ListenAddress?
    /// The monitor to ping; nil for none.
    package var heartbeat: HeartbeatMonitor?
    /// The lowest level that is logged.
    package var logLevel: Logger.Level
    /// The form of the log's lines.
    package var logFormat: LogFormat
    /// The address of a simulation's time keeper; nil for the machine's own clock.
    package var simulatedClock: ListenAddress?
    /// The limits on devices and requests.
    package var limits: Limits
    /// The limits on connections and on requests under way.
    package var serverLimits: ServerLimits
    /// Every key with its value and source, in the order of the table.
    package var entries: [ConfigurationEntry]

    /// The paths of the files that hold what the relay must not lose.
    package var files: [String] { databaseServer == nil ? [database, keyring] : [keyring] }

    /// Whether a path lies in the service manager's directory of secrets.
    package func isCredential(_ path: String) -> Bool {
        guard let credentialsDirectory, !credentialsDirectory.isEmpty else { return false }
        return path.hasPrefix(credentialsDirectory + "/")
    }
}
