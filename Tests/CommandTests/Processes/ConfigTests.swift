import Foundation
import Testing

@Suite("reveille config and policy", .timeLimit(.minutes(10)))
struct ConfigTests {
    private struct Entry: Decodable, Equatable {
        let key: String
        let value: String?
        let source: String
    }

    @Test("A flag wins over the environment, the environment over the file, the file over the default")
    func precedence() async throws {
        let home = try Home()
        let file = home.folder.appending(path: "relay.yaml").path
        try "listen: 127.0.0.1:1\nlog-level: debug\ndata: /file\n".write(
            toFile: file,
            atomically: true,
            encoding: .utf8
        )
        let environment = ["REVEILLE_LISTEN": "127.0.0.1:2", "REVEILLE_LOG_LEVEL": "notice"]
        let outcome = try await Command.run(
            "config",
            "--json",
            "--config",
            file,
            "--listen",
            "127.0.0.1:3",
            in: home,
            environment: environment
        )
        #expect(outcome.status == 0)
        let entries = try JSONDecoder().decode([Entry].self, from: Data(outcome.output.utf8))
        func entry(_ key: String) -> Entry? { entries.first { $0.key == key } }
        #expect(entry("listen") == Entry(key: "listen", value: "127.0.0.1:3", source: "flag"))
        #expect(entry("log-level") == Entry(key: "log-level", value: "notice", source: "environment"))
        #expect(entry("data") == Entry(key: "data", value: "/file", source: "file \(file)"))
        #expect(entry("database") == Entry(key: "database", value: "/file/reveille.db", source: "default"))
        #expect(entry("apns-key-file") == Entry(key: "apns-key-file", value: nil, source: "default"))
    }

    @Test("The listing shows each key with its value, its source and its meaning")
    func text() async throws {
        let outcome = try await Command.run("config", "--open-registration", in: try Home())
        #expect(outcome.output.contains("REVEILLE_OPEN_REGISTRATION = true  [flag]\n    --open-registration, "))
        #expect(outcome.output.contains("REVEILLE_POLICY_FILE = (none)  [default]\n"))
    }

    @Test("A policy is printed as a policy file that the relay accepts")
    func policy() async throws {
        let home = try Home()
        let printed = try await Command.run("policy", "show", in: home)
        #expect(printed.output.hasPrefix("name: partner-alarm\n"))
        let file = home.folder.appending(path: "policy.yaml").path
        try printed.output.replacing("repeats: 13", with: "repeats: 12").write(
            toFile: file,
            atomically: true,
            encoding: .utf8
        )
        let again = try await Command.run("policy", "show", "partner-alarm", "--policy-file", file, in: home)
        #expect(again.output == printed.output.replacing("repeats: 13", with: "repeats: 12"))
        #expect(again.output != printed.output)
    }
}
