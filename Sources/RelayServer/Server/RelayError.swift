package import AlarmCore
import Engine
import Features
package import Sealing

/// Why a relay cannot start, and what its operator can do.
package enum RelayError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another process listens on the address.
    case addressInUse(ListenAddress, ConfigurationKey = .listen)
    /// The system does not let the relay listen on the address.
    case cannotListen(ListenAddress, ConfigurationKey = .listen, reason: String)
    /// The system chooses the port, so that a command beside the relay cannot know it.
    case unknownPort(ListenAddress)
    /// No relay answers at an address as it should.
    case notRunning(url: String, reason: String)
    /// Nobody who has a device has this identifier.
    case unknownPerson(PersonID)
    /// The relay that answers at an address works on another database.
    case otherRelay(url: String)
    /// A directory could not be created.
    case noDirectory(path: String, reason: String)
    /// The database was sealed with keys, but there is no keyring; where relays share it, another one has it.
    case keyringLost(path: String, database: String, isShared: Bool = false)
    /// The keyring is not the one with which other relays seal the database that they share.
    case otherKeyring(path: String, database: String, reason: String)
    /// The relays on the database push to browsers with another key than the keyring's, or the keyring has none.
    case otherWebPushKey(path: String, database: String, isMissing: Bool)
    /// The keyring's file belongs to the service manager, so the relay may not replace it.
    case keyringIsCredential(path: String)
    /// The keyring was rotated while a command was about to write.
    case keyringChanged
    /// A rotation found a value that no key of the keyring opens.
    case unopenable(String, reason: String)
    /// Values are still sealed under these keys after a rotation.
    case keysInUse([KeyID])
    /// There is no database at the path.
    case noDatabase(path: String)
    /// What was asked for is done to a file, and the database is on a server, where something else does the same.
    case databaseOnServer(String, instead: String)
    /// Relays run on the database, and what was asked for needs it alone; their nodes' names.
    case relaysRun(String, nodes: [String])
    /// The configuration of a mail server or an SMS provider cannot be used.
    case badContactChannels(String)
    /// The relay's own certificate, or the key to it, cannot be used.
    case badCertificate(ConfigurationKey, path: String, reason: String)
    /// A policy in the file belongs to no preset.
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
        case .unknownPort(let address):
            """
            the relay listens on \(address), so that the system chooses its port: name the relay's address, or give it a \
            port with --\(ConfigurationKey.listen.name)
            """
        case .notRunning(let url, let reason):
            """
            no relay does this at \(url) (\(reason)): start it, or name its address with \
            --\(ConfigurationKey.listen.name)
            """
        case .unknownPerson(let person): "nobody is called \(person): 'reveille person list' shows who there is"
        case .otherRelay(let url):
            """
            the relay at \(url) has another database than this command: name that relay's with \
            --\(ConfigurationKey.data.name) or --\(ConfigurationKey.database.name), or its address with \
            --\(ConfigurationKey.listen.name)
            """
        case .noDirectory(let path, let reason):
            """
            the directory \(path) cannot be made (\(reason)): make it, or choose another with \
            \(ConfigurationKey.data.environmentName)
            """
        case .keyringLost(let path, let database, let isShared):
            """
            the database \(database) was sealed with a keyring, and there is none at \(path): \
            \(isShared ? "copy that of another relay on the database there, with mode 600, or " : "")\
            restore it from where it is kept; a new one could not open the database
            """
        case .otherKeyring(let path, let database, let reason):
            """
            \(path) is not the keyring of the database \(database) (\(reason)): all relays on one database have the same \
            keyring; replace it with a copy of that of the relay that was started first, with mode 600
            """
        case .otherWebPushKey(let path, let database, let isMissing):
            """
            the keyring \(path) has \(isMissing ? "no key for Web Push, unlike" : "another key for Web Push than") the relays \
            on the database \(database), so that browsers could not be rung from here: replace it with a copy of theirs, \
            with mode 600
            """
        case .keyringIsCredential(let path):
            """
            the keyring \(path) is a credential of the service manager, which the relay cannot change: change a copy of it \
            with --\(ConfigurationKey.keyring.name), and give the service manager the copy
            """
        case .keyringChanged:
            "the keyring was given another key meanwhile, and nothing was written: try again"
        case .unopenable(let place, let reason):
            """
            \(place) cannot be sealed anew: \(reason); nothing was removed from the keyring; restore a backup, or delete what \
            cannot be opened, and rotate again
            """
        case .keysInUse(let keys):
            """
            something is still sealed under \(keys.count == 1 ? "key" : "keys") \
            \(keys.map(\.description).joined(separator: ", ")), so that no key was removed: rotate again
            """
        case .noDatabase(let path):
            """
            there is no database at \(path): name the relay's with --\(ConfigurationKey.data.name) or \
            --\(ConfigurationKey.database.name), or start the relay first ('reveille serve')
            """
        case .databaseOnServer(let server, let instead): "the database is on a server (\(server)): \(instead)"
        case .relaysRun(let server, let nodes):
            """
            relays run on \(server) (\(nodes.joined(separator: ", "))): stop them, wait 5 s, and try again; what comes due \
            meanwhile rings once they are back
            """
        case .badContactChannels(let reason): "letters cannot be sent as configured: \(reason)"
        case .badCertificate(let key, let path, let reason): "\(key.name): \(path) \(reason)"
        case .unknownPolicy(let name, let file):
            """
            \(file): no preset is called \(name.debugDescription); there are \
            \(AlarmKinds.builtIn.presets.keys.sorted().joined(separator: ", "))
            """
        }
    }
}
