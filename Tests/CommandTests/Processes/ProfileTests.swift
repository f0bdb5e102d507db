import Foundation
import Testing

@Suite("Profiles, by commands alone", .timeLimit(.minutes(10)))
struct ProfileCommandTests {
    private func file(of profile: String, in home: Home) -> String {
        home.path(of: ".local/share/reveille/profiles/\(profile)/profile.json")
    }

    private func edit(_ profile: String, in home: Home, _ change: (String) -> String) throws {
        let path = file(of: profile, in: home)
        let changed = change(try String(contentsOfFile: path, encoding: .utf8))
        try Data(changed.utf8).write(to: URL(filePath: path))
    }

    @Test("A sound that no relay takes is refused before it is kept, and every command works afterwards")
    func badSound() async throws {
        let home = try Home()
        try await home.withRelay {
            try await home.pair()
            let sent = try await home.run("alarm", "send", "--in", "1h", "--sound", "my sound", "Up!", profile: "ana")
            #expect(sent.status == 64)
            #expect(sent.errors.contains("a sound's name has 1 to 64 letters, digits"), "\(sent.errors)")
            #expect(try await home.done("alarm", "list", profile: "ana") == "No alarms are pending.\n")
        }
    }

    @Test("A profile with one bad entry works, names file and entry, and can be mended")
    func badEntry() async throws {
        let home = try Home()
        try await home.withRelay {
            try await home.pair()
            _ = try await home.done("alarm", "send", "--in", "1h", "Up!", profile: "ana")
            try edit("ana", in: home) { $0.replacing(#""outgoing":["#, with: #""outgoing":[{"id":"?"},"#) }
            let listed = try await home.run("alarm", "list", profile: "ana")
            #expect(listed.status == 0)
            #expect(listed.output.contains("“Up!”"))
            #expect(
                listed.errors.contains("An entry of \(file(of: "ana", in: home)) cannot be read"),
                "\(listed.errors)"
            )
            #expect(listed.errors.contains("/outgoing/0"))
            #expect(try await home.done("profile", "list").contains("registered, 1 unreadable"))
            let repaired = try await home.done("profile", "repair", "ana")
            // A profile that was stored again has what could not be read at the end of its list.
            #expect(repaired.contains("Taken out: /outgoing/1/id"), "\(repaired)")
            #expect(try await home.run("alarm", "list", profile: "ana").errors.isEmpty)
        }
    }

    @Test("A profile that cannot be read at all is named, and can be put away")
    func damaged() async throws {
        let home = try Home()
        try await home.withRelay { try await home.pair() }
        try edit("ana", in: home) { String($0.prefix(100)) }
        let outcome = try await home.run("alarm", "list", profile: "ana")
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("The profile \(file(of: "ana", in: home)) is damaged"), "\(outcome.errors)")
        #expect(outcome.errors.contains("reveille profile delete NAME"))
        #expect(try await home.done("profile", "list").contains("cannot be read"))
        #expect(try await home.done("profile", "delete", "ana", "--yes") == "The profile ana was deleted.\n")
        #expect(!FileManager.default.fileExists(atPath: file(of: "ana", in: home)))
    }

    @Test("A script that renames and deletes a profile reads JSON alone; the question is at standard error")
    func script() async throws {
        let home = try Home()
        try await home.withRelay { try await home.pair() }
        #expect(try await home.done("profile", "repair", "ana", "--json") == "{\"removed\":[]}\n")
        #expect(try await home.done("profile", "move", "ana", "eve", "--json").hasPrefix("{\"profile\":\"eve\","))
        let asked = try await Command.run("profile", "delete", "eve", "--json", in: home)
        #expect((asked.status, asked.output) == (1, ""))
        #expect(asked.errors.contains("Delete the profile eve"))
        let deleted = try await home.done("profile", "delete", "eve", "--json", "--yes")
        #expect(deleted == "{\"deleted\":\"eve\"}\n")
    }

    @Test("Profiles are listed with their people and their folder, shown, and renamed")
    func moved() async throws {
        let home = try Home()
        try await home.withRelay {
            try await home.pair()
            let listed = try await home.done("profile", "list")
            #expect(listed.contains("ana      Ana"), "\(listed)")
            #expect(listed.contains("They lie in \(home.path(of: ".local/share/reveille/profiles"))."))
            let refused = try await Command.run("profile", "move", "ana", "ben", in: home)
            #expect(refused.status == 1)
            #expect(try await home.done("profile", "move", "ana", "anna") == "The profile ana is called anna now.\n")
            #expect(try await home.done("profile", "show", "anna").contains("partners    Ben"))
            #expect(try await home.done("pair", "list", profile: "anna").contains("Ben"))
            let gone = try await Command.run("profile", "show", "ana", in: home)
            #expect(gone.errors == "Error: There is no profile ana. See 'reveille profile list'.\n")
        }
    }

    @Test("A first try at a wrong relay pins no profile to it")
    func wrongRelay() async throws {
        let home = try Home()
        let nowhere = ["REVEILLE_RELAY": "http://127.0.0.1:9"]
        let lost = try await Command.run("pair", "new", "--profile", "ana", in: home, environment: nowhere)
        #expect(lost.status == 75)
        try await home.withRelay {
            let ana = try Command(["pair", "new", "--profile", "ana", "--relay", home.relay], in: home)
            let code = try await ana.code()
            let hint = try await ana.line(with: "  reveille join ")
            #expect(hint == "  reveille join '\(home.relay)/p#\(code)'")
            ana.interrupt()
            _ = try await ana.outcome()
        }
    }
}
