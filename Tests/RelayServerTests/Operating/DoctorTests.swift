import AlarmCore
import Foundation
import RelayTesting
import Sealing
import Testing

@testable import RelayServer

@Suite("What the doctor finds", .timeLimit(.minutes(10)))
struct DoctorTests {
    private static func configuration(
        _ directory: TemporaryDirectory,
        _ flags: [String: String] = [:]
    ) throws -> RelayConfiguration {
        let flags = ["listen": "127.0.0.1:1", "origin": "http://127.0.0.1:1"].merging(flags) { _, given in given }
        return try RelayConfiguration(flags: flags, environment: ["REVEILLE_DATA": directory.path + "/data"])
    }

    private static func findings(_ configuration: RelayConfiguration) async throws -> [Diagnosis.Subject: Diagnosis] {
        let all = try await Doctor(configuration, clock: TestClock()).examine()
        #expect(all.map(\.subject) == Diagnosis.Subject.allCases, "one of each, in order")
        return Dictionary(uniqueKeysWithValues: all.map { ($0.subject, $0) })
    }

    @Test("Before a first start there is nothing to open, and no relay")
    func nothing() async throws {
        try await TemporaryDirectory.with { directory in
            let found = try await Self.findings(Self.configuration(directory))
            for subject in [Diagnosis.Subject.keyring, .permissions, .database, .gateway, .mail, .sms, .calls] {
                #expect(found[subject]?.status == .skipped, "\(subject)")
            }
            #expect(found[.relay]?.status == .failure)
            #expect(found[.relay]?.remedy != nil)
            #expect(!FileManager.default.fileExists(atPath: directory.path + "/data"), "the doctor makes nothing")
        }
    }

    @Test(
        "What a relay says of itself is found whole, with what to do about it",
        arguments: [
            ("ok" as String?, true, Diagnosis.Status.ok), ("degraded", true, .warning),
            ("unavailable", false, .failure),
            (nil, false, .failure),
        ]
    )
    func relay(status: String?, isHealthy: Bool, expected: Diagnosis.Status) {
        let url = "http://127.0.0.1:8080/readyz"
        let detail = status == "ok" ? nil : "nothing has got through by email for 2 min, and waits"
        let answer = RelayHealthcheck(url: url, isHealthy: isHealthy, status: status, detail: detail)
        let found = Diagnosis(answer)
        #expect(found.status == expected)
        #expect(found.finding == "\(url): \([status, detail].compactMap(\.self).joined(separator: "; "))")
        #expect(found.remedy == RelayHealthcheck.remedy(for: status))
        #expect((found.remedy == nil) == (expected == .ok))
    }

    @Test("A relay's own files are found whole and private, and what is wrong with them is told with a remedy")
    func files() async throws {
        try await TemporaryDirectory.with { directory in
            let configuration = try Self.configuration(directory)
            try await buildRelay(configuration: configuration, clock: TestClock(), logger: LogRecord().logger).close()
            var found = try await Self.findings(configuration)
            for subject in [Diagnosis.Subject.keyring, .permissions, .database] {
                #expect(found[subject]?.status == .ok, "\(String(describing: found[subject]))")
            }
            let files = FileManager.default
            try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: configuration.data)
            found = try await Self.findings(configuration)
            #expect(found[.permissions]?.status == .warning)
            #expect(found[.permissions]?.remedy?.contains("chmod 700") == true)
            try files.setAttributes([.posixPermissions: 0o700], ofItemAtPath: configuration.data)

            try Keyring.generate(at: .sample).replace(at: configuration.keyring)
            found = try await Self.findings(configuration)
            #expect(found[.keyring]?.status == .failure)
            try files.removeItem(atPath: configuration.keyring)
            found = try await Self.findings(configuration)
            #expect(found[.keyring]?.status == .failure)
        }
    }

    @Test("A mail server that does not answer is a failure, and names the flag")
    func mail() async throws {
        try await TemporaryDirectory.with { directory in
            let flags = ["smtp-server": "127.0.0.1:1", "smtp-security": "none", "smtp-from": "alarm@example.org"]
            let found = try await Self.findings(Self.configuration(directory, flags))
            #expect(found[.mail]?.status == .failure)
            #expect(found[.mail]?.remedy?.contains("--smtp-server") == true)
        }
    }

    @Test("Calls need the auth token beside an API key, and an address that their provider reaches")
    func calls() async throws {
        try await TemporaryDirectory.with { directory in
            let secret = directory.path + "/secret"
            try Data("secret\n".utf8).write(to: URL(fileURLWithPath: secret))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: secret)
            var flags = [
                "twilio-account": "AC" + String(repeating: "0a", count: 16), "twilio-secret-file": secret,
                "twilio-from": "+15005550006", "twilio-call-from": "+15005550006",
                "twilio-api-key": "SK" + String(repeating: "0a", count: 16),
            ]
            let error = #expect(throws: ConfigurationError.self) { try Self.configuration(directory, flags) }
            #expect(try #require(error).description.contains("REVEILLE_TWILIO_AUTH_TOKEN_FILE"))
            flags["twilio-auth-token-file"] = secret
            let found = try await Self.findings(Self.configuration(directory, flags))
            #expect(found[.calls]?.status == .failure)
            #expect(found[.calls]?.finding.contains("calls need an origin that Twilio reaches by https") == true)
        }
    }

    @Test("An address of this machine alone is a warning, as no device elsewhere reaches it")
    func origin() async throws {
        try await TemporaryDirectory.with { directory in
            let found = try await Self.findings(Self.configuration(directory))
            #expect(found[.origin]?.status == .warning)
            #expect(found[.proxy]?.status == .skipped)
        }
    }

    @Test("Time zone data that is missing is a failure")
    func zones() async throws {
        try await TemporaryDirectory.with { directory in
            let found = try await Self.findings(Self.configuration(directory, ["zoneinfo": directory.path + "/none"]))
            #expect(found[.zones]?.status == .failure)
        }
    }
}
