import Testing

@Suite("A care circle by commands alone, each of its people a process", .timeLimit(.minutes(10)))
struct CareTests {
    @Test("A dweller cancels an alert and calls for help; a member is told, acknowledges, and reads the history")
    func journey() async throws {
        let home = try Home()
        try await home.withRelay {
            _ = try await home.done("circle", "new", "care", "Nest", "--name", "Ana", profile: "ana")
            try await home.join("Ben", to: "Nest", as: "member", invitedBy: "ana")
            let set = try await home.done(
                "care",
                "settings",
                "--inactivity",
                "2h",
                "--quiet",
                "22:00-07:00",
                "--countdown",
                "fall=90s",
                profile: "ana"
            )
            #expect(set.contains("22:00 to 07:00"))
            _ = try await home.done("care", "activity", profile: "ana")
            let ben = try Command(["listen", "--profile", "ben"], in: home)
            _ = try await ben.line(with: "Listening as Ben")

            let fall = try await home.done("care", "signal", "fall", profile: "ana")
            #expect(fall.contains("counting"))
            #expect(fall.contains("not a medical device and does not replace emergency services"))
            #expect(try await home.done("care", "cancel", profile: "ana").contains("cancelled by Ana"))
            _ = try await home.done("care", "pause", "--in", "3h", profile: "ana")
            #expect(try await home.done("care", "signal", "fall", profile: "ana").contains("held (paused)"))
            _ = try await home.done("care", "pause", "--resume", profile: "ana")

            _ = try await home.done("care", "signal", "--place", "52.5163,13.3777", profile: "ana")
            _ = try await ben.line(with: "Please get in touch with Ana")
            let seen = try await home.done("care", profile: "ben")
            #expect(seen.contains("manual  alerting"), "\(seen)")
            #expect(!seen.contains("52.5163"), "where Ana is, Ben may not know")
            #expect(try await home.done("care", "ack", profile: "ben").contains("acknowledged by Ben"))
            ben.interrupt(by: 2)
            _ = try await ben.outcome()

            let refused = try await home.run("care", "history", profile: "ben")
            #expect(refused.status == 1)
            _ = try await home.done("circle", "member", "Nest", "Ben", "--permit", "history", profile: "ana")
            for person in ["ana", "ben"] {
                let history = try await home.done("care", "history", profile: person)
                #expect(history.contains("manual  acknowledged by Ben"), "\(history)")
                #expect(history.contains("Ben  push  sent"), "\(history)")
                let table = try await home.done("care", "export", "--format", "csv", profile: person)
                #expect(table.contains(",Ben,push,"), "\(table)")
            }
            let json = try await home.done("care", "export", "--json", profile: "ana")
            #expect(json.contains(#""state":"cancelled""#))
            #expect(json.contains(#""held":"paused""#))
        }
    }
}
