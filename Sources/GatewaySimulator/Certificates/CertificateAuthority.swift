import Crypto
import Foundation
import SwiftASN1
import X509

/// A certificate authority that exists as long as its gateway, and for that gateway alone.
struct CertificateAuthority {
    /// The authority's own certificate in PEM, which a client has to trust.
    let pem: String

    private let certificate: Certificate
    private let key: Certificate.PrivateKey

    /// A server's certificate and key, both in PEM.
    struct Identity {
        var certificatePEM: String
        var keyPEM: String
    }

    init() throws {
        let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
        let name = try DistinguishedName { CommonName("Gateway simulator authority") }
        let certificate = try Self.issue(
            subject: name,
            publicKey: key.publicKey,
            issuer: name,
            issuerKey: key,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                SubjectKeyIdentifier(hash: key.publicKey)
            }
        )
        self.key = key
        self.certificate = certificate
        pem = try certificate.serializeAsPEM().pemString
    }

    /// Issues a certificate for the loopback names and addresses, and for other names in `hosts`.
    func makeIdentity(hosts: [String]) throws -> Identity {
        let leafKey = P256.Signing.PrivateKey()
        let publicKey = Certificate.PublicKey(leafKey.publicKey)
        var names: [GeneralName] = [
            .dnsName("localhost"),
            .ipAddress(ASN1OctetString(contentBytes: [127, 0, 0, 1])),
            .ipAddress(ASN1OctetString(contentBytes: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])),
        ]
        for host in Set(hosts) {
            if let bytes = Self.networkBytes(of: host) {
                names.append(.ipAddress(ASN1OctetString(contentBytes: bytes)))
            } else if host != "localhost" {
                names.append(.dnsName(host))
            }
        }
        // A server that listens on all addresses is reached by the machine's name.
        if hosts.contains("0.0.0.0") || hosts.contains("::") {
            names.append(.dnsName(ProcessInfo.processInfo.hostName))
        }
        let issued = try Self.issue(
            subject: DistinguishedName { CommonName("localhost") },
            publicKey: publicKey,
            issuer: certificate.subject,
            issuerKey: key,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([.serverAuth])
                SubjectAlternativeNames(names)
                SubjectKeyIdentifier(hash: publicKey)
                AuthorityKeyIdentifier(keyIdentifier: SubjectKeyIdentifier(hash: key.publicKey).keyIdentifier)
            }
        )
        return Identity(certificatePEM: try issued.serializeAsPEM().pemString, keyPEM: leafKey.pemRepresentation)
    }

    /// From 2020 to 2049, the last year that UTCTime can hold (RFC 5280, section 4.1.2.5.1).
    ///
    /// Not relative to the clock: a client's clock may differ from the machine's, under a test clock or libfaketime.
    private static let validity = (
        from: Date(timeIntervalSince1970: 1_577_836_800),
        until: Date(timeIntervalSince1970: 2_493_072_000)
    )

    private static func issue(
        subject: DistinguishedName,
        publicKey: Certificate.PublicKey,
        issuer: DistinguishedName,
        issuerKey: Certificate.PrivateKey,
        extensions: Certificate.Extensions
    ) throws -> Certificate {
        try Certificate(
            version: .v3,
            serialNumber: Certificate.SerialNumber(),
            publicKey: publicKey,
            notValidBefore: validity.from,
            notValidAfter: validity.until,
            issuer: issuer,
            subject: subject,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: extensions,
            issuerPrivateKey: issuerKey
        )
    }
}

extension CertificateAuthority {
    /// Returns the bytes of an IP address in network order; nil for a name.
    fileprivate static func networkBytes(of host: String) -> ArraySlice<UInt8>? {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, host, &bytes) == 1 { return bytes.prefix(4) }
        return inet_pton(AF_INET6, host, &bytes) == 1 ? bytes[...] : nil
    }
}
