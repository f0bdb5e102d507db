/// Why a cryptographic operation failed; the texts contain no secret.
public enum SealingError: Error, Equatable, CustomStringConvertible {
    /// A value of a fixed length has another length.
    case wrongLength(of: String, expected: Int, actual: Int)
    /// A value is longer than the operation, or its encoding, allows.
    case tooLong(String, limit: Int)
    /// The tag does not match: another key, other associated data, or a changed byte; deliberately not distinguished.
    case cannotOpen
    /// The peer's key yields no secret: an X25519 point of small order (RFC 7748, 6.1).
    case noSharedSecret
    /// A key could not be read, with the reason and what would be accepted.
    case malformedKey(String)
    /// A server's name is not a host name in ASCII, or its address has neither 4 nor 16 bytes.
    case malformedServerName
    /// The text is not 14 symbols of the pairing code's alphabet.
    case malformedPairingSecret
    /// A message of Web Push is cut short, or not of the form of RFC 8188.
    case malformedMessage
    /// The key generation is out of this state's reach.
    case unknownGeneration
    /// A stored state is truncated, changed, or of another version.
    case malformedState
    /// The operating system, or OpenSSL, gave no random bytes.
    case randomnessUnavailable
    /// The cryptographic library failed in a way that no input can cause, usually because of a broken installation or lack of memory.
    case library(operation: String, reason: String)

    /// One sentence for an operator.
    public var description: String {
        switch self {
        case .wrongLength(let name, let expected, let actual):
            "\(name) must be \(expected) bytes long, not \(actual)"
        case .tooLong(let name, let limit):
            "\(name) is longer than \(limit) bytes"
        case .cannotOpen:
            "the sealed data could not be opened: wrong key or changed data"
        case .noSharedSecret:
            "the peer's public key yields no shared secret"
        case .malformedKey(let reason):
            "the key could not be read: \(reason)"
        case .malformedServerName:
            "a server's name is a host name in ASCII, or an address of 4 or 16 bytes"
        case .malformedPairingSecret:
            "a pairing code's secret is 14 symbols of 0-9 and A-Z without I, L, O and U"
        case .malformedMessage:
            "the message is cut short or not of the coding aes128gcm"
        case .unknownGeneration:
            "no key generation within reach has this key id"
        case .malformedState:
            "the stored key state is damaged or of another version"
        case .randomnessUnavailable:
            "the system gave no random bytes"
        case .library(let operation, let reason):
            "the cryptographic library failed in \(operation): \(reason)"
        }
    }
}
