public import AlarmWire

/// Why a profile cannot be read or stored.
public enum ProfileError: Error, Hashable, Sendable {
    /// It was written by a newer version of this software.
    case newerVersion(Int64)
    /// The content is malformed; `path` is its file, where there is one.
    case damaged(WireError, path: String?)
    /// The change would make a profile that cannot be read again; nothing was stored.
    case unreadableAgain(WireError)
    /// Users other than the owner may read the file, or enter the folder.
    case exposed(path: String, mode: UInt32)
    /// The file system returned an error.
    case inputOutput(path: String, reason: String)
}

extension ProfileError: CustomStringConvertible {
    /// The problem and the remedy.
    public var description: String {
        switch self {
        case .newerVersion(let version):
            "The profile is of version \(version), and only version \(Profile.version) is known here. Update the software."
        case .damaged(let error, let path):
            """
            The profile\(path.map { " \($0)" } ?? "") is damaged (\(error)). Restore it from a backup, or make a new one.
            """
        case .unreadableAgain(let error): "This cannot be kept in the profile, so that nothing was changed: \(error)."
        case .exposed(let path, let mode):
            "\(path) holds keys and is open to others (mode \(String(mode, radix: 8))). Run: chmod go= '\(path)'"
        case .inputOutput(let path, let reason): "\(path): \(reason)"
        }
    }
}
