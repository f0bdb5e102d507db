import Foundation
import Testing

@Suite("What a family changes, each of its people a process", .timeLimit(.minutes(10)))
struct FamilyChangesTests {
    private func id(in output: String) throws -> String {
        try #require(output.split(whereSeparator: \.isWhitespace).last.map { String($0) })
    }

    @Test("A weekly reminder whose time is edited stays weekly; one of a muted parent says that it is silent")
    func remindersStay() async throws {
        let home = try Home()
        try await home.withRelay {
            _ = try await home.done("circle", "new", "family", "Hearth", "--name", "Ana", profile: "ana")
            try await home.join("Kim", to: "Hearth", as: "child", invitedBy: "ana")
            let set = try await home.done(
                "reminder",
                "add",
                "--for",
                "Kim",
                "--on",
                "MO,TH",
                "--every",
                "2",
                "--at",
                "07:30",
                "Violin",
                profile: "ana"
            )
            let id = try id(in: set)
            let edited = try await home.done("reminder", "edit", id, "--at", "08:15", profile: "ana")
            #expect(edited.contains("recurs: every 2 weeks on Monday and Thursday"), "\(edited)")
            let shown = try await home.done("reminder", "show", id, profile: "kim")
            #expect(shown.contains("every 2 weeks on Monday and Thursday in Europe/Berlin"))
            #expect(shown.contains("08:15"))
            let refused = try await home.run("reminder", "edit", id, "--in", "2h", profile: "ana")
            #expect(refused.status != 0)
            #expect(refused.errors.contains("--once"))

            _ = try await home.done("consent", "mute", "Ana", profile: "kim")
            let silent = try await home.done("reminder", "list", profile: "kim")
            #expect(silent.contains("it will not ring: you have muted Ana"), "\(silent)")
            let told = try await home.done("reminder", "list", profile: "ana")
            #expect(told.contains("it will not ring: Kim takes nothing from Ana then; ask Kim"), "\(told)")
            let json = try await home.done("reminder", "show", id, "--json", profile: "kim")
            #expect(json.contains(#""silence":"muted""#))
            _ = try await home.done("consent", "mute", "Ana", "--off", profile: "kim")
            let back = try await home.done("reminder", "list", profile: "kim")
            #expect(!back.contains("will not ring"))
            let again = try await home.run("reminder", "list", profile: "ana")
            #expect(again.errors.contains("“Violin” for Kim rings again."), "\(again.errors)")
            #expect(try await home.done("reminder", "show", id, "--json", profile: "kim").contains(#""alarmId":"#))

            let over = try await home.run(
                "reminder",
                "add",
                "--on",
                "MO",
                "--at",
                "07:30",
                "--from",
                "2020-01-01",
                "Late",
                profile: "ana"
            )
            #expect(over.status != 0)
            #expect(over.errors.contains("2020-01-01 is over"))
            _ = try await home.done("reminder", "add", "--in", "1h", "Mine", profile: "ana")
            let others = try await home.done("reminder", "list", "--for", "others", profile: "ana")
            #expect(others.contains("Violin"))
            #expect(!others.contains("Mine"))
        }
    }

    @Test("In a family with readable titles a ring has its title and its parent, one's own too, in a push and a sync")
    func readableTitles() async throws {
        let home = try Home()
        try await home.withRelay {
            _ = try await home.done(
                "circle",
                "new",
                "family",
                "Hearth",
                "--name",
                "Ana",
                "--readable-titles",
                profile: "ana"
            )
            try await home.join("Kim", to: "Hearth", as: "child", invitedBy: "ana")
            // Due before anybody listens: it comes with the sync.
            _ = try await home.done("reminder", "add", "--for", "Kim", "--in", "1s", "Pack the satchel", profile: "ana")
            _ = try await home.done("reminder", "add", "--in", "1s", "Water the fern", profile: "ana")
            // By a sync or by a push: the title is there, and whose reminder it is.
            for (profile, words, creator) in [("ana", "Water the fern", "you"), ("kim", "Pack the satchel", "Ana")] {
                let listener = try Command(["listen", "--profile", profile, "--answer", "got-it", "--once"], in: home)
                let rung = try await listener.line(with: "ALARM")
                #expect(rung.contains(words), "\(rung)")
                #expect(rung.contains(creator), "\(rung)")
                #expect(!rung.contains("no words"))
                #expect(!rung.contains("cannot be verified"))
                _ = try await listener.outcome()
            }
            let kim = try Command(["listen", "--profile", "kim", "--answer", "got-it", "--once"], in: home)
            _ = try await kim.line(with: "Listening as Kim")
            _ = try await home.done("reminder", "add", "--for", "Kim", "--in", "2s", "Feed the cat", profile: "ana")
            let rung = try await kim.line(with: "ALARM")
            #expect(rung.contains("Feed the cat"), "\(rung)")
            #expect(!rung.contains("no words"))
            _ = try await kim.outcome()
        }
    }

