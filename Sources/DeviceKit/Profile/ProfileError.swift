public import AlarmWire

/// Why a profile cannot be read or stored.
public enum ProfileError: Error, Hashable, Sendable {
    /// It was written by a newer version of this software.
    case newerVersion(Int64)
    /// The content is malformed.
    case damaged(WireError)
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
        case .damaged(let error): "The profile is damaged (\(error)). Restore it from a backup, or make a new one."
        case .exposed(let path, let mode):
            "\(path) holds keys and is open to others (mode \(String(mode, radix: 8))). Run: chmod go= '\(path)'"
        case .inputOutput(let path, let reason): "\(path): \(reason)"
        }
    }
}
