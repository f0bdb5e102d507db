#if OpenSSL && !canImport(CryptoKit)
internal import COpenSSL

/// One AES-GCM operation; the only code that uses `EVP_CIPHER_CTX`.
struct CipherContext: ~Copyable {
    /// The direction of the cipher; the raw value is OpenSSL's `enc` argument.
    enum Direction: Int32 {
        case open = 0
        case seal = 1
    }

    /// Fetched once, since a fetch searches the providers and costs more than sealing a message.
    ///
    /// Never changed and never freed, so that every thread may read them.
    private nonisolated(unsafe) static let aes256 = EVP_CIPHER_fetch(nil, "AES-256-GCM", nil)
    private nonisolated(unsafe) static let aes128 = EVP_CIPHER_fetch(nil, "AES-128-GCM", nil)

    private let context: OpaquePointer

    private init(owning context: OpaquePointer) {
        self.context = context
    }

    /// Sets up an AES-GCM operation under a key of 32 or 16 bytes and a 12-byte `iv`.
    static func start(_ direction: Direction, key: SecretBytes, iv: [UInt8]) throws(SealingError) -> CipherContext {
        let cipher = key.count == 16 ? aes128 : aes256
        guard let context = EVP_CIPHER_CTX_new() else { throw .fromLibrary("AES-GCM") }
        let ready = key.withPointer { key in
            iv.withUnsafeBufferPointer { iv in
                EVP_CipherInit_ex2(context, cipher, key, iv.baseAddress, direction.rawValue, nil)
            }
        }
        guard ready == 1 else {
            EVP_CIPHER_CTX_free(context)
            throw .fromLibrary("AES-GCM")
        }
        return CipherContext(owning: context)
    }

    deinit {
        EVP_CIPHER_CTX_free(context)  // wipes the key schedule too
    }

    /// Adds associated data.
    ///
    /// An empty input is skipped: its pointer may be nil, which OpenSSL reads as "finish".
    func authenticate(_ data: [UInt8]) throws(SealingError) {
        guard !data.isEmpty else { return }
        let count = try Self.length(data)
        var written: Int32 = 0
        let done = data.withUnsafeBufferPointer { EVP_CipherUpdate(context, nil, &written, $0.baseAddress, count) }
        guard done == 1 else { throw .fromLibrary("AES-GCM") }
    }

    /// The input, sealed or opened but not yet verified.
    func process(_ input: [UInt8]) throws(SealingError) -> [UInt8] {
        guard !input.isEmpty else { return [] }
        let count = try Self.length(input)
        var written: Int32 = 0
        var done: Int32 = 0
        let output = [UInt8](unsafeUninitializedCapacity: input.count) { output, initialized in
            done = input.withUnsafeBufferPointer {
                EVP_CipherUpdate(context, output.baseAddress, &written, $0.baseAddress, count)
            }
            initialized = done == 1 && written == count ? input.count : 0
        }
        guard output.count == input.count else { throw .fromLibrary("AES-GCM") }
        return output
    }

    /// Ends a sealing and returns the tag.
    func finishSealing(tagByteCount: Int) throws(SealingError) -> [UInt8] {
        var written: Int32 = 0
        var nothing: UInt8 = 0
        var tag = [UInt8](repeating: 0, count: tagByteCount)
        let done =
            EVP_CipherFinal_ex(context, &nothing, &written) == 1
            && tag.withUnsafeMutableBytes {
                EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32($0.count), $0.baseAddress) == 1
            }
        guard done else { throw .fromLibrary("AES-GCM") }
        return tag
    }

    /// Ends an opening and returns whether `tag`, of 16 bytes, is the right one; OpenSSL compares in constant time.
    func tagFits(_ tag: [UInt8]) -> Bool {
        var tag = tag
        var written: Int32 = 0
        var nothing: UInt8 = 0
        let fits =
            tag.withUnsafeMutableBytes {
                EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32($0.count), $0.baseAddress) == 1
            } && EVP_CipherFinal_ex(context, &nothing, &written) == 1
        if !fits { ERR_clear_error() }
        return fits
    }

    private static func length(_ bytes: [UInt8]) throws(SealingError) -> Int32 {
        guard let count = Int32(exactly: bytes.count) else {
            throw .tooLong("an AES-GCM input", limit: Int(Int32.max))
        }
        return count
    }
}
#endif