    @Test("A parent changes the family's name, its snooze limit and who reads titles; a child may not")
    func settings() async throws {
        let home = try Home()
        try await home.withRelay {
            _ = try await home.done("circle", "new", "family", "Hearth", "--name", "Ana", profile: "ana")
            try await home.join("Kim", to: "Hearth", as: "child", invitedBy: "ana")
            let changed = try await home.done(
                "circle",
                "change",
                "Hearth",
                "--name",
                "Nest",
                "--snooze-limit",
                "10m",
                "--titles",
                "readable",
                profile: "ana"
            )
            #expect(changed.contains("Nest"))
            #expect(changed.contains("put off until 10m past their time. Their titles are readable by the relay."))
            let set = try await home.done("reminder", "add", "--for", "Kim", "--in", "1h", "Pack", profile: "ana")
            let id = try id(in: set)
            #expect(try await home.done("reminder", "show", id, profile: "kim").contains("by the relay as well"))
            let sealed = try await home.done("circle", "change", "Nest", "--titles", "sealed", profile: "ana")
            #expect(sealed.contains("Their titles are sealed."))
            let shown = try await home.done("reminder", "show", id, profile: "kim")
            #expect(shown.contains("Pack"))
            #expect(!shown.contains("by the relay as well"))
            let refused = try await home.run("circle", "change", "Nest", "--name", "Mine", profile: "kim")
            #expect(refused.status == 1)
            #expect(refused.errors.contains("ask a parent"))
        }
    }

    @Test("The last parent who deletes everything is told that the family ends, and it ends")
    func lastParent() async throws {
        let home = try Home()
        try await home.withRelay {
            _ = try await home.done("circle", "new", "family", "Hearth", "--name", "Ana", profile: "ana")
            try await home.join("Kim", to: "Hearth", as: "child", invitedBy: "ana")
            let asked = try await home.run("me", "delete", profile: "ana")
            #expect(asked.status == 1)
            #expect(asked.errors.contains("The family Hearth ends with you, its last parent, for Kim too."))
            #expect(asked.errors.contains("--role parent"))
            let deleted = try await home.run("me", "delete", "--yes", profile: "ana")
            #expect(deleted.status == 0, "\(deleted.errors)")
            let left = try await home.done("circle", "list", profile: "kim")
            #expect(left.hasPrefix("You are in no circle"))
        }
    }

    @Test("A place is watched at its time only")
    func placeTime() async throws {
        let home = try Home()
        try await home.withRelay {
            _ = try await home.done("circle", "new", "family", "Hearth", "--name", "Ana", profile: "ana")
            try await home.join("Kim", to: "Hearth", as: "child", invitedBy: "ana")
            let set = try await home.done("reminder", "add", "--for", "Kim", "--in", "30h", "Library", profile: "ana")
            let id = try id(in: set)
            let placed = try await home.done(
                "reminder",
                "place",
                id,
                "--at",
                "52.5163,13.3777",
                "--from",
                "16:00",
                "--until",
                "18:00",
                profile: "ana"
            )
            #expect(placed.contains("watched from "), "\(placed)")
            #expect(placed.contains(" 16:00"), "\(placed)")
            let early = try await home.done("reminder", "moved", id, "--at", "52.6163,13.3777", profile: "kim")
            #expect(early == "No place is watched for this reminder now.\n")
            let ended = try await home.run(
                "reminder",
                "place",
                id,
                "--at",
                "52.5163,13.3777",
                "--until",
                "2020-01-01T00:00:00Z",
                profile: "ana"
            )
            #expect(ended.status != 0)
        }
    }

    @Test("Whoever listens hears who has left the family")
    func left() async throws {
        let home = try Home()
        try await home.withRelay {
            _ = try await home.done("circle", "new", "family", "Hearth", "--name", "Ana", profile: "ana")
            try await home.join("Ben", to: "Hearth", as: "parent", invitedBy: "ana")
            let ana = try Command(["listen", "--profile", "ana"], in: home)
            _ = try await ana.line(with: "Listening as Ana")
            // An answer of the relay shows that the listener has looked at the family once.
            _ = try await home.done("reminder", "add", "--for", "Ana", "--in", "1s", "Bins", profile: "ben")
            _ = try await ana.line(with: "ALARM")
            _ = try await home.done("circle", "leave", "Hearth", "--yes", profile: "ben")
            _ = try await ana.line(with: "Ben is not in Hearth any more.")
            ana.interrupt(by: 2)
            _ = try await ana.outcome()
        }
    }

