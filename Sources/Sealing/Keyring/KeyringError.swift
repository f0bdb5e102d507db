/// An error of a keyring, its file, or bytes sealed under it, with advice for the operator.
public enum KeyringError: Error, Equatable {
    /// A line of the file cannot be read; lines count from 1, and line 0 is the file as a whole.
    case malformed(line: Int, reason: String)
    /// The file can be read by users other than its owner.
    case tooPermissive(path: String, mode: UInt32)
    /// There is no such file.
    case missingFile(path: String)
    /// The path names something other than a regular file, or one too large to be a keyring.
    case notAKeyringFile(path: String)
    /// The operating system returned an error.
    case inputOutput(path: String, reason: String)
    /// A new keyring was to be made where a file already exists.
    case fileExists(path: String)
    /// Data is sealed under a key that the keyring does not have.
    case missingKey(KeyID)
    /// The keyring's key of this id is not the one with which the database was sealed.
    case wrongKey(KeyID)
    /// The lookup key is not the database's.
    case wrongLookupKey
    /// The active key cannot be removed.
    case activeKey(KeyID)
    /// The sealed bytes are truncated.
    case malformedSealedBytes
    /// The bytes were sealed for another place, or changed.
    case cannotOpen
    /// The operation failed for a reason that lies neither in the keyring nor in the bytes.
    case sealing(SealingError)
}

extension KeyringError: CustomStringConvertible {
    /// One sentence for an operator, with the remedy.
    public var description: String {
        switch self {
        case .malformed(0, let reason):
            "the keyring cannot be read: \(reason)"
        case .malformed(let line, let reason):
            "line \(line) of the keyring cannot be read: \(reason)"
        case .tooPermissive(let path, let mode):
            """
            keyring \(path) has mode \(Self.octal(mode)), so that others than its owner can reach the keys; \
            run: chmod 600 \(path)
            """
        case .missingFile(let path):
            "there is no keyring at \(path); name the right file, or restore it from where it is kept"
        case .notAKeyringFile(let path):
            "\(path) is not a regular file of at most 64 KiB, and so no keyring"
        case .inputOutput(let path, let reason):
            "keyring \(path): \(reason)"
        case .fileExists(let path):
            "a file is already at \(path); a keyring is never overwritten by a new one"
        case .missingKey(let id):
            "key \(id) is needed but not in the keyring; restore the keyring file that holds it"
        case .wrongKey(let id):
            "key \(id) in the keyring is not the one the database was sealed with; restore the right keyring file"
        case .wrongLookupKey:
            "the keyring's lookup key is not the database's; restore the right keyring file"
        case .activeKey(let id):
            "key \(id) is the active one; rotate, let everything be sealed anew, then remove it"
        case .malformedSealedBytes:
            "the sealed bytes are cut short"
        case .cannotOpen:
            "the sealed bytes belong to another place, or were changed"
        case .sealing(let error):
            "\(error)"
        }
    }

    private static func octal(_ mode: UInt32) -> String {
        let digits = String(mode, radix: 8)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
