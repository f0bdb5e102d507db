/// Content under the coding `aes128gcm`, as one record (RFC 8188).
///
/// ```
/// header = salt (16) ‖ record size (4) ‖ length of the key id (1) ‖ key id
/// PRK    = Extract(salt, input key)
/// key    = Expand(PRK, "Content-Encoding: aes128gcm" ‖ 0x00, 16)
/// nonce  = Expand(PRK, "Content-Encoding: nonce" ‖ 0x00, 12)     for the first record, the only one here
/// record = AES-128-GCM(key, nonce, content ‖ 0x02 ‖ 0x00…)
/// ```
public enum EncryptedContent {
    /// The length of the salt: 16 bytes.
    public static let saltByteCount = 16
    /// The record size in headers: 4,096 bytes, the largest that a push service has to accept.
    public static let recordSize = 4096
    /// The length of the header without its key id: 21 bytes.
    static let headerByteCount = 21
    /// The padding delimiter of the last record.
    private static let lastRecord: UInt8 = 2

    /// Seals `content`, filled with zeros to `paddedCount` bytes, under a key that was never used with `salt`.
    ///
    /// - Throws: `SealingError.wrongLength` for another salt; `.tooLong` for what does not fit into one record.
    static func seal(
        _ content: [UInt8],
        paddedTo paddedCount: Int,
        inputKey: SecretBytes,
        salt: [UInt8],
        keyID: [UInt8] = []
    ) throws(SealingError) -> [UInt8] {
        guard salt.count == saltByteCount else {
            throw .wrongLength(of: "a salt", expected: saltByteCount, actual: salt.count)
        }
        guard let idLength = UInt8(exactly: keyID.count) else { throw .tooLong("a key id", limit: Int(UInt8.max)) }
        let count = max(content.count, paddedCount)
        guard count + 1 + AESGCM.tagByteCount <= recordSize else {
            throw .tooLong("content of one record", limit: recordSize - 1 - AESGCM.tagByteCount)
        }
        let (key, nonce) = try keys(inputKey: inputKey, salt: salt)
        var plaintext = content + [lastRecord] + [UInt8](repeating: 0, count: count - content.count)
        defer { plaintext.wipe() }
        let (record, tag) = try Backend.sealGCM(plaintext, key: key, iv: nonce, authenticating: [])
        let size = UInt32(recordSize)
        let header = salt + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> UInt32($0)) } + [idLength] + keyID
        return header + record + tag
    }

    /// A received text, cut at its header.
    struct Parts {
        let salt: [UInt8]
        let keyID: [UInt8]
        fileprivate let record: [UInt8]
        fileprivate let tag: [UInt8]

        /// Reads the header and the one record behind it.
        ///
        /// - Throws: `SealingError.malformedMessage`.
        init(_ bytes: [UInt8]) throws(SealingError) {
            guard bytes.count > EncryptedContent.headerByteCount else { throw .malformedMessage }
            let size = bytes[16..<20].reduce(0) { $0 << 8 | Int($1) }
            let start = EncryptedContent.headerByteCount + Int(bytes[20])
            let length = bytes.count - start
            guard size >= 18, length > AESGCM.tagByteCount, length <= size else { throw .malformedMessage }
            salt = Array(bytes[..<16])
            keyID = Array(bytes[EncryptedContent.headerByteCount..<start])
            record = Array(bytes[start..<(bytes.count - AESGCM.tagByteCount)])
            tag = Array(bytes.suffix(AESGCM.tagByteCount))
        }
    }

    /// Opens what consists of one record, and returns its content without the padding.
    ///
    /// - Throws: `SealingError.cannotOpen`, `.malformedMessage` for padding that the last record cannot have.
    static func open(_ parts: Parts, inputKey: SecretBytes) throws(SealingError) -> [UInt8] {
        let (key, nonce) = try keys(inputKey: inputKey, salt: parts.salt)
        let plaintext = try Backend.openGCM(parts.record, tag: parts.tag, key: key, iv: nonce, authenticating: [])
        guard let end = plaintext.lastIndex(where: { $0 != 0 }), plaintext[end] == lastRecord else {
            throw .malformedMessage
        }
        return Array(plaintext[..<end])
    }

    private static func keys(
        inputKey: SecretBytes,
        salt: [UInt8]
    ) throws(SealingError) -> (key: SecretBytes, nonce: [UInt8]) {
        let prk = try HKDF.extract(salt: salt, inputKey: inputKey)
        let key = try HKDF.expand(prk, label: "Content-Encoding: aes128gcm\0", count: 16)
        return (key, try HKDF.expand(prk, label: "Content-Encoding: nonce\0", count: 12).revealed())
    }
}
