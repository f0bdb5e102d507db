/// What a cryptographic operation refused, in words that hold no secret.
public enum SealingError: Error, Equatable, CustomStringConvertible {
    /// A value that has one right length has another.
    case wrongLength(of: String, expected: Int, actual: Int)
    /// A value is longer than the operation, or its encoding, allows.
    case tooLong(String, limit: Int)
    /// The tag does not fit: another key, other associated data, or a changed byte. Deliberately not told apart.
    case cannotOpen
    /// The peer's X25519 key is a point of small order, so that the shared secret would be all zero (RFC 7748, 6.1).
    case noSharedSecret
    /// A key could not be read, with the reason and what would be accepted.
    case malformedKey(String)
    /// The text is not 14 symbols of the pairing code's alphabet.
    case malformedPairingSecret
    /// A key generation that this state cannot reach.
    case unknownGeneration
    /// A stored state is cut short, changed, or of another version.
    case malformedState
    /// The operating system or OpenSSL gave no random bytes.
    case randomnessUnavailable
    /// OpenSSL failed where no input can make it fail, usually a broken installation or no memory.
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
        case .malformedPairingSecret:
            "a pairing code's secret is 14 symbols of 0-9 and A-Z without I, L, O and U"
        case .unknownGeneration:
            "no key generation within reach has this key id"
        case .malformedState:
            "the stored key state is damaged or of another version"
        case .randomnessUnavailable:
            "the system gave no random bytes"
        case .library(let operation, let reason):
            "OpenSSL failed in \(operation): \(reason)"
        }
    }
}
