import AlarmCore
import Engine
import Sealing

/// A certificate for `localhost` by an authority of its own, in files.
struct TestCertificate {
    let certificateFile: String
    let keyFile: String
    /// The certificate of the authority.
    let authorityFile: String

    /// Makes a certificate that is valid for `span` from now on, or has been until as long ago.
    ///
    /// Certificates of the same name take each other's place, but have authorities of their own.
    init(in directory: TemporaryDirectory, name: String = "relay", validFor span: Span = .days(90)) throws {
        let now = Instant(seconds: SystemClock().now().seconds)
        let validity = (now + Span.milliseconds(min(span.milliseconds, 0)) - .days(1))...(now + span)
        let issuer = try CertificateIssuer(name: "Test authority", validity: validity)
        let key = try ES256.PrivateKey()
        let own = try issuer.issue(for: key.publicKey, name: "localhost", names: [.host("localhost")])
        certificateFile = try directory.write(own, to: name + ".crt")
        keyFile = try directory.write(try key.pem(), to: name + ".key")
        let number = UInt64.random(in: .min ... .max)
        authorityFile = try directory.write(issuer.certificatePEM, to: "authority-\(number).crt")
    }

    /// The flags of a relay with the certificate, which chooses a port and whose origin is no reason for HSTS.
    var flags: [String: String] {
        [
            "tls-certificate-file": certificateFile, "tls-key-file": keyFile,
            "listen": "127.0.0.1:0", "origin": "http://127.0.0.1:1",
        ]
    }
}
