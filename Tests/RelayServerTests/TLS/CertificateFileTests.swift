import AlarmCore
import AlarmWire
import Foundation
import RelayTesting
import Testing

@testable import RelayServer

@Suite("The files of a relay's certificate", .timeLimit(.minutes(10)))
struct CertificateFileTests {
    private static func configuration(
        _ flags: [String: String],
        in directory: TemporaryDirectory
    ) throws -> RelayConfiguration {
        try RelayConfiguration(flags: flags, environment: ["REVEILLE_DATA": directory.path + "/data"])
    }

    /// The key that a start with these flags finds fault with, and its words.
    private static func fault(
        _ flags: [String: String],
        in directory: TemporaryDirectory
    ) async throws -> (key: String, text: String)? {
        do {
            let configuration = try configuration(flags, in: directory)
            try await buildRelay(configuration: configuration, clock: TestClock(), logger: LogRecord().logger).close()
            return nil
        } catch let error as RelayError {
            guard case .badCertificate(let key, _, _) = error else { throw error }
            return (key.name, error.description)
        }
    }

    @Test("A certificate without its key is refused, and so is a key without its certificate")
    func half() throws {
        for (given, missing) in [("CERTIFICATE", "KEY"), ("KEY", "CERTIFICATE")] {
            let environment = ["REVEILLE_DATA": "/nowhere", "REVEILLE_TLS_\(given)_FILE": "/nowhere"]
            let error = #expect(throws: ConfigurationError.self) { try RelayConfiguration(environment: environment) }
            #expect(error?.description.contains("REVEILLE_TLS_\(missing)_FILE is not") == true)
        }
    }

    @Test("With a certificate the address of a relay without another one is https")
    func origin() throws {
        let environment = ["REVEILLE_DATA": "/nowhere"]
        let flags = ["tls-certificate-file": "/a", "tls-key-file": "/b"]
        #expect(try RelayConfiguration(flags: flags, environment: environment).origin.text == "https://127.0.0.1:8080")
        #expect(try RelayConfiguration(environment: environment).origin.text == "http://127.0.0.1:8080")
    }

    @Test("A start says which file is at fault, and what to do")
    func start() async throws {
        try await TemporaryDirectory.with { directory in
            let good = try TestCertificate(in: directory)
            let other = try TestCertificate(in: directory, name: "other")
            let expired = try TestCertificate(in: directory, name: "expired", validFor: .days(-1))
            #expect(try await Self.fault(good.flags, in: directory) == nil)
            // Alarms ring whether or not somebody has renewed a certificate.
            #expect(try await Self.fault(expired.flags, in: directory) == nil)
            let faults: [([String: String], String, String)] = [
                (["tls-key-file": other.keyFile], "tls-key-file", "is not the key of the certificate"),
                (["tls-certificate-file": directory.path + "/none"], "tls-certificate-file", "cannot be read"),
                (["tls-certificate-file": good.keyFile], "tls-certificate-file", "holds no certificate"),
                (["tls-key-file": good.certificateFile], "tls-key-file", "holds no private key"),
            ]
            for (flags, key, words) in faults {
                let found = try #require(try await Self.fault(good.flags.merging(flags) { $1 }, in: directory))
                #expect(found.key == key && found.text.contains(words), "\(found)")
            }
        }
    }

    @Test("The doctor tells of a certificate that ends soon, and of one that cannot be used")
    func doctor() async throws {
        try await TemporaryDirectory.with { directory in
            func diagnosis(_ certificate: TestCertificate) throws -> Diagnosis {
                Doctor(try Self.configuration(certificate.flags, in: directory)).examineCertificate()
            }
            #expect(try diagnosis(TestCertificate(in: directory, validFor: .days(15))).status == .ok)
            let soon = try diagnosis(TestCertificate(in: directory, validFor: .days(13)))
            #expect(soon.status == .warning && soon.remedy != nil)
            #expect(try diagnosis(TestCertificate(in: directory, validFor: .days(-1))).status == .failure)
            let plain = try Doctor(Self.configuration([:], in: directory)).examineCertificate()
            #expect(plain.status == .skipped)
        }
    }

    @Test("A command beside the relay asks it by its origin's name, where it listens, and trusts its certificate")
    func local() throws {
        let flags = ["tls-certificate-file": "/a", "tls-key-file": "/b", "listen": "0.0.0.0:8443"]
        let environment = ["REVEILLE_DATA": "/nowhere", "REVEILLE_ORIGIN": "https://relay.example.org"]
        let relay = try LocalRelay(RelayConfiguration(flags: flags, environment: environment))
        #expect(relay.base == "https://relay.example.org")
        #expect(relay.connectsTo == "127.0.0.1:8443")
    }
}
