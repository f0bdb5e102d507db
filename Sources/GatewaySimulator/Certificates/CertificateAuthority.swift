import AlarmCore
import Foundation
import Sealing

/// A certificate authority that exists as long as its gateway, and for that gateway alone.
struct CertificateAuthority {
    private let issuer: CertificateIssuer

    /// The authority's own certificate in PEM, which a client has to trust.
    var pem: String { issuer.certificatePEM }

    /// A server's certificate and key, both in PEM.
    struct Identity {
        var certificatePEM: String
        var keyPEM: String
    }

    init() throws {
        issuer = try CertificateIssuer(name: "Gateway simulator authority", validity: Self.validity)
    }

    /// Issues a certificate for the loopback names and addresses, and for other names in `hosts`.
    func makeIdentity(hosts: [String]) throws -> Identity {
        var names: [ServerName] = [
            .host("localhost"),
            .address([127, 0, 0, 1]),
            .address([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]),
        ]
        for host in Set(hosts) {
            if let bytes = Self.networkBytes(of: host) {
                names.append(.address(bytes))
            } else if host != "localhost" {
                names.append(.host(host))
            }
        }
        // A server that listens on all addresses is reached by the machine's name.
        if hosts.contains("0.0.0.0") || hosts.contains("::") {
            names.append(.host(ProcessInfo.processInfo.hostName))
        }
        let key = try ES256.PrivateKey()
        return Identity(
            certificatePEM: try issuer.issue(for: key.publicKey, name: "localhost", names: names),
            keyPEM: try key.pem()
        )
    }

    /// From 2020 to 2049, the last year that UTCTime can hold (RFC 5280, section 4.1.2.5.1).
    ///
    /// Not relative to the clock: a client's clock may differ from the machine's, under a test clock or libfaketime.
    private static let validity = Instant(seconds: 1_577_836_800)...Instant(seconds: 2_493_072_000)

    /// Returns the bytes of an IP address in network order; nil for a name.
    private static func networkBytes(of host: String) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, host, &bytes) == 1 { return Array(bytes.prefix(4)) }
        return inet_pton(AF_INET6, host, &bytes) == 1 ? bytes : nil
    }
}
