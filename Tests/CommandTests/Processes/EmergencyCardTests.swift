import TestSupport
import Testing

@Suite("The emergency card, at a terminal", .timeLimit(.minutes(10)))
struct EmergencyCardTests {
    @Test("The card says who gets it, is exported, and is deleted with everything")
    func card() async throws {
        let home = try Home()
        try await home.withRelay {
            _ = try await home.done("checkin", "plan", "--name", "Ana", "--remind-at", "20:00")
            let status = try await home.done("checkin", "status")
            #expect(
                status.contains("You are reminded at 20:00 (Europe/Berlin) on days without a check-in."),
                "\(status)"
            )
            let empty = try await Command.run("checkin", "card", "set", "--words", " ", in: home)
            #expect(empty.status == 64)
            let none = try await Command.run("checkin", "card", "show", in: home)
            #expect(none.errors.contains("There is no card yet"))
            let set = try await home.done("checkin", "card", "set", "--words", "The cat is Milo.", "--key", "Mrs Kern")
            #expect(set.contains("Who has a key: Mrs Kern"))
            #expect(set.contains("Nobody gets it."), "\(set)")
            let sent = try await home.done("checkin", "card", "set", "--in-letters", "--address", "Elm Street 1")
            #expect(sent.contains("Words: The cat is Milo.") && sent.contains("Address: Elm Street 1"))
            #expect(sent.contains("to every contact who agrees to e-mail; none has yet."), "\(sent)")
            #expect(try await home.done("me", "export", "--json").contains("Mrs Kern"))
            _ = try await home.done("checkin", "card", "remove")
            #expect(try await Command.run("checkin", "card", "show", in: home).status == 1)
            _ = try await home.done("checkin", "card", "set", "--words", "Again")
            let deleted = try await home.done("me", "delete", "--yes", "--json")
            #expect(deleted.contains("emergencyCard"), "\(deleted)")
        }
    }
}
