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
            // The hours of this machine's night would be told.
            _ = try await home.done("care", "settings", "--quiet", "off", profile: "ana")
            _ = try await home.done("care", "activity", profile: "ana")
            let ben = try Command(["listen", "--profile", "ben"], in: home)
            _ = try await ben.line(with: "Listening as Ben")

            let fall = try await home.done("care", "signal", "fall", profile: "ana")
            #expect(fall.contains("counting down, members are told in"))
            #expect(fall.contains("not a medical device and does not replace emergency services"))
            #expect(try await home.done("care", "cancel", profile: "ana").contains("cancelled by Ana"))
            let none = try await home.run("care", "cancel", profile: "ana")
            #expect(none.errors.contains("No alert about you is open."), "\(none.errors)")
            #expect(!none.errors.contains("resolve"), "\(none.errors)")
            _ = try await home.done("care", "pause", "--in", "3h", profile: "ana")
            #expect(try await home.done("care", "signal", "fall", profile: "ana").contains("held back (paused)"))
            _ = try await home.done("care", "pause", "--resume", profile: "ana")

            let ana = try Command(["listen", "--profile", "ana"], in: home)
            _ = try await ana.line(with: "Listening as Ana")
            _ = try await home.done("care", "signal", "--place", "52.5163,13.3777", profile: "ana")
            _ = try await ana.line(with: "g = I am all right")
            _ = try await ben.line(with: "Please get in touch with Ana")
            _ = try await ana.line(with: "your care circle is being told now")
            let seen = try await home.done("care", profile: "ben")
            #expect(seen.contains("call for help  members are being told"), "\(seen)")
            #expect(!seen.contains("52.5163"), "where Ana is, Ben may not know")
            let own = try await home.done("care", profile: "ana")
            #expect(own.contains("at 52.5163,13.3777, as of "), "\(own)")
            let early = try await home.run("care", "resolve", profile: "ben")
            #expect(early.status == 1)
            #expect(early.errors.contains("An alert about Ana is open, and nobody looks"), "\(early.errors)")
            #expect(early.errors.contains("reveille care ack --profile ben"), "\(early.errors)")
            let note = "On my way, =with a key"
            #expect(try await home.done("care", "ack", "--say", note, profile: "ben").contains("acknowledged by Ben"))
            _ = try await ana.line(with: "Somebody has answered")
            try ana.type("g")
            _ = try await ana.line(with: "Nothing rings now.")
            for listener in [ana, ben] {
                listener.interrupt(by: 2)
                _ = try await listener.outcome()
            }

            let late = try await home.run("care", "cancel", profile: "ana")
            #expect(late.status == 1)
            #expect(late.errors.contains("Ben has been looking after you since "), "\(late.errors)")
            #expect(late.errors.contains("reveille care resolve --profile ana"), "\(late.errors)")
            // Whoever asks reads who is on it, not that nothing is the matter.
            for person in ["ana", "ben"] {
                let overview = try await home.done("care", profile: person)
                #expect(overview.contains("Ben has been taking care of it since"), "\(overview)")
                #expect(overview.contains("nobody has said that it is over"), "\(overview)")
                #expect(overview.contains("last sign of life"), "\(overview)")
                #expect(!overview.contains("No alert is open."), "\(overview)")
            }
            #expect(try await home.done("care", "resolve", profile: "ben").contains("over since"))
            #expect(try await home.done("care", profile: "ana").contains("No alert is open."))

            let muted = try await home.done("consent", "mute", "Ana", profile: "ben")
            #expect(muted.contains("Alerts about Ana still ring you"), "\(muted)")
            let away = try await home.done("care", "alerts", "--off", "--in", "8h", profile: "ben")
            #expect(away.contains("Alerts do not ring you at present, until"), "\(away)")
            let watched = try await home.done("care", profile: "ana")
            #expect(watched.contains("Ben is not told at present, until"), "\(watched)")
            #expect(watched.contains("At present nobody is told of an alert about you."), "\(watched)")
            _ = try await home.done("care", "alerts", "--on", profile: "ben")
            #expect(!(try await home.done("care", profile: "ana")).contains("not told"))

            let refused = try await home.run("care", "history", profile: "ben")
            #expect(refused.status == 1)
            _ = try await home.done("circle", "member", "Nest", "Ben", "--permit", "history", profile: "ana")
            for person in ["ana", "ben"] {
                let history = try await home.done("care", "history", profile: person)
                #expect(history.contains("call for help  acknowledged by Ben"), "\(history)")
                #expect(history.contains("Ben  push  sent"), "\(history)")
                let table = try await home.done("care", "export", "--format", "csv", profile: person)
                #expect(table.contains(",Ben,push,"), "\(table)")
                #expect(table.contains(person == "ben" ? "you: \(note)" : "Ben: \(note)"), "\(table)")
            }
            let json = try await home.done("care", "export", "--json", profile: "ana")
            #expect(json.contains(#""state":"cancelled""#))
            #expect(json.contains(#""held":"paused""#))
            #expect(json.contains(#""text":"\#(note)""#), "\(json)")

            // Ben, who is taken out, reads so once, and Ana that nobody is left who is told.
            _ = try await home.done("circle", "remove", "Nest", "Ben", "--yes", profile: "ana")
            let out = try await home.done("care", profile: "ben")
            #expect(out.contains("You are no longer in Nest"), "\(out)")
            #expect(out.contains("You are in no care circle."), "\(out)")
            #expect(!(try await home.done("care", profile: "ben")).contains("no longer"))
        }
    }

    @Test("A member who was not told yet comes all the same, and everybody reads so until it is over")
    func unasked() async throws {
        let home = try Home()
        try await home.withRelay {
            _ = try await home.done("circle", "new", "care", "Nest", "--name", "Ana", profile: "ana")
            for name in ["Ben", "Carla"] { try await home.join(name, to: "Nest", as: "member", invitedBy: "ana") }
            _ = try await home.done("circle", "member", "Nest", "Carla", "--priority", "2", profile: "ana")
            _ = try await home.done("care", "activity", profile: "ana")
            let listeners = try ["ana", "ben"].map { try Command(["listen", "--profile", $0], in: home) }
            for (listener, name) in zip(listeners, ["Ana", "Ben"]) {
                _ = try await listener.line(with: "Listening as \(name)")
            }
            _ = try await home.done("care", "signal", profile: "ana")
            _ = try await listeners[1].line(with: "Please get in touch with Ana")
            #expect(try await home.done("care", profile: "carla").contains("call for help  members are being told"))
            let answer = try await home.done("care", "ack", profile: "carla")
            #expect(answer.contains("acknowledged by Carla"), "\(answer)")
            _ = try await listeners[0].line(with: "Somebody has answered")
            for listener in listeners {
                listener.interrupt(by: 2)
                _ = try await listener.outcome()
            }
            for person in ["ana", "ben", "carla"] {
                let overview = try await home.done("care", profile: person)
                #expect(overview.contains("Carla has been taking care of it since"), "\(overview)")
            }
            let late = try await home.run("care", "ack", profile: "ben")
            #expect(late.status == 1)
            #expect(late.errors.contains("No alert is open that you may know of."), "\(late.errors)")
            #expect(late.errors.contains("Carla has been looking after Ana since "), "\(late.errors)")
            #expect(try await home.done("care", "resolve", profile: "carla").contains("over since"))
            #expect(try await home.done("care", profile: "ben").contains("No alert is open."))
            #expect(!(try await home.run("care", "ack", profile: "ben")).errors.contains("looking after"))
        }
    }

    @Test("Whoever listens hears when the one who was on it leaves, and when somebody says that it is over")
    func aftermath() async throws {
        let home = try Home()
        try await home.withRelay {
            _ = try await home.done("circle", "new", "care", "Nest", "--name", "Ana", profile: "ana")
            for name in ["Ben", "Carla"] { try await home.join(name, to: "Nest", as: "member", invitedBy: "ana") }
            _ = try await home.done("care", "activity", profile: "ana")
            let ana = try Command(["listen", "--profile", "ana"], in: home)
            _ = try await ana.line(with: "Listening as Ana")
            let carla = try Command(["listen", "--profile", "carla"], in: home)
            _ = try await carla.line(with: "Listening as Carla")
            _ = try await home.done("care", "signal", profile: "ana")
            _ = try await carla.line(with: "Please get in touch with Ana")
            _ = try await home.done("care", "ack", profile: "ben")
            _ = try await carla.line(with: "Ana is being looked after.")
            _ = try await home.done("circle", "leave", "Nest", "--yes", profile: "ben")
            _ = try await ana.line(with: "Nobody is looking after you now.")
            _ = try await carla.line(with: "Please get in touch with Ana")

            _ = try await home.done("care", "ack", profile: "carla")
            _ = try await ana.line(with: "Carla")
            _ = try await home.done("care", "resolve", profile: "ana")
            let over = try await carla.line(with: "The alert (a call for help) is over.")
            let words = "Ana says that the alert about Ana (a call for help) is over."
            #expect(over.contains(words), "\(over)")
            for listener in [ana, carla] {
                listener.interrupt(by: 2)
                _ = try await listener.outcome()
            }
        }
    }

    @Test("Whoever takes the one out who was on it reads what that means, and the dweller's words stay with the alert")
    func takenOut() async throws {
        let home = try Home()
        try await home.withRelay {
            _ = try await home.done("circle", "new", "care", "Nest", "--name", "Ana", profile: "ana")
            for name in ["Ben", "Carla"] { try await home.join(name, to: "Nest", as: "member", invitedBy: "ana") }
            _ = try await home.done("care", "activity", profile: "ana")
            let carla = try Command(["listen", "--profile", "carla"], in: home)
            _ = try await carla.line(with: "Listening as Carla")
            _ = try await home.done("care", "signal", "--say", "On the cellar stairs", profile: "ana")
            _ = try await carla.line(with: "Please get in touch with Ana")
            _ = try await home.done("care", "ack", profile: "ben")
            _ = try await carla.line(with: "Ana is being looked after.")

            let removed = try await home.run("circle", "remove", "Nest", "Ben", "--yes", profile: "ana")
            #expect(removed.status == 0)
            #expect(removed.errors.contains("Ben has been looking after you since "), "\(removed.errors)")
            let done = "Took Ben out of Nest. The alert that they had acknowledged begins again."
            #expect(removed.output.contains(done), "\(removed.output)")
            _ = try await carla.line(with: "Ben, who had acknowledged this alert, is no longer in the circle")
            let overview = try await home.done("care", profile: "carla")
            #expect(overview.contains("Ben was no longer in the circle from "), "\(overview)")
            // With the open alert, and with the one that it continues.
            #expect(overview.ranges(of: "On the cellar stairs").count == 2, "\(overview)")
            carla.interrupt(by: 2)
            _ = try await carla.outcome()
        }
    }

    @Test("Whoever is only shown an alert hears who took it, and who loses sight of it not that it is over")
    func shown() async throws {
        let home = try Home()
        try await home.withRelay {
            _ = try await home.done("circle", "new", "care", "Nest", "--name", "Ana", profile: "ana")
            for name in ["Ben", "Carla"] { try await home.join(name, to: "Nest", as: "member", invitedBy: "ana") }
            func member(_ name: String, _ change: String) async throws {
                _ = try await home.done("circle", "member", "Nest", name, change, "alert.manual", profile: "ana")
            }
            try await member("Carla", "--forbid")
            _ = try await home.done("care", "activity", profile: "ana")
            let ben = try Command(["listen", "--profile", "ben"], in: home)
            _ = try await ben.line(with: "Listening as Ben")
            let carla = try Command(["listen", "--profile", "carla"], in: home)
            _ = try await carla.line(with: "Listening as Carla")
            _ = try await home.done("care", "signal", profile: "ana")
            _ = try await ben.line(with: "Please get in touch with Ana")

            let told = try await home.done("care", profile: "ben")
            #expect(told.contains("call for help  members are being told"), "\(told)")

            let subject = "The alert about Ana (a call for help)"
            try await member("Ben", "--forbid")
            _ = try await ben.line(with: "\(subject) needs no answer here any more: you may not know of it any more")
            let hidden = try await home.done("care", profile: "ben")
            #expect(hidden.contains("No alert is open that you may know of."), "\(hidden)")

            try await member("Ben", "--permit")
            try await member("Carla", "--permit")
            _ = try await carla.line(with: "\(subject) has been open since ")
            _ = try await home.done("care", "ack", profile: "ben")
            _ = try await carla.line(with: "\(subject) needs no answer here any more: Ben has looked after it since ")
            _ = try await home.done("care", "resolve", profile: "ben")
            _ = try await carla.line(with: "\(subject) is over")
            for listener in [ben, carla] {
                listener.interrupt(by: 2)
                _ = try await listener.outcome()
            }
        }
    }

    @Test("The dweller hears at the end of a countdown that the circle is told, and why an alert rings no more")
    func countdown() async throws {
        let home = try Home()
        try await home.withRelay {
            _ = try await home.done("circle", "new", "care", "Nest", "--name", "Ana", profile: "ana")
            try await home.join("Ben", to: "Nest", as: "member", invitedBy: "ana")
            _ = try await home.done("care", "activity", profile: "ana")
            let ben = try Command(["listen", "--profile", "ben"], in: home)
            _ = try await ben.line(with: "Listening as Ben")
            let ana = try Command(["listen", "--profile", "ana"], in: home)
            _ = try await ana.line(with: "Listening as Ana")
            _ = try await home.done("care", "signal", profile: "ana")
            _ = try await ana.line(with: "g = I am all right")
            _ = try await ben.line(with: "Please get in touch with Ana")
            _ = try await ana.line(with: "your care circle is being told now")

            _ = try await home.done("care", "alerts", "--off", profile: "ben")
            _ = try await ben.line(with: "needs no answer here any more: you have switched alerts off")
            _ = try await ana.line(with: "At present nobody of your care circle is told of your alert (a call")
            let on = try await home.done("care", "alerts", "--on", profile: "ben")
            #expect(on.contains("Still open: the alert about Ana (a call for help), since "), "\(on)")
            #expect(on.contains("may not ring you."), "\(on)")
            _ = try await ben.line(with: "The alert about Ana (a call for help) has been open since ")
            _ = try await home.done("circle", "leave", "Nest", "--yes", profile: "ana")
            _ = try await ana.line(with: "needs no answer here any more: its circle has ended")
            for listener in [ana, ben] {
                listener.interrupt(by: 2)
                _ = try await listener.outcome()
            }
        }
    }
}
