import DeviceSimulator
import Foundation
import Testing

@Suite("A family's words, each of its people and the relay a process", .timeLimit(.minutes(10)))
struct FamilyWordsTests {
    @Test("A child whom one parent let in reads the other's words, on the list and when it rings; the relay never does")
    func words() async throws {
        let home = try Home()
        let data = home.folder.appending(path: ".local/share/reveille")
        let relay = try await home.serve()
        let made = try await home.run("circle", "new", "family", "Hearth", "--name", "Ana", profile: "ana")
        #expect(made.status == 0, "\(made.errors)")
        try await home.join("Ben", to: "Hearth", as: "parent", invitedBy: "ana")
        try await home.join("Kim", to: "Hearth", as: "child", invitedBy: "ana")

        let kim = try Command(["listen", "--profile", "kim", "--answer", "got-it", "--once"], in: home)
        _ = try await kim.line(with: "Listening as Kim")
        let set = try await home.run(
            "reminder",
            "add",
            "--for",
            "Kim",
            "--in",
            "2s",
            "--item",
            "quokkas",
            "Feed the axolotl",
            profile: "ben"
        )
        #expect(set.output.hasPrefix("Set for Kim at "), "\(set.errors)")
        #expect(set.errors.isEmpty)
        // A push also carries the relay's own text; a sync carries only Ben's words.
        let rung = try await kim.line(with: "ALARM")
        #expect(rung.contains("“Feed the axolotl (quokkas)”"))
        #expect(rung.contains("Ben"))
        #expect(try await kim.outcome().status == 0)
        for reader in ["ana", "ben", "kim"] {
            let list = try await home.run("reminder", "list", profile: reader)
            #expect(list.output.contains("Feed the axolotl"), "\(reader): \(list.errors)")
            let json = try await home.run("reminder", "list", "--json", profile: reader)
            #expect(json.output.contains(#""text":"quokkas""#), "\(reader): \(json.errors)")
        }

        // A change of the time keeps the words; changed words are read anew.
        let id = try #require(set.output.split(separator: " ").last).trimmingCharacters(in: .newlines)
        #expect(id.count == 22)
        let add = try await home.run(
            "reminder",
            "add",
            "--for",
            "Kim",
            "--in",
            "1h",
            "Water the fern",
            profile: "ana"
        )
        let other = try #require(add.output.split(separator: " ").last).trimmingCharacters(in: .newlines)
        let moved = try await home.run("reminder", "edit", other, "--in", "2h", profile: "ben")
        #expect(moved.output.hasPrefix("The reminder is changed: it is due at "), "\(moved.errors)")
        let shown = try await home.run("reminder", "show", other, profile: "kim")
        #expect(shown.output.contains("Water the fern"), "\(shown.errors)")
        #expect(shown.output.contains("sealed by"), "Ben has sealed them anew, and Ana has written them")

        let told = try await home.run("circle", "introduce", "Hearth", profile: "ana")
        #expect(told.output == "Told Ben and Kim who is who.\n", "\(told.errors)")

        let search = SecretSearch(for: ["axolotl", "quokkas", "Water the fern"].map { SecretSearch.Canary($0, $0) })
        #expect(try search.findings(inMemoryOf: relay.processID) == [])
        relay.interrupt()
        let end = try await relay.outcome()
        #expect(end.status == 0)
        #expect(!(end.output + end.errors).contains("axolotl"))
        #expect(try search.findings(in: data) { $0.hasPrefix("reveille.db") } == [])
    }

    @Test("A member reads a dweller's note on an alert, also if it was cancelled before a member was told")
    func care() async throws {
        let home = try Home()
        let relay = try await home.serve()
        let made = try await home.run("circle", "new", "care", "Hearth", "--name", "Ana", profile: "ana")
        #expect(made.status == 0, "\(made.errors)")
        try await home.join("Ben", to: "Hearth", as: "member", invitedBy: "ana")
        let permitted = try await home.run(
            "circle",
            "member",
            "Hearth",
            "Ben",
            "--permit",
            "history",
            profile: "ana"
        )
        #expect(permitted.status == 0, "\(permitted.errors)")
        let signal = try await home.run("care", "signal", "fall", "--say", "Slipped on a quokka", profile: "ana")
        #expect(signal.output.contains("you: “Slipped on a quokka”"), "\(signal.errors)")
        #expect(signal.errors.isEmpty)
        let cancelled = try await home.run("care", "cancel", profile: "ana")
        #expect(cancelled.status == 0, "\(cancelled.errors)")
        let history = try await home.run("care", "history", profile: "ben")
        #expect(history.output.contains("Ana: “Slipped on a quokka”"), "\(history.errors)")
        let json = try await home.run("care", "history", "--json", profile: "ben")
        #expect(json.output.contains(#""text":"Slipped on a quokka""#), "\(json.errors)")
        let shown = try await home.run("circle", "show", "Hearth", profile: "ben")
        #expect(shown.errors.isEmpty, "Ben knows Ana's key, and Ana is all there is")
        let search = SecretSearch(for: [SecretSearch.Canary("the words", "quokka")])
        #expect(try search.findings(inMemoryOf: relay.processID) == [])
        relay.interrupt()
        #expect(try await relay.outcome().status == 0)
    }
}
