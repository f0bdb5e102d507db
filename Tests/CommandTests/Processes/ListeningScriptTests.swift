import AlarmWire
import Foundation
import Testing

@Suite("A script listens", .timeLimit(.minutes(10)))
struct ListeningScriptTests {
    private func withPair(_ body: (Home) async throws -> Void) async throws {
        let home = try Home()
        try await home.withRelay {
            try await home.pair()
            try await body(home)
        }
    }

    private func listen(_ home: Home, _ flags: String...) async throws -> Command {
        let command = try Command(["listen", "--json", "--profile", "ben"] + flags, in: home)
        #expect(try await command.event("listening")["name"] == "Ben")
        return command
    }

    @Test("What rings, what was typed and what came of it are a line of JSON each, and nothing else is")
    func answers() async throws {
        try await withPair { home in
            let ben = try await listen(home)
            _ = try await home.done("alarm", "send", "--in", "1h", "Later", profile: "ana")
            #expect(try await ben.event("set")["text"] == "Later")
            try ben.type("g1")
            #expect(try await ben.event("not-taken")["because"] == "nothing-rings")
            _ = try await home.done("alarm", "send", "--in", "0s", "Wake up", profile: "ana")
            let ring = try await ben.event("ring")
            #expect((ring["text"], ring["partner"], ring["kind"]) == ("Wake up", "Ana", "alarm"))
            #expect(ring["time"]?.hasSuffix("Z") == true)
            try ben.type("hello")
            #expect(try await ben.event("not-taken")["because"] == "no-answer")
            try ben.type("g\(ring["number"] ?? "") On my way")
            let answered = try await ben.event("answered")
            #expect((answered["id"], answered["answer"]) == (ring["id"], "got-it"))
            #expect(answered["reply"] == "On my way")
            ben.interrupt()
            let outcome = try await ben.outcome()
            let lines = outcome.output.split(separator: "\n")
            #expect(lines.allSatisfy { $0.hasPrefix("{\"event\":") && $0.hasSuffix("}") }, "\(outcome.output)")
            #expect(try await home.done("alarm", "history", profile: "ana").contains("“On my way”"))
        }
    }

    @Test("Whoever has set an alarm is told of the answer, and one that was taken back is said to be silenced")
    func news() async throws {
        try await withPair { home in
            // At the end of standard input it goes on.
            let ben = try await listen(home, "--answer", "none")
            ben.endInput()
            let ana = try Command(["listen", "--json", "--profile", "ana"], in: home)
            ana.endInput()
            _ = try await ana.event("listening")
            let sent = try await home.done("alarm", "send", "--in", "0s", "--json", "Tea", profile: "ana")
            struct Accepted: Decodable { let id: String }
            let id = try JSONDecoder().decode(Accepted.self, from: Data(sent.utf8)).id
            #expect(try await ben.event("ring")["id"] == id)
            _ = try await home.done("alarm", "cancel", id, profile: "ana")
            let silenced = try await ben.event("silenced")
            #expect((silenced["id"], silenced["rang"]) == (id, "true"))
            ben.interrupt()
            _ = try await ben.outcome()

            let answering = try await listen(home, "--answer", "got-it", "--reply", "Up")
            _ = try await home.done("alarm", "send", "--in", "0s", "Cake", profile: "ana")
            #expect(try await answering.event("answered")["reply"] == "Up")
            let notice = try await ana.event("notice")
            #expect((notice["stage"], notice["text"], notice["reply"]) == ("acknowledged", "Cake", "Up"))
            for command in [ana, answering] {
                command.interrupt()
                _ = try await command.outcome()
            }
        }
    }
}

extension Command {
    /// The members of the next line that is an event with this name, as text.
    fileprivate func event(_ name: String) async throws -> [String: String] {
        try await object(with: "\"event\":\"\(name)\"")
    }
}
