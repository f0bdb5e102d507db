import AlarmCore

/// Why a relay cannot start, and what its operator can do.
package enum RelayError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another process listens there.
    case addressInUse(ListenAddress, ConfigurationKey = .listen)
    /// The system does not let the relay listen there.
    case cannotListen(ListenAddress, ConfigurationKey = .listen, reason: String)
    /// A directory could not be made.
    case noDirectory(path: String, reason: String)
    /// The database was sealed with keys, but there is no keyring.
    case keyringLost(path: String, database: String)
    /// There is no database to look into.
    case noDatabase(path: String)
    /// What was said about a mail server or a provider of text messages cannot be used.
    case badLetters(String)
    /// A policy of the file belongs to no preset.
    case unknownPolicy(name: String, file: String)

    /// One line for an operator.
    package var description: String {
        switch self {
        case .addressInUse(let address, let key):
            """
            another process listens on \(address): stop it, or choose another port with \
            --\(key.name) or \(key.environmentName)
            """
        case .cannotListen(let address, let key, let reason):
            """
            cannot listen on \(address) (\(reason)): choose an address of this machine and a port above 1023 with \
            --\(key.name) or \(key.environmentName)
            """
        case .noDirectory(let path, let reason):
            """
            the directory \(path) cannot be made (\(reason)): make it, or choose another with \
            \(ConfigurationKey.data.environmentName)
            """
        case .keyringLost(let path, let database):
            """
            the database \(database) was sealed with a keyring, and there is none at \(path): restore it from where it is \
            kept; a new one could not open the database
            """
        case .noDatabase(let path):
            """
            there is no database at \(path): name the relay's with --\(ConfigurationKey.data.name) or \
            --\(ConfigurationKey.database.name)
            """
        case .badLetters(let reason): "letters cannot be sent as configured: \(reason)"
        case .unknownPolicy(let name, let file):
            """
            \(file): no preset is called \(name.debugDescription); there are \
            \(EscalationPolicy.presets.keys.sorted().joined(separator: ", "))
            """
        }
    }
}
