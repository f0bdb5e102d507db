import Foundation
import Testing

@Suite("A listener says why a ring has stopped", .timeLimit(.minutes(10)))
struct StoppedRingTests {
    /// Runs `body` with Ana and Ben, paired, and Ben's listener.
    private func withPair(_ body: (Home, Command) async throws -> Void) async throws {
        let home = try Home()
        try await home.withRelay {
            try await home.pair()
            try await listening(home, as: "ben", body)
        }
    }

    /// Runs `body` with a family, and its child's listener.
    private func withFamily(_ body: (Home, Command) async throws -> Void) async throws {
        let home = try Home()
        try await home.withRelay {
            _ = try await home.done("circle", "new", "family", "Hearth", "--name", "Ana", profile: "ana")
            try await home.join("Ben", to: "Hearth", as: "parent", invitedBy: "ana")
            try await home.join("Kim", to: "Hearth", as: "child", invitedBy: "ana")
            try await listening(home, as: "kim", body)
        }
    }

    private func listening(
        _ home: Home,
        as profile: String,
        _ body: (Home, Command) async throws -> Void
    ) async throws {
        let command = try Command(["listen", "--no-sound", "--profile", profile], in: home)
        _ = try await command.line(with: "Listening")
        try await body(home, command)
    }

    /// Runs `body` with a listener on another device of a person.
    private func withTablet(of profile: String, _ home: Home, _ body: (Command) async throws -> Void) async throws {
        let linking = try Command(["device", "link", "--profile", profile], in: home)
        let code = try await linking.code()
        let joining = try Command(["device", "join", code, "--profile", "tablet", "--name", "tablet"], in: home)
        try joining.type("y")
        try linking.type(try await joining.digits())
        #expect(try await joining.outcome().status == 0)
        #expect(try await linking.outcome().status == 0)
        try await listening(home, as: "tablet") { _, other in
            try await body(other)
            try await end(other)
        }
    }

    /// Ends a listener, and returns all that it has written.
    @discardableResult
    private func end(_ command: Command) async throws -> String {
        command.interrupt()
        return try await command.outcome().output
    }

    /// Sets an alarm for Ben that rings at once, and returns its identifier.
    private func ring(_ words: String, for ben: Command, in home: Home) async throws -> String {
        struct Accepted: Decodable { let id: String }
        let sent = try await home.done("alarm", "send", "--in", "0s", "--json", words, profile: "ana")
        _ = try await ben.line(with: "ALARM from Ana: “\(words)”")
        return try JSONDecoder().decode(Accepted.self, from: Data(sent.utf8)).id
    }

