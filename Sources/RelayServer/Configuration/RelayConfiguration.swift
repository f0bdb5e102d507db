package import AlarmWire
package import Delivery
package import Engine
package import Logging

/// Everything that an operator can say about a relay, checked.
package struct RelayConfiguration: Sendable {
    /// A push gateway of Apple's, and the key for it.
    package struct APNs: Hashable, Sendable {
        /// The path of the key.
        package var keyFile: String
        /// The key's name.
        package var keyID: String
        /// The team's name.
        package var teamID: String
        /// The apps that the key may push to, in the order given.
        package var topics: [String]
        /// Where the gateway is.
        package var endpoints: APNsEndpoints
        /// Authorities to trust besides the system's.
        package var certificateAuthorityFile: String?
    }

    /// Where the relay listens.
    package var listen: ListenAddress
    /// The address at which devices reach it.
    package var origin: Origin
    /// The directory of database and keyring, unless those are named.
    package var data: String
    /// The path of the database.
    package var database: String
    /// The path of the keyring.
    package var keyring: String
    /// Where a service manager hands over secrets (`$CREDENTIALS_DIRECTORY`); files in it may be readable by a group.
    package var credentialsDirectory: String?
    /// Who may register a device.
    package var registration: Registration
    /// Proxies that are believed when they name the client.
    package var trustedProxies: Set<IPAddress>
    /// The push gateway; nil when no phone can be rung.
    package var apns: APNs?
    /// How people without the app are reached.
    package var letters: LetterConfiguration
    /// The path of a file of policies.
    package var policyFile: String?
    /// The directory of the time zone data.
    package var zoneinfo: String
    /// Where metrics can be read; nil for nowhere.
    package var metricsListen: ListenAddress?
    /// The dead man's switch to call; nil for none.
    package var heartbeat: Heartbeat?
    /// From which level on the log is written.
    package var logLevel: Logger.Level
    /// Where a simulation's time keeper listens; nil for the machine's own clock.
    package var simulatedClock: ListenAddress?
    /// What devices may ask of the relay.
    package var limits: Limits
    /// Every key with its value and source, in the order of the table.
    package var entries: [ConfigurationEntry]

    /// Whether a path lies where a service manager hands over secrets.
    package func isCredential(_ path: String) -> Bool {
        guard let credentialsDirectory, !credentialsDirectory.isEmpty else { return false }
        return path.hasPrefix(credentialsDirectory + "/")
    }
}
