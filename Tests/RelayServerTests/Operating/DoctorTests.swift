import AlarmCore
import CurlClient
import Engine
import Foundation
import RelayTesting
import Sealing
import TestSupport
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
        let detail = status == "ok" ? nil : "nothing has got through by email for 2 min; what waits is tried again"
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

    @Test("A mail server that answers is found in order, and it is told that only a letter shows whether it takes any")
    func reachedMail() async throws {
        let sink = try MailSink(.plain)
        try await TemporaryDirectory.with { directory in
            let flags = [
                "smtp-server": "127.0.0.1:\(sink.port)", "smtp-security": "none", "smtp-from": "alarm@example.org",
            ]
            let found = try await Self.findings(Self.configuration(directory, flags))
            #expect(found[.mail]?.status == .ok)
            #expect(found[.mail]?.remedy?.contains("reveille mail test") == true)
        }
    }

    @Test("The provider of calls is asked for its opinion of the secret, and what it says decides")
    func callProvider() async throws {
        let standIn = try HTTPStandIn()
        let client = try CurlClient()
        try await TemporaryDirectory.with { directory in
            let secret = directory.path + "/secret"
            try Data("secret\n".utf8).write(to: URL(fileURLWithPath: secret))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: secret)
            let account = [
                "twilio-account": "AC" + String(repeating: "0a", count: 16), "twilio-secret-file": secret,
                "twilio-from": "+15005550006", "twilio-call-from": "+15005550006",
                "twilio-endpoint": "http://127.0.0.1:\(standIn.port)", "origin": "https://relay.example.org",
            ]
            let key = [
                "twilio-api-key": "SK" + String(repeating: "0a", count: 16), "twilio-auth-token-file": secret,
            ]
            func found(_ flags: [String: String]) async throws -> Diagnosis {
                let configuration = try Self.configuration(directory, flags)
                return await Doctor(configuration, clock: TestClock()).examineCalls(by: client)
            }
            var calls = try await found(account)
            #expect(calls.status == .ok && calls.finding == "the provider takes the account's auth token")
            calls = try await found(account.merging(key) { $1 })
            #expect(calls.status == .ok && calls.finding.hasSuffix("the auth token is right, only a call shows"))
            calls = try await found(account.merging(["origin": "http://127.0.0.1:1"]) { $1 })
            #expect(calls.status == .warning && calls.remedy?.contains("REVEILLE_ORIGIN") == true)
            try standIn.answer(.init(401))
            calls = try await found(account)
            #expect(calls.status == .failure && calls.finding == "Twilio answers with HTTP 401")
            #expect(calls.remedy?.contains("--twilio-auth-token-file") == true)
        }
        await client.shutdown()
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

    @Test(
        "Time zone data of this year or the last will do; what is older, or does not say of when it is, is to be updated",
        arguments: [
            ("2027a", Diagnosis.Status.ok), ("2026a", .ok), ("2025b", .warning), ("2016j", .warning), (nil, .warning),
        ] as [(String?, Diagnosis.Status)]
    )
    func zoneAge(version: String?, expected: Diagnosis.Status) throws {
        let folder = try TemporaryFolder("zones")
        let files = FileManager.default
        try files.createDirectory(at: folder.url.appending(path: "Europe"), withIntermediateDirectories: true)
        try files.copyItem(
            at: URL(fileURLWithPath: ZoneDirectory.standardPath + "/Europe/Berlin").resolvingSymlinksInPath(),
            to: folder.url.appending(path: "Europe/Berlin")
        )
        if let version {
            try Data("# version \(version)\n".utf8).write(to: folder.url.appending(path: "tzdata.zi"))
        }
        let configuration = try RelayConfiguration(
            flags: ["zoneinfo": folder.path],
            environment: ["REVEILLE_DATA": folder.path + "/data"]
        )
        // 15 January 2027.
        let found = Doctor(configuration, clock: TestClock()).examineZones()
        #expect(found.status == expected)
        #expect(found.finding.contains(version ?? "does not say its version"))
        #expect(found.remedy?.contains("tzdata") == (expected == .ok ? nil : true))
    }

    @Test("A clock that cannot be right is a failure, one that nothing keeps right a warning")
    func clock() async throws {
        try await TemporaryDirectory.with { directory in
            let configuration = try Self.configuration(directory)
            func found(
                _ synchronisation: ClockSynchronisation,
                at now: Instant = Instant(seconds: 1_800_000_000)
            ) -> Diagnosis {
                Doctor(configuration, clock: TestClock(at: now)).examineClock(following: synchronisation)
            }
            #expect(found(.synchronised).status == .ok)
            #expect(found(.notSynchronised).status == .warning)
            #expect(found(.notSynchronised).remedy?.contains("timedatectl") == true)
            #expect(found(.unknown).status == .skipped)
            let past = found(.synchronised, at: Instant(seconds: 1_700_000_000))
            #expect(past.status == .failure && past.finding.contains("2023-11-14"))
            #expect(past.remedy?.contains("timedatectl") == true)
        }
    }

    @Test(
        "A disk is looked after before it is full, and one that is takes no alarms",
        arguments: [
            (0, Diagnosis.Status.failure), ((64 << 20) - 1, .failure), (64 << 20, .warning),
            ((512 << 20) - 1, .warning), (512 << 20, .ok),
        ] as [(Int64, Diagnosis.Status)]
    )
    func disk(free: Int64, expected: Diagnosis.Status) {
        let found = Doctor.diagnosis(ofDiskWith: "/var/lib/reveille", free: free)
        #expect(found.subject == .disk && found.status == expected)
        #expect(found.finding == "\(free >> 20) MiB are free on the disk of /var/lib/reveille")
        #expect((found.remedy == nil) == (expected == .ok))
    }
}
