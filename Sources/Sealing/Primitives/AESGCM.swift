/// AES-256-GCM (NIST SP 800-38D) with 96-bit random IVs and full 128-bit tags only.
public enum AESGCM {
    /// The length of every IV: 12 bytes.
    public static let ivByteCount = 12
    /// The length of every tag: 16 bytes; shorter ones are refused.
    public static let tagByteCount = 16

    /// A sealed text with its IV and tag.
    public struct SealedBox: Sendable, Equatable {
        /// The initialization vector.
        public var iv: [UInt8]
        /// The sealed text, as long as the plain one.
        public var ciphertext: [UInt8]
        /// The authentication tag.
        public var tag: [UInt8]

        /// Makes a box of received parts; `open` checks their lengths.
        public init(iv: [UInt8], ciphertext: [UInt8], tag: [UInt8]) {
            self.iv = iv
            self.ciphertext = ciphertext
            self.tag = tag
        }
    }

    /// Seals `plaintext` under a fresh random IV; `associatedData` is authenticated but not sealed.
    ///
    /// No caller can choose the IV: using one IV twice under a key reveals both texts and allows forgeries.
    ///
    /// - Throws: `SealingError.randomnessUnavailable`, `.tooLong` or `.library`.
    public static func seal(
        _ plaintext: [UInt8],
        with key: SymmetricKey,
        authenticating associatedData: [UInt8]
    ) throws(SealingError) -> SealedBox {
        try seal(
            plaintext,
            with: key,
            authenticating: associatedData,
            iv: SecureRandom.bytes(count: ivByteCount)
        )
    }

    /// Seals under a given IV, for known answers only.
    ///
    /// - Throws: `SealingError.wrongLength`, `.tooLong` or `.library`.
    @_spi(Testing)
    public static func seal(
        _ plaintext: [UInt8],
        with key: SymmetricKey,
        authenticating associatedData: [UInt8],
        iv: [UInt8]
    ) throws(SealingError) -> SealedBox {
        guard iv.count == ivByteCount else {
            throw .wrongLength(of: "an AES-GCM IV", expected: ivByteCount, actual: iv.count)
        }
        let (ciphertext, tag) = try Backend.sealGCM(
            plaintext,
            key: key.secret,
            iv: iv,
            authenticating: associatedData
        )
        return SealedBox(iv: iv, ciphertext: ciphertext, tag: tag)
    }

    /// The plaintext of `box`, if key and associated data are the sealer's and nothing was changed.
    ///
    /// - Throws: `SealingError.wrongLength` for an IV or tag of another length, which OpenSSL would accept;
    ///   `.cannotOpen`; `.tooLong` or `.library`.
    public static func open(
        _ box: SealedBox,
        with key: SymmetricKey,
        authenticating associatedData: [UInt8]
    ) throws(SealingError) -> [UInt8] {
        guard box.iv.count == ivByteCount else {
            throw .wrongLength(of: "an AES-GCM IV", expected: ivByteCount, actual: box.iv.count)
        }
        guard box.tag.count == tagByteCount else {
            throw .wrongLength(of: "an AES-GCM tag", expected: tagByteCount, actual: box.tag.count)
        }
        return try Backend.openGCM(
            box.ciphertext,
            tag: box.tag,
            key: key.secret,
            iv: box.iv,
            authenticating: associatedData
        )
    }
}
