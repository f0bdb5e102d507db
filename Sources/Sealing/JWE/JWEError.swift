/// Why a compact JWE was refused.
///
/// For logs and tests only: a server answers every case alike, so that an attacker learns nothing from an error.
public enum JWEError: Error, Equatable {
    /// One of the parts between the dots.
    public enum Part: String, Sendable {
        /// The JOSE header, which is also the associated data.
        case protected
        /// The initialization vector.
        case iv
        /// The sealed text.
        case ciphertext
        /// The authentication tag.
        case tag
    }

    /// The whole text is longer than the caller allows.
    case tooLarge(limit: Int)
    /// There are not exactly five parts.
    case notFiveParts
    /// The second part is not empty, although `dir` has no encrypted key (RFC 7518, section 4.5).
    case encryptedKeyPresent
    /// A part is not canonical base64url without padding.
    case notBase64URL(Part)
    /// The header is not one flat JSON object of strings, in valid UTF-8.
    case malformedHeader
    /// A header name occurs twice (RFC 7516, section 4).
    case duplicateHeader(String)
    /// A header name outside `alg`, `enc`, `kid`, `typ` and `cty`; `zip`, `crit`, `epk` and `p2c` among them.
    case unknownHeader(String)
    /// `alg` is missing or not `dir`.
    case unsupportedAlgorithm
    /// `enc` is missing or not `A256GCM`.
    case unsupportedEncryption
    /// `kid` is empty, longer than 128 bytes, or not printable ASCII without spaces.
    case invalidKeyID
    /// The IV is not 12 or the tag not 16 bytes long.
    case wrongLength(Part)
    /// The key is wrong, or a byte was changed.
    case cannotOpen
    /// The operation failed for a reason that does not lie in the text.
    case sealing(SealingError)
}

extension JWEError: CustomStringConvertible {
    /// One phrase for a log; text from the sender is quoted and escaped.
    public var description: String {
        switch self {
        case .tooLarge(let limit): "longer than \(limit) bytes"
        case .notFiveParts: "not five parts"
        case .encryptedKeyPresent: "an encrypted key where dir has none"
        case .notBase64URL(let part): "\(part.rawValue) part is not canonical base64url"
        case .malformedHeader: "header is not a flat JSON object of strings"
        case .duplicateHeader(let name): "header name \(name.debugDescription) occurs twice"
        case .unknownHeader(let name): "header name \(name.debugDescription) is not allowed"
        case .unsupportedAlgorithm: "alg is not dir"
        case .unsupportedEncryption: "enc is not A256GCM"
        case .invalidKeyID: "kid is not 1 to 128 printable ASCII characters"
        case .wrongLength(let part): "\(part.rawValue) part has the wrong length"
        case .cannotOpen: "wrong key or changed data"
        case .sealing(let error): "\(error)"
        }
    }
}
