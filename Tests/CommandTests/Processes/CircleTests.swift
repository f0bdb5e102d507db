import Testing

@Suite("Circles, consent and leaving for good, each command a process", .timeLimit(.minutes(3)))
struct CircleTests {
    private func run(_ arguments: String..., profile: String, in home: Home) async throws -> Command.Outcome {
        try await Command.run(arguments + ["--profile", profile], in: home)
    }

    @Test("A family is made, joined with a code, shown and left")
    func family() async throws {
        let home = try Home()
        try await home.withRelay {
            let made = try await run("circle", "new", "family", "Hearth", "--name", "Ana", profile: "ana", in: home)
            #expect(made.output.contains("Made the family Hearth."), "\(made.errors)")
            let ana = try Command(["circle", "invite", "Hearth", "--role", "child", "--profile", "ana"], in: home)
            let code = try await ana.code()
            let ben = try Command(["circle", "join", code, "--name", "Ben", "--profile", "ben"], in: home)
            try ben.type("y")
            try ana.type(try await ben.digits())
            _ = try await ana.line(with: "Ben is in Hearth now, as child.")
            _ = try await ben.line(with: "You are in Hearth now, as child.")
            #expect(try await ana.outcome().status == 0)
            #expect(try await ben.outcome().status == 0)

            let shown = try await run("circle", "show", "Hearth", profile: "ana", in: home)
            #expect(shown.output.contains("Ben"), "\(shown.errors)")
            let listed = try await run("circle", "list", "--json", profile: "ben", in: home)
            #expect(listed.output.contains(#""role":"child""#), "\(listed.errors)")
            let stuck = try await run("circle", "leave", "Hearth", "--yes", profile: "ana", in: home)
            #expect(stuck.status == 1)
            let raised = try await run(
                "circle",
                "member",
                "Hearth",
                "Ben",
                "--role",
                "parent",
                profile: "ana",
                in: home
            )
            #expect(raised.output.contains("parent"), "\(raised.errors)")
            let left = try await run("circle", "leave", "Hearth", "--yes", profile: "ana", in: home)
            #expect(left.output == "You left Hearth.\n", "\(left.errors)")
        }
    }

    @Test("A partner is muted, paused and given hours; then everything is written down, and deleted")
    func consentAndLeaving() async throws {
        let home = try Home()
        try await home.withRelay {
            try await home.pair()
            let hours = try await run(
                "consent",
                "hours",
                "Ana",
                "--from",
                "08:00",
                "--until",
                "21:30",
                profile: "ben",
                in: home
            )
            #expect(hours.output == "Ana may ring you from 08:00 to 21:30.\n", "\(hours.errors)")
            let paused = try await run("consent", "pause", "Ana", "--for", "8h", profile: "ben", in: home)
            #expect(paused.output.hasPrefix("Ana may not ring you until "), "\(paused.errors)")
            let muted = try await run("consent", "mute", "Ana", "--json", profile: "ben", in: home)
            #expect(muted.output.contains(#""muted":true"#), "\(muted.errors)")
            let shown = try await run("consent", "show", "Ana", profile: "ben", in: home)
            #expect(shown.output == "Ana may not ring you.\n", "\(shown.errors)")
            let refused = try await run("alarm", "send", "--in", "1h", "Hello", profile: "ana", in: home)
            #expect(refused.status == 1)

            let export = try await run("me", "export", "--json", profile: "ben", in: home)
            #expect(export.output.contains(#""consent":"#), "\(export.errors)")
            let asked = try await run("me", "delete", profile: "ben", in: home)
            #expect(asked.status == 1)
            #expect(asked.errors.contains("You did not agree"))
            let deleted = try await run("me", "delete", "--yes", "--json", profile: "ben", in: home)
            #expect(deleted.output.contains(#""pairs":1"#), "\(deleted.errors)")
            let pairs = try await run("pair", "list", profile: "ana", in: home)
            #expect(pairs.output.contains("ended"), "\(pairs.errors)")
        }
    }
}
