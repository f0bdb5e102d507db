/// Why a backup could not be made or restored, and what to do.
package enum BackupError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A file is where the backup should go.
    case exists(path: String)
    /// The file is no backup of a relay.
    case notABackup(path: String)
    /// The backup was made in a later format.
    case newerFormat(path: String, format: Int64)
    /// The backup is cut short, or was changed.
    case damaged(path: String, detail: String)
    /// The system refused to read or write a file.
    case inputOutput(path: String, reason: String)
    /// A database with people's data is where the restored one should go.
    case databaseInTheWay(path: String)
    /// The relay had not been stopped when the backup was made, so that it is not its last state.
    case notStopped(path: String)
    /// No key of the keyring opens something in the backup.
    case unopenable(String, reason: String)

    /// One line for an operator.
    package var description: String {
        switch self {
        case .exists(let path): "there is a file at \(path): name another, or replace it with --replace"
        case .notABackup(let path): "\(path) is no backup of a relay: name a file that 'reveille backup' has written"
        case .newerFormat(let path, let format):
            "\(path) was written by a newer version (format \(format)): restore it with that version"
        case .damaged(let path, let detail): "the backup \(path) is damaged (\(detail)): take another one"
        case .inputOutput(let path, let reason):
            "\(path): \(reason); look at the owner and mode of the file and its folder, and at the room on its disk"
        case .databaseInTheWay(let path):
            """
            there is a database with people's data at \(path): name another with --\(ConfigurationKey.database.name), or put \
            the backup in its place with --replace, which keeps it under another name
            """
        case .notStopped(let path):
            """
            the relay was running when \(path) was made, so that it is not the relay's last state: restore it without \
            --last-state, or stop the relay and make another
            """
        case .unopenable(let place, let reason):
            "\(place) in the copy cannot be opened with the keyring: \(reason)"
        }
    }
}
