import Testing

@Suite("A family by commands alone, each of its people a process", .timeLimit(.minutes(10)))
struct FamilyTests {
    @Test("A parent reminds a child, hears that it has left its place, and half a minute after it is done that it is")
    func journey() async throws {
        let home = try Home()
        try await home.withRelay {
            _ = try await home.done("circle", "new", "family", "Hearth", "--name", "Ana", profile: "ana")
            try await home.join("Kim", to: "Hearth", as: "child", invitedBy: "ana")
            let ana = try Command(["listen", "--profile", "ana"], in: home)
            _ = try await ana.line(with: "Listening as Ana")

            let set = try await home.done(
                "reminder",
                "add",
                "--for",
                "Kim",
                "--in",
                "1h",
                "--item",
                "books",
                "Pack the satchel",
                profile: "ana"
            )
            let id = try #require(set.split(whereSeparator: \.isWhitespace).last.map { String($0) })
            let refused = try await home.run("reminder", "add", "--for", "Ana", "--in", "1h", "Rest", profile: "kim")
            #expect(refused.status == 1)
            #expect(refused.errors.contains("children set reminders for themselves only"))
            #expect(try await home.done("reminder", "list", profile: "kim").contains("Pack the satchel"))
            _ = try await home.done("reminder", "tick", id, "--item", "1", profile: "kim")
            #expect(try await home.done("reminder", "show", id, profile: "ana").contains("[x] books"))

            _ = try await home.done("reminder", "place", id, "--at", "52.5163,13.3777", profile: "ana")
            let near = try await home.done("reminder", "moved", id, "--at", "52.5163,13.3778", profile: "kim")
            #expect(near == "7 m from the place.\n")
            let far = try await home.done("reminder", "moved", id, "--at", "52.5173,13.3777", profile: "kim")
            #expect(far == "111 m from the place. The parents are told.\n")
            _ = try await ana.line(with: "Kim has left the place of a reminder.")

            let done = try await home.done("reminder", "done", id, profile: "kim")
            #expect(done.hasPrefix("Done. You can take that back until "))
            #expect(done.hasSuffix(": reveille reminder undo --profile kim \(id)\n"))
            let undone = try await home.done("reminder", "undo", id, profile: "kim")
            #expect(undone == "The reminder is open again.\n")
            _ = try await home.done("reminder", "done", id, profile: "kim")
            let open = try await home.done("reminder", "list", "--status", "open", profile: "ana")
            #expect(open == "There are no such reminders.\n")
            let frozen = try await home.run("reminder", "edit", id, "--in", "2h", profile: "ana")
            #expect(frozen.status == 1)
            #expect(frozen.errors.contains("completed"))
            _ = try await ana.line(with: "Kim has finished a reminder.")
            let again = try await home.done("reminder", "done", id, profile: "kim")
            #expect(again.hasSuffix("; that cannot be taken back any more.\n"), "\(again)")
            #expect(!again.contains("undo"))
            ana.interrupt(by: 2)
            _ = try await ana.outcome()
            let json = try await home.done("reminder", "list", "--json", profile: "ana")
            #expect(json.contains(#""status":"completed""#))
            let past = try await home.done("alarm", "history", profile: "ana")
            #expect(past.contains("done by Kim, for ") && past.contains("Pack the satchel"), "\(past)")
            _ = try await home.done("reminder", "delete", id, profile: "ana")
            #expect(try await home.done("reminder", "list", profile: "kim") == "There are no such reminders.\n")
        }
    }

    @Test("A reminder that is put off longer than the family allows is said to ring when it does")
    func shorterSnooze() async throws {
        let home = try Home()
        try await home.withRelay {
            _ = try await home.done("circle", "new", "family", "Hearth", "--name", "Ana", profile: "ana")
            try await home.join("Kim", to: "Hearth", as: "child", invitedBy: "ana")
            _ = try await home.done("circle", "change", "Hearth", "--snooze-limit", "10m", profile: "ana")
            let kim = try Command(["listen", "--no-sound", "--profile", "kim", "--once"], in: home)
            _ = try await kim.line(with: "Listening as Kim")
            _ = try await home.done("reminder", "add", "--for", "Kim", "--in", "2s", "Feed the axolotl", profile: "ana")
            _ = try await kim.line(with: "ALARM")
            try kim.type("s 60")
            _ = try await kim.line(with: "(your family allows no longer): ")
        }
    }

    @Test("A reminder is answered also with words, which go to nobody, and it is said that they do not")
    func wordsForNobody() async throws {
        let home = try Home()
        try await home.withRelay {
            _ = try await home.done("circle", "new", "family", "Hearth", "--name", "Ana", profile: "ana")
            try await home.join("Kim", to: "Hearth", as: "child", invitedBy: "ana")
            let kim = try Command(["listen", "--no-sound", "--profile", "kim", "--once"], in: home)
            _ = try await kim.line(with: "Listening as Kim")
            _ = try await home.done("reminder", "add", "--for", "Kim", "--in", "2s", "Feed the axolotl", profile: "ana")
            _ = try await kim.line(with: "Feed the axolotl")
            _ = try await kim.line(with: "ALARM")
            _ = try await kim.line(with: "g = done, s = put off [minutes], d = stop the sound, not done")
            try kim.type("g yes, done")
            _ = try await kim.line(with: "Nobody takes a reply to it: your words were not sent.")
            let hint = try await kim.line(with: "The parents hear of it in 30 seconds")
            let id = String(try #require(hint.split(separator: " ").last))
            let undone = try await home.done("reminder", "undo", id, profile: "kim")
            #expect(undone == "The reminder is open again, and rings at once, also if it had been put off.\n")
            let idle = try await home.done("reminder", "undo", id, profile: "kim")
            #expect(idle == "The reminder is open, as it was: nobody had said that it is done.\n")
            #expect(try await kim.outcome().status == 0)
        }
    }
}
