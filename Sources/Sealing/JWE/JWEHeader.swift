/// The protected header of a PA1 JWE: `alg` and `enc` are fixed, the rest is here.
public struct JWEHeader: Sendable, Equatable {
    /// `kid`: the id of the key (RFC 7516, section 4.1.6).
    public let keyID: String?
    /// `typ`: the media type of the whole JWE; not interpreted.
    public let type: String?
    /// `cty`: the media type of the plaintext; not interpreted.
    public let contentType: String?

    /// The longest key id, in bytes: a device id and a generation take 33 at most.
    static let longestKeyID = 128

    /// Reads strict JSON: one flat object of the five allowed names, each at most once, each with a string.
    init(parsing json: [UInt8]) throws(JWEError) {
        var scanner = HeaderScanner(json)
        var values: [String: String] = [:]
        try scanner.members { (name, value) throws(JWEError) in
            guard ["alg", "enc", "kid", "typ", "cty"].contains(name) else { throw .unknownHeader(name) }
            guard values.updateValue(value, forKey: name) == nil else { throw .duplicateHeader(name) }
        }
        guard values["alg"] == "dir" else { throw .unsupportedAlgorithm }
        guard values["enc"] == "A256GCM" else { throw .unsupportedEncryption }
        if let keyID = values["kid"], !Self.isValid(keyID: keyID) { throw .invalidKeyID }
        keyID = values["kid"]
        type = values["typ"]
        contentType = values["cty"]
    }

    /// The header exactly as in PA1's known answers, byte for byte.
    static func text(keyID: String?) throws(JWEError) -> [UInt8] {
        guard let keyID else { return Array(#"{"alg":"dir","enc":"A256GCM"}"#.utf8) }
        guard isValid(keyID: keyID),
            !keyID.utf8.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") })
        else { throw .invalidKeyID }
        return Array(#"{"alg":"dir","enc":"A256GCM","kid":"\#(keyID)"}"#.utf8)
    }

    private static func isValid(keyID: String) -> Bool {
        (1...longestKeyID).contains(keyID.utf8.count) && keyID.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
