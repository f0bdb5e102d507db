import AlarmCore

/// A compact JWE (RFC 7516, section 7.1) with `alg` `dir` and `enc` `A256GCM`, the only ones that PA1 allows.
///
/// Parsing checks everything that can be checked without a key, in the order of PA1 section 3, and returns the key id
/// by which the caller finds the key.
public struct CompactJWE: Sendable, Equatable {
    /// The protected header's values.
    public let header: JWEHeader

    /// The first part as it arrived: its ASCII bytes are the associated data (RFC 7516, section 5.1, step 14).
    private let protected: [UInt8]
    private let box: AESGCM.SealedBox

    /// The id of the key under which the text claims to be sealed; nil for the boxes of a pairing, which need none.
    public var keyID: String? { header.keyID }

    /// Reads the five parts of `text`.
    ///
    /// - Parameters:
    ///   - text: the whole text; nothing may precede or follow it.
    ///   - limit: the most bytes that are read.
    /// - Throws: what is wrong with it.
    public init(parsing text: some StringProtocol, limit: Int) throws(JWEError) {
        guard text.utf8.count <= limit else { throw .tooLarge(limit: limit) }
        try self.init(parsing: Array(text.utf8), limit: limit)
    }

    /// Reads the five parts of the ASCII text in `utf8`.
    ///
    /// - Parameters:
    ///   - utf8: the whole text, such as a request's body.
    ///   - limit: the most bytes that are read.
    /// - Throws: what is wrong with it.
    public init(parsing utf8: [UInt8], limit: Int) throws(JWEError) {
        guard utf8.count <= limit else { throw .tooLarge(limit: limit) }
        let parts = utf8.split(separator: UInt8(ascii: "."), maxSplits: 5, omittingEmptySubsequences: false)
        guard parts.count == 5 else { throw .notFiveParts }
        guard parts[1].isEmpty else { throw .encryptedKeyPresent }
        let headerText = try Self.decode(parts[0], .protected)
        let iv = try Self.decode(parts[2], .iv)
        let ciphertext = try Self.decode(parts[3], .ciphertext)
        let tag = try Self.decode(parts[4], .tag)
        header = try JWEHeader(parsing: headerText)
        guard iv.count == AESGCM.ivByteCount else { throw .wrongLength(.iv) }
        guard tag.count == AESGCM.tagByteCount else { throw .wrongLength(.tag) }
        protected = Array(parts[0])
        box = AESGCM.SealedBox(iv: iv, ciphertext: ciphertext, tag: tag)
    }

    /// The plaintext, if `key` is the one with which the text was sealed and nothing was changed.
    ///
    /// - Throws: `JWEError.cannotOpen`, `.sealing`.
    public func open(with key: SymmetricKey) throws(JWEError) -> [UInt8] {
        do {
            return try AESGCM.open(box, with: key, authenticating: protected)
        } catch SealingError.cannotOpen {
            throw .cannotOpen
        } catch {
            throw .sealing(error)
        }
    }

    /// Seals `plaintext` under a fresh random IV.
    ///
    /// - Parameters:
    ///   - plaintext: the bytes to seal.
    ///   - key: the content encryption key, used as it is.
    ///   - keyID: the `kid`, 1 to 128 printable ASCII characters; nil leaves it out.
    /// - Returns: the five parts, joined by dots.
    /// - Throws: `JWEError.invalidKeyID`, `.sealing`.
    public static func seal(
        _ plaintext: [UInt8],
        with key: SymmetricKey,
        keyID: String? = nil
    ) throws(JWEError) -> String {
        try assemble(keyID: keyID) { (associatedData) throws(SealingError) in
            try AESGCM.seal(plaintext, with: key, authenticating: associatedData)
        }
    }

    /// Seals under a given IV, for known answers only.
    ///
    /// - Throws: `JWEError.invalidKeyID`, `.sealing`.
    @_spi(Testing)
    public static func seal(
        _ plaintext: [UInt8],
        with key: SymmetricKey,
        keyID: String?,
        iv: [UInt8]
    ) throws(JWEError) -> String {
        try assemble(keyID: keyID) { (associatedData) throws(SealingError) in
            try AESGCM.seal(plaintext, with: key, authenticating: associatedData, iv: iv)
        }
    }

    private static func assemble(
        keyID: String?,
        box: ([UInt8]) throws(SealingError) -> AESGCM.SealedBox
    ) throws(JWEError) -> String {
        let protected = Base64URL.encode(try JWEHeader.text(keyID: keyID))
        do {
            let box = try box(Array(protected.utf8))
            let iv = Base64URL.encode(box.iv)
            let ciphertext = Base64URL.encode(box.ciphertext)
            let tag = Base64URL.encode(box.tag)
            return "\(protected)..\(iv).\(ciphertext).\(tag)"
        } catch {
            throw .sealing(error)
        }
    }

    private static func decode(_ part: ArraySlice<UInt8>, _ name: JWEError.Part) throws(JWEError) -> [UInt8] {
        guard let bytes = Base64URL.decode(utf8: part) else { throw .notBase64URL(name) }
        return bytes
    }
}
