import AlarmCore
import Engine
import Foundation
import RelayTesting
import Testing

@testable import RelayServer

@Suite("What a relay says when it has started")
struct BannerTests {
    private static func lines(_ origin: String, _ directory: TemporaryDirectory, calls: Bool) throws -> [String] {
        let secret = directory.path + "/secret"
        try Data("secret\n".utf8).write(to: URL(fileURLWithPath: secret))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: secret)
        var flags = [
            "listen": "127.0.0.1:1", "origin": origin, "twilio-account": "AC" + String(repeating: "0a", count: 16),
            "twilio-secret-file": secret, "twilio-from": "+15005550006",
        ]
        if calls { flags["twilio-call-from"] = "+15005550007" }
        let configuration = try RelayConfiguration(
            flags: flags,
            environment: ["REVEILLE_DATA": directory.path + "/data"]
        )
        let zones = ZoneDirectory(path: directory.path).status
        return Banner(configuration: configuration, zones: zones, hasNewKeyring: false).lines(port: nil)
    }

    @Test("It names text messages, and calls only where they are configured")
    func ways() async throws {
        try await TemporaryDirectory.with { directory in
            let texts = try Self.lines("https://relay.example.org", directory, calls: false)
            #expect(texts.contains("Text messages: by https://api.twilio.com, from +15005550006"), "\(texts)")
            #expect(!texts.contains { $0.hasPrefix("Calls: ") })
            let calls = try Self.lines("https://relay.example.org", directory, calls: true)
            #expect(calls.contains("Calls: from +15005550007, to people who agreed, at most 20 a day"), "\(calls)")
        }
    }

    @Test("A warning of links that nobody can open names calls where they are configured")
    func links() async throws {
        try await TemporaryDirectory.with { directory in
            for isCalled in [false, true] {
                let lines = try Self.lines("http://127.0.0.1:1", directory, calls: isCalled)
                let warning = try #require(lines.first { $0.hasPrefix("WARNING: letters and text messages lead to") })
                #expect(warning.contains("nor calls find out what to say") == isCalled)
            }
        }
    }
}
