#if canImport(CryptoKit) || !OpenSSL
#if canImport(CryptoKit)
internal import CryptoKit
internal import Darwin
#else
#if !SwiftCrypto
#error("Without CryptoKit, one of the package's traits OpenSSL and SwiftCrypto has to be on.")
#endif
internal import Crypto
#if canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif
#endif

/// The primitives by CryptoKit, or by swift-crypto, which has its interface elsewhere; `Backend+OpenSSL.swift` has the
/// same functions.
enum Backend {
    // This module has types of these names itself.
    #if canImport(CryptoKit)
    private typealias Key = CryptoKit.SymmetricKey
    private typealias Digest = CryptoKit.SHA256
    #else
    private typealias Key = Crypto.SymmetricKey
    private typealias Digest = Crypto.SHA256
    #endif

    /// Overwrites memory in a way that the optimizer may not remove.
    static func wipe(_ buffer: UnsafeMutableRawBufferPointer) {
        guard let start = buffer.baseAddress else { return }
        #if canImport(Darwin)
        memset_s(start, buffer.count, 0, buffer.count)
        #else
        explicit_bzero(start, buffer.count)
        #endif
    }

    /// Whether both hold the same bytes, in constant time; both have the same length, which is not zero.
    ///
    /// Not inlined, lest the optimizer learn from a caller's use of the result where it may stop early.
    @inline(never)
    static func equal(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, count: Int) -> Bool {
        #if canImport(Darwin)
        timingsafe_bcmp(left, right, count) == 0
        #else
        var difference: UInt8 = 0
        for offset in 0..<count {
            difference |=
                left.load(fromByteOffset: offset, as: UInt8.self)
                ^ right.load(fromByteOffset: offset, as: UInt8.self)
        }
        return difference == 0
        #endif
    }

    /// Fills `buffer` with random bytes fit for keys, from the kernel; without any, the process stops.
    static func fillWithRandomBytes(_ buffer: UnsafeMutableRawBufferPointer) -> Bool {
        var generator = SystemRandomNumberGenerator()
        for start in stride(from: 0, to: buffer.count, by: MemoryLayout<UInt64>.size) {
            let number = generator.next()
            let end = min(start + MemoryLayout<UInt64>.size, buffer.count)
            withUnsafeBytes(of: number) { number in
                UnsafeMutableRawBufferPointer(rebasing: buffer[start..<end])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: number[..<(end - start)]))
            }
        }
        return true
    }

    /// SHA-256.
    static func sha256(_ message: [UInt8]) throws(SealingError) -> [UInt8] {
        Array(Digest.hash(data: message))
    }

    /// HMAC with SHA-256 of the concatenated `parts`.
    static func hmacSHA256(_ parts: [SecretBytes], key: SecretBytes) throws(SealingError) -> SecretBytes {
        var code = HMAC<Digest>(key: self.key(key))
        for part in parts {
            part.withUnsafeBytes { code.update(data: $0) }
        }
        return code.finalize().withUnsafeBytes { SecretBytes($0) }
    }

    /// AES-GCM under a key of 32 or 16 bytes and an IV of 12 bytes; the tag has 16.
    static func sealGCM(
        _ plaintext: [UInt8],
        key: SecretBytes,
        iv: [UInt8],
        authenticating associatedData: [UInt8]
    ) throws(SealingError) -> (ciphertext: [UInt8], tag: [UInt8]) {
        do {
            let box = try AES.GCM.seal(
                plaintext,
                using: self.key(key),
                nonce: AES.GCM.Nonce(data: iv),
                authenticating: associatedData
            )
            return (Array(box.ciphertext), Array(box.tag))
        } catch {
            throw .library(operation: "AES-GCM", reason: "\(error)")
        }
    }

    /// The plaintext under a key of 32 or 16 bytes, an IV of 12 and a tag of 16.
    ///
    /// - Throws: `SealingError.cannotOpen` and others.
    static func openGCM(
        _ ciphertext: [UInt8],
        tag: [UInt8],
        key: SecretBytes,
        iv: [UInt8],
        authenticating associatedData: [UInt8]
    ) throws(SealingError) -> [UInt8] {
        let box: AES.GCM.SealedBox
        do {
            box = try AES.GCM.SealedBox(nonce: AES.GCM.Nonce(data: iv), ciphertext: ciphertext, tag: tag)
        } catch {
            throw .library(operation: "AES-GCM", reason: "\(error)")
        }
        do {
            return Array(try AES.GCM.open(box, using: self.key(key), authenticating: associatedData))
        } catch {
            // CryptoKit says `authenticationFailure`, swift-crypto passes on what is left in BoringSSL's queue of errors.
            throw .cannotOpen
        }
    }

    /// The X25519 public key of a private key of 32 bytes.
    static func x25519PublicKey(of secret: SecretBytes) throws(SealingError) -> [UInt8] {
        Array(try x25519(secret).publicKey.rawRepresentation)
    }

    /// X25519 with a peer's public key of 32 bytes; the result may be zero.
    ///
    /// - Throws: `SealingError.noSharedSecret` and others.
    static func x25519(_ secret: SecretBytes, with peer: [UInt8]) throws(SealingError) -> SecretBytes {
        let own = try x25519(secret)
        do {
            let other = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: peer)
            return try own.sharedSecretFromKeyAgreement(with: other).withUnsafeBytes { SecretBytes($0) }
        } catch {
            throw .noSharedSecret
        }
    }

    private static func x25519(_ secret: SecretBytes) throws(SealingError) -> Curve25519.KeyAgreement.PrivateKey {
        do {
            return try secret.withUnsafeBytes { try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: $0) }
        } catch {
            throw .library(operation: "X25519", reason: "\(error)")
        }
    }

    private static func key(_ secret: SecretBytes) -> Key {
        secret.withUnsafeBytes { Key(data: $0) }
    }
}
#endif