    /// Sets a reminder for Kim that rings in a moment, and returns its identifier.
    private func remind(_ title: String, _ kim: Command, in home: Home) async throws -> String {
        let set = try await home.done("reminder", "add", "--for", "Kim", "--in", "2s", title, profile: "ana")
        _ = try await kim.line(with: "ALARM")
        return String(try #require(set.split(whereSeparator: \.isWhitespace).last))
    }

    @Test("An alarm of a partner whom one has muted or paused, or who may not ring now, was not taken back by them")
    func consent() async throws {
        try await withPair { home, ben in
            _ = try await ring("Tea", for: ben, in: home)
            _ = try await home.done("consent", "pause", "Ana", "--for", "1h", profile: "ben")
            _ = try await ben.line(with: "Stopped: you have paused Ana. It was “Tea” from Ana")
            _ = try await home.done("consent", "pause", "Ana", "--resume", profile: "ben")
            _ = try await ring("Cake", for: ben, in: home)
            _ = try await home.done("consent", "mute", "Ana", profile: "ben")
            _ = try await ben.line(with: "Stopped: you have muted Ana. It was “Cake” from Ana")
            try await end(ben)
        }
    }

    @Test("An alarm that repeats stops when its sender is paused while it rings, and both commands say so")
    func repeated() async throws {
        try await withPair { home, ben in
            _ = try await home.done("alarm", "send", "--in", "3s", "--repeat", "daily", "Tea", profile: "ana")
            _ = try await ben.line(with: "ALARM from Ana: “Tea”")
            let said = try await home.done("consent", "pause", "Ana", "--for", "1h", profile: "ben")
            #expect(said.contains("1 alarm from Ana that repeats has stopped for this time"), "\(said)")
            _ = try await ben.line(with: "Stopped: you have paused Ana. It was “Tea” from Ana. Next: ")
            let output = try await end(ben)
            #expect(output.components(separatedBy: "Set by Ana for ").count == 2, "\(output)")
        }
    }

    @Test("An alarm that the person has taken off by a command was not taken back by its sender, and is said once")
    func takenOff() async throws {
        try await withPair { home, ben in
            let id = try await ring("Tea", for: ben, in: home)
            _ = try await home.done("alarm", "cancel", id, profile: "ben")
            _ = try await ben.line(with: "Stopped: you declined it. It was “Tea” from Ana")
            // The history of alarms calls it so as well.
            let shown = try await home.done("alarm", "show", id, profile: "ben")
            #expect(shown.contains("state     declined"), "\(shown)")
            // The stream is in order: once this is shown, all that was sent before has been.
            _ = try await ring("Cake", for: ben, in: home)
            let output = try await end(ben)
            #expect(!output.contains("will not ring"), "\(output)")
            #expect(output.components(separatedBy: "Stopped: ").count == 2, "\(output)")
        }
    }

    @Test("An answer on the person's other phone is one there, and not here")
    func otherPhone() async throws {
        try await withPair { home, ben in
            try await withTablet(of: "ben", home) { other in
                _ = try await ring("Tea", for: ben, in: home)
                _ = try await other.line(with: "ALARM from Ana: “Tea”")
                try other.type("g")
                _ = try await other.line(with: "Got it: “Tea” from Ana.")
                _ = try await ben.line(
                    with: "Stopped: you answered it on another device of yours. It was “Tea” from Ana"
                )
            }
            try await end(ben)
        }
    }

    @Test("A reminder that was handed over, or done by either of its people, was not taken back")
    func reminders() async throws {
        try await withFamily { home, kim in
            let walk = try await remind("Walk", kim, in: home)
            _ = try await home.done("reminder", "edit", walk, "--for", "Ben", "--in", "1h", profile: "ana")
            // A child does not see reminders that are not for it, so that its listener cannot know for whom it is now.
            _ = try await kim.line(with: "Stopped: it was handed over to somebody else. It was “Walk” from Ana")
            let satchel = try await remind("Satchel", kim, in: home)
            _ = try await home.done("reminder", "done", satchel, profile: "kim")
            _ = try await kim.line(with: "Stopped: you said that it is done. It was “Satchel” from Ana")
            let fern = try await remind("Fern", kim, in: home)
            _ = try await home.done("reminder", "done", fern, profile: "ana")
            _ = try await kim.line(with: "Stopped: Ana said that it is done. It was “Fern” from Ana")
            try await end(kim)
        }
    }

    @Test("Of a reminder that is gone it is said that it was deleted, and of one whose creator is muted why")
    func gone() async throws {
        try await withFamily { home, kim in
            let fern = try await remind("Fern", kim, in: home)
            _ = try await home.done("reminder", "delete", fern, profile: "ana")
            _ = try await kim.line(with: "Stopped: it was deleted. It was “Fern” from Ana")
            _ = try await remind("Walk", kim, in: home)
            _ = try await home.done("consent", "mute", "Ana", profile: "kim")
            _ = try await kim.line(with: "Stopped: you have muted Ana. It was “Walk” from Ana")
            try await end(kim)
        }
    }

    @Test("A reminder that is put off by a command falls silent here, and rings again at the end")
    func snoozedByCommand() async throws {
        try await withFamily { home, kim in
            let walk = try await remind("Walk", kim, in: home)
            _ = try await home.done("reminder", "snooze", walk, "--for", "20s", profile: "kim")
            let stopped = try await kim.line(with: "Stopped: you put it off on this device, until ")
            #expect(stopped.hasSuffix(". It was “Walk” from Ana"), "\(stopped)")
            try kim.type("d")
            _ = try await kim.line(with: "Nothing rings now.")
            let again = try await kim.line(with: "ALARM")
            #expect(again.contains("Walk"), "\(again)")
            let output = try await end(kim)
            #expect(!output.contains("STILL RINGING"), "\(output)")
        }
    }

    @Test("A reminder that was set anew says when it is done how to take that back, and has not ended before")
    func setAnew() async throws {
        try await withFamily { home, kim in
            let walk = try await remind("Walk", kim, in: home)
            _ = try await home.done("reminder", "done", walk, profile: "kim")
            _ = try await kim.line(with: "Stopped: you said that it is done. It was “Walk” from Ana")
            _ = try await home.done("reminder", "undo", walk, profile: "kim")
            _ = try await kim.line(with: "ALARM")
            _ = try await kim.line(with: "You took back that it is done.")
            let before = try await home.done("alarm", "history", profile: "kim")
            #expect(!before.contains("Walk"), "\(before)")
            try kim.type("g")
            let undo = try await kim.line(with: "take it back: reveille reminder undo")
            #expect(undo.contains(walk), "\(undo)")
            let fern = try await remind("Fern", kim, in: home)
            _ = try await home.done("reminder", "done", fern, profile: "ana")
            _ = try await kim.line(with: "Stopped: Ana said that it is done. It was “Fern” from Ana")
            _ = try await home.done("reminder", "undo", fern, profile: "ana")
            _ = try await kim.line(with: "ALARM")
            _ = try await kim.line(with: "Ana took back that it is done.")
            try await end(kim)
        }
    }

    @Test("A listener that is started again shows what the reminder says, and that it can be done")
    func restarted() async throws {
        try await withFamily { home, kim in
            _ = try await remind("Feed the axolotl", kim, in: home)
            try await end(kim)
            let again = try Command(["listen", "--no-sound", "--profile", "kim"], in: home)
            _ = try await again.line(with: "STILL RINGING from Ana: “Feed the axolotl”")
            _ = try await again.line(with: "g = done, s = put off [minutes], d = stop the sound, not done")
            try again.type("what?")
            _ = try await again.line(with: "That is no answer. Type one of these:")
            _ = try await again.line(with: "g = done")
            try await end(again)
        }
    }

    @Test("A snooze on the person's other phone says until when")
    func snoozedElsewhere() async throws {
        try await withPair { home, ben in
            try await withTablet(of: "ben", home) { other in
                _ = try await ring("Tea", for: ben, in: home)
                _ = try await other.line(with: "ALARM from Ana: “Tea”")
                try other.type("s 30")
                _ = try await other.line(with: "Snoozed until ")
                let stopped = try await ben.line(with: "Stopped: you put it off on another device of yours, until ")
                #expect(stopped.hasSuffix(". It was “Tea” from Ana"), "\(stopped)")
            }
            try await end(ben)
        }
    }

    @Test("Everything that a listener shows is said in the person's language")
    func language() async throws {
        let home = try Home()
        try await home.withRelay {
            try await home.pair()
            let ben = try Command(
                ["listen", "--no-sound", "--profile", "ben"],
                in: home,
                environment: ["LANG": "zh_TW.UTF-8"]
            )
            _ = try await ben.line(with: "Ben 已連上")
            _ = try await home.done("alarm", "send", "--in", "0s", "Tea", profile: "ana")
            _ = try await ben.line(with: "Ana 的鬧鐘：「Tea」")
            _ = try await ben.line(with: "g = 知道了 [回覆]，s = 延後 [分鐘]，d = 關閉")
            try ben.type("s 30")
            _ = try await ben.line(with: "已延後到")
            _ = try await home.done("pair", "revoke", "Ben", "--yes", profile: "ana")
            _ = try await ben.line(with: "Ana 的「Tea」不會再響：您與 Ana 的配對已結束")
            let output = try await end(ben)
            let english = output.matches(of: /[A-Za-z]{3,}/).map { String($0.output) }
            // Names, zones and commands.
            let known = "Ana Ben Tea CET CEST Ctrl http reveille pair new profile ben".split(separator: " ")
            #expect(Set(english).subtracting(known.map { String($0) }).isEmpty, "\(output)")
        }
    }
}
