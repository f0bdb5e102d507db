import Foundation
import Testing

@Suite("The keyring's keys", .timeLimit(.minutes(10)))
struct KeyringTests {
    @Test("A rotation that is killed after any line leaves a relay that serves its devices, and the next one finishes")
    func killed() async throws {
        let home = try Home()
        try await home.withRelay { try await home.pair() }
        for line in ["key ", " anew", "Removed "] {
            let rotating = try Command(["keyring", "rotate"], in: home)
            _ = try await rotating.line(with: line)
            rotating.interrupt(by: SIGKILL)
            _ = try await rotating.outcome()
            try await home.withRelay { try await ring(in: home) }
        }
        let rotated = try await Command.run("keyring", "rotate", "--json", in: home)
        #expect(rotated.status == 0, "\(rotated.errors)")
        #expect(rotated.output.contains(#""sealedAnew":"#), "\(rotated.output)")
        let file = home.folder.appending(path: ".local/share/reveille/keyring")
        let keys = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("key ") }
        #expect(keys.count == 1 && keys.allSatisfy { $0.hasSuffix(" active") })
        try await home.withRelay { try await ring(in: home) }
    }

    @Test("As long as a relay runs, nothing is rotated")
    func running() async throws {
        let home = try Home()
        try await home.withRelay {
            let file = home.folder.appending(path: ".local/share/reveille/keyring")
            let before = try Data(contentsOf: file)
            let refused = try await Command.run("keyring", "rotate", in: home)
            #expect(refused.status == 1)
            #expect(refused.errors.contains("is held by another process: stop it"), "\(refused.errors)")
            #expect(try Data(contentsOf: file) == before)
        }
    }

    /// Sets an alarm as Ana and lists it as Ben; both devices' keys must open.
    private func ring(in home: Home) async throws {
        _ = try await home.done("alarm", "send", "--in", "1h", "Wake up", profile: "ana")
        #expect(try await home.done("alarm", "list", profile: "ben").contains("Wake up"))
    }
}
