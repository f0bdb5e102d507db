#if OpenSSL && !canImport(CryptoKit)
internal import COpenSSL

/// The two forms of an ECDSA signature: OpenSSL uses DER, JWS uses r ‖ s (RFC 7518, section 3.4).
enum SignatureForm {
    /// r ‖ s of 32 bytes each, from the DER SEQUENCE of two INTEGERs.
    static func raw(fromDER der: [UInt8]) -> [UInt8]? {
        let parsed = der.withUnsafeBufferPointer { der in
            var position = der.baseAddress
            return d2i_ECDSA_SIG(nil, &position, der.count)
        }
        guard let parsed else { return nil }
        defer { ECDSA_SIG_free(parsed) }
        var raw = [UInt8](repeating: 0, count: ES256.signatureByteCount)
        let half = ES256.signatureByteCount / 2
        let fits = raw.withUnsafeMutableBufferPointer { raw in
            guard let start = raw.baseAddress else { return false }
            return BN_bn2binpad(ECDSA_SIG_get0_r(parsed), start, Int32(half)) == half
                && BN_bn2binpad(ECDSA_SIG_get0_s(parsed), start + half, Int32(half)) == half
        }
        return fits ? raw : nil
    }

    /// The DER form of exactly 64 bytes r ‖ s; the verification checks whether r and s are in range.
    static func der(fromRaw raw: [UInt8]) -> [UInt8]? {
        guard raw.count == ES256.signatureByteCount, let signature = ECDSA_SIG_new() else { return nil }
        defer { ECDSA_SIG_free(signature) }
        let half = ES256.signatureByteCount / 2
        let taken = raw.withUnsafeBufferPointer { raw in
            guard let start = raw.baseAddress else { return false }
            let r = BN_bin2bn(start, Int32(half), nil)
            let s = BN_bin2bn(start + half, Int32(half), nil)
            // On success the signature owns both numbers.
            guard r != nil, s != nil, ECDSA_SIG_set0(signature, r, s) == 1 else {
                BN_free(r)
                BN_free(s)
                return false
            }
            return true
        }
        guard taken else { return nil }
        var start: UnsafeMutablePointer<UInt8>?
        let count = i2d_ECDSA_SIG(signature, &start)
        guard count > 0, let start else { return nil }
        defer { reveille_free(start) }
        return Array(UnsafeBufferPointer(start: start, count: Int(count)))
    }
}
#endif
