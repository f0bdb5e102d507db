#if OpenSSL && !canImport(CryptoKit)
internal import COpenSSL

/// Reads and writes PEM texts (RFC 7468) through OpenSSL's memory BIOs.
enum PEM {
    /// Returns what `read` finds in `text`, or nil; the caller has to wipe its own copy of the text.
    static func read(_ text: String, with read: (OpaquePointer) -> OpaquePointer?) -> OpaquePointer? {
        let bytes = Array(text.utf8)
        return bytes.withUnsafeBytes { bytes in
            guard let count = Int32(exactly: bytes.count), let input = BIO_new_mem_buf(bytes.baseAddress, count) else {
                return nil
            }
            defer { BIO_free(input) }
            // A decoder leaves its failed attempts in the error queue even when another one succeeds.
            defer { ERR_clear_error() }
            return read(input)
        }
    }

    /// The text that `write` produces.
    static func write(with write: (OpaquePointer) -> Int32) throws(SealingError) -> String {
        guard let output = BIO_new(BIO_s_secmem()) else { throw .fromLibrary("writing PEM") }
        defer { BIO_free(output) }
        guard write(output) == 1 else { throw .fromLibrary("writing PEM") }
        var start: UnsafeMutablePointer<CChar>?
        let count = reveille_bio_bytes(output, &start)
        let bytes = UnsafeRawBufferPointer(start: start, count: count)
        return String(decoding: bytes, as: UTF8.self)
    }
}
#endif
