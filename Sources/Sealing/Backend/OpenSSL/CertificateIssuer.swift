#if OpenSSL && !canImport(CryptoKit)
public import AlarmCore
internal import COpenSSL

/// A certificate authority for as long as its value lives (RFC 5280): for servers that only its maker's clients trust.
///
/// It keeps no list of what it issued and revokes nothing.
public struct CertificateIssuer: Sendable {
    /// The authority's own certificate as a PEM `CERTIFICATE`, which a client has to trust.
    public let certificatePEM: String

    private let certificate: CertificateHandle
    private let key: ES256.PrivateKey
    private let name: String
    private let validity: ClosedRange<Instant>

    /// Makes a new key, and a certificate for it that may sign those of servers and no further authority.
    ///
    /// - Parameters:
    ///   - name: The authority's common name, 1 to 64 characters.
    ///   - validity: When its certificate, and those that it issues, are valid; both ends in whole seconds.
    /// - Throws: `SealingError.library`, also for a name of another length.
    public init(name: String, validity: ClosedRange<Instant>) throws(SealingError) {
        let key = try ES256.PrivateKey()
        let certificate = try CertificateHandle(for: key.publicKey, subject: name, issuer: name, validity: validity)
        try certificate.add(NID_basic_constraints, "critical,CA:TRUE,pathlen:0", issuer: certificate)
        try certificate.add(NID_key_usage, "critical,keyCertSign,cRLSign", issuer: certificate)
        try certificate.add(NID_subject_key_identifier, "hash", issuer: certificate)
        try certificate.sign(with: key)
        self.certificatePEM = try certificate.pem()
        self.certificate = certificate
        self.key = key
        self.name = name
        self.validity = validity
    }

    /// Issues a certificate for a TLS server.
    ///
    /// - Parameters:
    ///   - key: The server's public key.
    ///   - name: The subject's common name, 1 to 64 characters; clients look at `names` alone.
    ///   - names: The names and addresses under which clients reach the server (subject alternative names).
    /// - Returns: A PEM `CERTIFICATE`.
    /// - Throws: `SealingError.malformedServerName`, or `SealingError.library`, also for a `name` of another length.
    public func issue(for key: ES256.PublicKey, name: String, names: [ServerName]) throws(SealingError) -> String {
        let issued = try CertificateHandle(for: key, subject: name, issuer: self.name, validity: validity)
        try issued.add(NID_basic_constraints, "critical,CA:FALSE", issuer: certificate)
        try issued.add(NID_key_usage, "critical,digitalSignature", issuer: certificate)
        try issued.add(NID_ext_key_usage, "serverAuth", issuer: certificate)
        try issued.add(names)
        try issued.add(NID_subject_key_identifier, "hash", issuer: certificate)
        try issued.add(NID_authority_key_identifier, "keyid:always", issuer: certificate)
        try issued.sign(with: self.key)
        return try issued.pem()
    }
}

/// How clients reach a server (RFC 5280, section 4.2.1.6).
public enum ServerName: Hashable, Sendable {
    /// A host name in ASCII.
    case host(String)
    /// An IP address: 4 or 16 bytes in network order.
    case address([UInt8])
}

/// Owns one `X509`.
///
/// `@unchecked Sendable` is sound: only whoever makes a certificate changes it, before anybody else has it; from then on
/// it is only read, as an issuer, and OpenSSL documents concurrent read-only use of an `X509` as safe.
private final class CertificateHandle: @unchecked Sendable {
    private let certificate: OpaquePointer

    /// Makes a certificate with a random serial number and no extension, not signed yet.
    init(
        for key: ES256.PublicKey,
        subject: String,
        issuer: String,
        validity: ClosedRange<Instant>
    ) throws(SealingError) {
        let times = (from: Int(validity.lowerBound.seconds), until: Int(validity.upperBound.seconds))
        guard let made = reveille_certificate_new(times.from, times.until) else { throw .fromLibrary("a certificate") }
        certificate = made
        // Positive, and at most 20 bytes (RFC 5280, section 4.1.2.2).
        let serial = try [0x40] + SecureRandom.bytes(count: 15)
        guard reveille_certificate_set_serial(made, serial, Int32(serial.count)) == 1,
            X509_set_pubkey(made, key.handle.key.key) == 1
        else { throw .fromLibrary("a certificate") }
        for (name, text) in [(X509_get_subject_name(made), subject), (X509_get_issuer_name(made), issuer)] {
            let bytes = Array(text.utf8)
            guard reveille_name_add_common_name(name, bytes, Int32(clamping: bytes.count)) == 1 else {
                throw .fromLibrary("a certificate's name")
            }
        }
    }

    deinit { X509_free(certificate) }

    /// Adds an extension in OpenSSL's own words, x509v3_config(5).
    func add(_ identifier: Int32, _ value: String, issuer: CertificateHandle) throws(SealingError) {
        guard reveille_certificate_add_extension(certificate, issuer.certificate, identifier, value) == 1 else {
            throw .fromLibrary("a certificate's extension")
        }
    }

    func add(_ names: [ServerName]) throws(SealingError) {
        guard let list = GENERAL_NAMES_new() else { throw .fromLibrary("a certificate's names") }
        defer { GENERAL_NAMES_free(list) }
        for name in names {
            let (type, bytes) = try name.encoded()
            guard reveille_names_add(list, type, bytes, Int32(clamping: bytes.count)) == 1 else {
                throw .fromLibrary("a certificate's names")
            }
        }
        guard reveille_certificate_add_names(certificate, list) == 1 else {
            throw .fromLibrary("a certificate's names")
        }
    }

    /// Signs by ECDSA with SHA-256.
    func sign(with key: ES256.PrivateKey) throws(SealingError) {
        guard X509_sign(certificate, key.handle.key.key, EVP_sha256()) > 0 else { throw .fromLibrary("a certificate") }
    }

    func pem() throws(SealingError) -> String {
        try PEM.write { PEM_write_bio_X509($0, certificate) }
    }
}

extension ServerName {
    /// OpenSSL's number for the kind of name, and its bytes.
    fileprivate func encoded() throws(SealingError) -> (type: Int32, bytes: [UInt8]) {
        switch self {
        case .host(let text):
            let bytes = Array(text.utf8)
            guard !bytes.isEmpty, bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw .malformedServerName }
            return (GEN_DNS, bytes)
        case .address(let bytes):
            guard bytes.count == 4 || bytes.count == 16 else { throw .malformedServerName }
            return (GEN_IPADD, bytes)
        }
    }
}
#endif
