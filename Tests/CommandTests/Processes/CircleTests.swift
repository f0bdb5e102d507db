import Testing

@Suite("Circles, consent, export and deletion, each command a process", .timeLimit(.minutes(10)))
struct CircleTests {
    @Test("A family is made, joined with a code, shown and left")
    func family() async throws {
        let home = try Home()
        try await home.withRelay {
            let made = try await home.run("circle", "new", "family", "Hearth", "--name", "Ana", profile: "ana")
            #expect(made.output.contains("Made the family Hearth."), "\(made.errors)")
            try await home.join("Ben", to: "Hearth", as: "child", invitedBy: "ana")

            let shown = try await home.run("circle", "show", "Hearth", profile: "ana")
            #expect(shown.output.contains("Ben"), "\(shown.errors)")
            let listed = try await home.run("circle", "list", "--json", profile: "ben")
            #expect(listed.output.contains(#""role":"child""#), "\(listed.errors)")
            let stuck = try await home.run("circle", "leave", "Hearth", "--yes", profile: "ana")
            #expect(stuck.status == 1)
            let raised = try await home.run(
                "circle",
                "member",
                "Hearth",
                "Ben",
                "--role",
                "parent",
                profile: "ana"
            )
            #expect(raised.output.contains("parent"), "\(raised.errors)")
            let left = try await home.run("circle", "leave", "Hearth", "--yes", profile: "ana")
            #expect(left.output == "You left Hearth.\n", "\(left.errors)")
        }
    }

    @Test("A dweller who leaves their care circle ends it, and is told so")
    func care() async throws {
        let home = try Home()
        try await home.withRelay {
            _ = try await home.done("circle", "new", "care", "Rosa at home", "--name", "Rosa", profile: "rosa")
            let left = try await home.run("circle", "leave", "Rosa at home", "--yes", profile: "rosa")
            #expect(
                left.output == "Rosa at home has ended, and nobody is told of an alert about you any more.\n",
                "\(left.errors)"
            )
        }
    }

    @Test("A partner is muted, paused and given hours; then everything is exported, and deleted")
    func consentAndLeaving() async throws {
        let home = try Home()
        try await home.withRelay {
            try await home.pair()
            let hours = try await home.run(
                "consent",
                "hours",
                "Ana",
                "--from",
                "08:00",
                "--until",
                "21:30",
                profile: "ben"
            )
            #expect(
                hours.output == "Ana may ring you from 08:00 to 21:30 on the clocks of your newest device.\n",
                "\(hours.errors)"
            )
            let paused = try await home.run("consent", "pause", "Ana", "--for", "8h", profile: "ben")
            #expect(paused.output.hasPrefix("Ana may not ring you until "), "\(paused.errors)")
            let muted = try await home.run("consent", "mute", "Ana", "--json", profile: "ben")
            #expect(muted.output.contains(#""muted":true"#), "\(muted.errors)")
            let shown = try await home.run("consent", "show", "Ana", profile: "ben")
            #expect(shown.output == "Ana may not ring you.\n", "\(shown.errors)")
            let refused = try await home.run("alarm", "send", "--in", "1h", "Hello", profile: "ana")
            #expect(refused.status == 1)
            let refusing = try await home.run("pair", "list", profile: "ana")
            #expect(refusing.output.contains("active, takes no alarms of yours at present"), "\(refusing.output)")
            _ = try await home.done("consent", "mute", "Ana", "--off", profile: "ben")
            _ = try await home.done("consent", "pause", "Ana", "--resume", profile: "ben")
            _ = try await home.done("consent", "hours", "Ana", "--always", profile: "ben")
            let again = try await home.run("pair", "list", profile: "ana")
            #expect(again.errors.contains("Ben takes alarms of yours again."), "\(again.errors)")
            #expect(!again.output.contains("takes no alarms"), "\(again.output)")
            _ = try await home.done("consent", "mute", "Ana", profile: "ben")

            let export = try await home.run("me", "export", "--json", profile: "ben")
            #expect(export.output.contains(#""consent":"#), "\(export.errors)")
            let asked = try await home.run("me", "delete", profile: "ben")
            #expect(asked.status == 1)
            #expect(asked.errors.contains("You did not agree"))
            let deleted = try await home.run("me", "delete", "--yes", "--json", profile: "ben")
            #expect(deleted.output.contains(#""pairs":1"#), "\(deleted.errors)")
            let pairs = try await home.run("pair", "list", profile: "ana")
            #expect(pairs.output.contains("ended"), "\(pairs.errors)")
        }
    }
}
