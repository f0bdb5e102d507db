#if OpenSSL && !canImport(CryptoKit)
import AlarmCore
import Foundation
import Sealing
import TestSupport
import Testing

@Suite("Certificates for servers, judged by the command openssl")
struct CertificateIssuerTests {
    private let validity = Instant(seconds: 1_577_836_800)...Instant(seconds: 2_493_072_000)
    private let names: [ServerName] = [
        .host("localhost"), .host("relay.example.org"), .address([127, 0, 0, 1]),
        .address([0x20, 1] + Array(repeating: 0, count: 14)),
    ]

    @Test(
        "A server's certificate is good, by the strict rules of RFC 5280, for each of its names and for no other",
        arguments: [
            (["-verify_hostname", "localhost"], true),
            (["-verify_hostname", "relay.example.org"], true),
            (["-verify_ip", "127.0.0.1"], true),
            (["-verify_ip", "2001::"], true),
            (["-verify_hostname", "example.org"], false),
            (["-verify_hostname", "Server"], false),
            (["-verify_ip", "127.0.0.2"], false),
            (["-purpose", "sslclient"], false),
        ]
    )
    func servers(check: [String], isGood: Bool) throws {
        let (issuer, key) = (try CertificateIssuer(name: "Authority", validity: validity), try ES256.PrivateKey())
        let certificate = try issuer.issue(for: key.publicKey, name: "Server", names: names)
        let purpose = check.contains("-purpose") ? check : ["-purpose", "sslserver"] + check
        #expect(try OpenSSLCommand.verifies(certificate, by: issuer.certificatePEM, purpose) == isGood)
    }

    @Test("A certificate is good from the first second of its validity on, and neither before nor after")
    func times() throws {
        let issuer = try CertificateIssuer(name: "Authority", validity: validity)
        let certificate = try issuer.issue(for: ES256.PrivateKey().publicKey, name: "Server", names: names)
        for (second, isGood) in [
            (validity.lowerBound.seconds - 1, false), (validity.lowerBound.seconds, true),
            (validity.upperBound.seconds - 1, true), (validity.upperBound.seconds + 1, false),
        ] {
            let verified = try OpenSSLCommand.verifies(
                certificate,
                by: issuer.certificatePEM,
                ["-attime", "\(second)"]
            )
            #expect(verified == isGood, "at \(second)")
        }
    }

    @Test("Of two authorities of one name, only the one that signed makes a certificate good")
    func otherAuthority() throws {
        let issuer = try CertificateIssuer(name: "Authority", validity: validity)
        let other = try CertificateIssuer(name: "Authority", validity: validity)
        let certificate = try issuer.issue(for: ES256.PrivateKey().publicKey, name: "Server", names: names)
        #expect(try OpenSSLCommand.verifies(certificate, by: issuer.certificatePEM))
        #expect(try !OpenSSLCommand.verifies(certificate, by: other.certificatePEM))
    }

    @Test("A certificate holds the server's key, its own serial number, and says that it is no authority")
    func contents() throws {
        let (issuer, key) = (try CertificateIssuer(name: "Authority", validity: validity), try ES256.PrivateKey())
        let texts = try (0..<2).map { _ in
            let certificate = try issuer.issue(for: key.publicKey, name: "Server", names: names)
            #expect(try OpenSSLCommand.run(["x509", "-noout", "-pubkey"], input: certificate) == key.publicKey.pem())
            return try OpenSSLCommand.run(["x509", "-noout", "-text"], input: certificate)
        }
        #expect(texts.allSatisfy { $0.contains("Version: 3") && $0.contains("CA:FALSE") })
        #expect(texts.allSatisfy { $0.contains("Issuer: CN = Authority") && $0.contains("Subject: CN = Server") })
        let serials = try texts.map { try #require($0.firstMatch(of: /Serial Number:\s+([0-9a-f:]+)/)).output.1 }
        #expect(serials[0] != serials[1])
    }

    @Test(
        "What is no host name in ASCII, or no address, is refused",
        arguments: [.host(""), .host("münchen.example"), .host("a b"), .address([]), .address([1, 2, 3])]
            as [ServerName]
    )
    func malformed(name: ServerName) throws {
        let issuer = try CertificateIssuer(name: "Authority", validity: validity)
        let key = try ES256.PrivateKey().publicKey
        #expect(throws: SealingError.malformedServerName) { try issuer.issue(for: key, name: "Server", names: [name]) }
    }
}

/// Runs the command of OpenSSL, which reads certificates apart from the code under test.
private enum OpenSSLCommand {
    /// Whether `certificate` is good under the authority `authority`, with further `options` of `openssl verify`.
    static func verifies(_ certificate: String, by authority: String, _ options: [String] = []) throws -> Bool {
        let file = FileManager.default.temporaryDirectory.appending(path: "reveille-ca-\(UUID().uuidString).pem")
        try Data(authority.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let arguments = ["verify", "-x509_strict", "-no-CApath", "-CAfile", file.path] + options
        return try tool().runBlocking(arguments, input: certificate).status == 0
    }

    static func run(_ arguments: [String], input: String) throws -> String {
        let outcome = try tool().runBlocking(arguments, input: input)
        try #require(outcome.status == 0, "\(outcome.errors)")
        return outcome.output
    }

    private static func tool() throws -> Tool { try .installed("openssl", package: "openssl") }
}
#endif