    @Test("Whoever leaves and is invited again while the inviter listens is taken, and reads what is set then")
    func returned() async throws {
        let home = try Home()
        try await home.withRelay {
            _ = try await home.done("circle", "new", "family", "Hearth", "--name", "Ana", profile: "ana")
            try await home.join("Ben", to: "Hearth", as: "parent", invitedBy: "ana")
            let ana = try Command(["listen", "--profile", "ana"], in: home)
            _ = try await ana.line(with: "Listening as Ana")
            // An answer of the relay shows that the listener has looked at the family once.
            _ = try await home.done("reminder", "add", "--for", "Ana", "--in", "1s", "Bins", profile: "ben")
            _ = try await ana.line(with: "ALARM")
            _ = try await home.done("circle", "leave", "Hearth", "--yes", profile: "ben")
            _ = try await ana.line(with: "Ben is not in Hearth any more.")
            try await home.join("Ben", to: "Hearth", as: "parent", invitedBy: "ana")
            _ = try await home.done("reminder", "add", "--for", "Ben", "--in", "1h", "Axolotl", profile: "ana")
            let list = try await home.done("reminder", "list", profile: "ben")
            #expect(list.contains("Axolotl"), "\(list)")
            ana.interrupt(by: 2)
            _ = try await ana.outcome()
        }
    }

    @Test("Whoever listens hears who has joined the family as a parent, by name, and nothing of a child")
    func joined() async throws {
        let home = try Home()
        try await home.withRelay {
            _ = try await home.done("circle", "new", "family", "Hearth", "--name", "Ana", profile: "ana")
            try await home.join("Kim", to: "Hearth", as: "child", invitedBy: "ana")
            let kim = try Command(["listen", "--profile", "kim"], in: home)
            _ = try await kim.line(with: "Listening as Kim")
            // A ring shows that the listener has looked at the family once.
            _ = try await home.done("reminder", "add", "--for", "Kim", "--in", "1s", "Bins", profile: "ana")
            _ = try await kim.line(with: "ALARM")
            try await home.join("Lea", to: "Hearth", as: "child", invitedBy: "ana")
            try await home.join("Ben", to: "Hearth", as: "parent", invitedBy: "ana")
            _ = try await kim.line(with: "Ben is a parent in Hearth now.")
            kim.interrupt(by: 2)
            let output = try await kim.outcome().output
            #expect(!output.contains("Lea is"), "\(output)")
            #expect(!output.contains("Somebody"), "\(output)")
        }
    }

    @Test("Whoever is taken out of a family hears that")
    func takenOut() async throws {
        let home = try Home()
        try await home.withRelay {
            _ = try await home.done("circle", "new", "family", "Hearth", "--name", "Ana", profile: "ana")
            try await home.join("Ben", to: "Hearth", as: "parent", invitedBy: "ana")
            let ben = try Command(["listen", "--profile", "ben"], in: home)
            _ = try await ben.line(with: "Listening as Ben")
            // A ring shows that the listener has looked at the family once.
            _ = try await home.done("reminder", "add", "--for", "Ben", "--in", "1s", "Bins", profile: "ana")
            _ = try await ben.line(with: "ALARM")
            _ = try await home.done("circle", "remove", "Hearth", "Ben", "--yes", profile: "ana")
            try await ben.lines(with: ["You are not in Hearth any more, or it has ended.", "Stopped: "])
            ben.interrupt(by: 2)
            _ = try await ben.outcome()
        }
    }

    @Test("Whoever leaves a family by a command hears from the listener beside it that they have left")
    func leftOneself() async throws {
        let home = try Home()
        try await home.withRelay {
            _ = try await home.done("circle", "new", "family", "Hearth", "--name", "Ana", profile: "ana")
            try await home.join("Ben", to: "Hearth", as: "parent", invitedBy: "ana")
            let ben = try Command(["listen", "--profile", "ben"], in: home)
            _ = try await ben.line(with: "Listening as Ben")
            // A ring shows that the listener has looked at the family once.
            _ = try await home.done("reminder", "add", "--for", "Ben", "--in", "1s", "Bins", profile: "ana")
            _ = try await ben.line(with: "ALARM")
            _ = try await home.done("circle", "leave", "Hearth", "--yes", profile: "ben")
            try await ben.lines(with: ["You have left Hearth.", "Stopped: you have left its circle."])
            ben.interrupt(by: 2)
            _ = try await ben.outcome()
        }
    }
}
