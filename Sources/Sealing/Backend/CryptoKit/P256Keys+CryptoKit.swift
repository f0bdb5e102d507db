#if canImport(CryptoKit) || !OpenSSL
#if canImport(CryptoKit)
internal import CryptoKit
#else
internal import Crypto
#endif

/// A point of P-256; `P256Keys+OpenSSL.swift` has the same.
struct P256PublicKey: Sendable {
    private let key: P256.Signing.PublicKey

    /// 0x04 ‖ x ‖ y.
    let x963: [UInt8]

    /// Takes 65 bytes that start with 0x04, and refuses those that are no point of the curve.
    init(x963 bytes: [UInt8]) throws(SealingError) {
        do {
            self.init(try P256.Signing.PublicKey(x963Representation: bytes))
        } catch {
            throw .malformedKey("the point is not on the curve P-256")
        }
    }

    /// Reads a PEM `PUBLIC KEY`.
    init(pem: String) throws(SealingError) {
        do {
            self.init(try P256.Signing.PublicKey(pemRepresentation: pem))
        } catch {
            throw .malformedKey("expected a PEM block BEGIN PUBLIC KEY with a key on the curve P-256")
        }
    }

    fileprivate init(_ key: P256.Signing.PublicKey) {
        self.key = key
        x963 = Array(key.x963Representation)
    }

    /// A PEM `PUBLIC KEY`.
    func pem() throws(SealingError) -> String { key.pemRepresentation + "\n" }

    /// Whether `signature`, r ‖ s, is one over SHA-256 of `message`.
    func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
        guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
        return key.isValidSignature(signature, for: message)
    }
}

/// A private key of P-256; `P256Keys+OpenSSL.swift` has the same.
struct P256PrivateKey: Sendable {
    private let key: P256.Signing.PrivateKey

    init() throws(SealingError) {
        key = P256.Signing.PrivateKey()
    }

    /// Takes a number of 32 bytes, and refuses zero and those above the curve's order.
    init(scalar: SecretBytes) throws(SealingError) {
        do {
            key = try scalar.withUnsafeBytes { try P256.Signing.PrivateKey(rawRepresentation: $0) }
        } catch {
            throw .malformedKey("the number is no P-256 private key")
        }
    }

    /// Reads a PEM `PRIVATE KEY` or `EC PRIVATE KEY`.
    init(pem: String) throws(SealingError) {
        do {
            key = try P256.Signing.PrivateKey(pemRepresentation: pem)
        } catch {
            throw .malformedKey(
                """
                expected an unencrypted PEM block BEGIN PRIVATE KEY or BEGIN EC PRIVATE KEY with a key on the curve P-256
                """
            )
        }
    }

    /// A PEM `PRIVATE KEY`.
    func pem() throws(SealingError) -> String { key.pemRepresentation + "\n" }

    /// The point that belongs to it.
    func publicKey() throws(SealingError) -> P256PublicKey { P256PublicKey(key.publicKey) }

    /// The number, 32 bytes.
    func scalar() throws(SealingError) -> SecretBytes { SecretBytes(key.rawRepresentation) }

    /// The signature over SHA-256 of `message`: r ‖ s.
    func sign(_ message: [UInt8]) throws(SealingError) -> [UInt8] {
        do {
            return Array(try key.signature(for: message).rawRepresentation)
        } catch {
            throw .library(operation: "ES256", reason: "\(error)")
        }
    }

    /// The x-coordinate of the ECDH point, `count` bytes.
    func agree(with peer: P256PublicKey, count: Int) throws(SealingError) -> SecretBytes {
        do {
            let own = try P256.KeyAgreement.PrivateKey(rawRepresentation: key.rawRepresentation)
            let other = try P256.KeyAgreement.PublicKey(x963Representation: peer.x963)
            return try own.sharedSecretFromKeyAgreement(with: other).withUnsafeBytes { SecretBytes($0) }
        } catch {
            throw .noSharedSecret
        }
    }
}
#endif
