import Foundation
import Testing

@Suite("What a listener says of an alarm that does not ring, as it changes", .timeLimit(.minutes(10)))
struct SilentAlarmNewsTests {
    private func listening(
        _ home: Home,
        as profile: String,
        _ body: (Command) async throws -> Void
    ) async throws {
        let command = try Command(["listen", "--no-sound", "--profile", profile], in: home)
        _ = try await command.line(with: "Listening")
        try await body(command)
        command.interrupt()
        _ = try await command.outcome()
    }

    @Test("A repeated alarm that a pause has skip a time is said to have ended once a mute ends it for good")
    func ended() async throws {
        let home = try Home()
        try await home.withRelay {
            try await home.pair()
            try await listening(home, as: "ben") { ben in
                _ = try await home.done("alarm", "send", "--in", "1h", "--repeat", "daily", "Walk", profile: "ana")
                _ = try await ben.line(with: "Set by Ana for ")
                _ = try await home.done("consent", "pause", "Ana", "--for", "2h", profile: "ben")
                _ = try await ben.line(with: "“Walk” from Ana skips the time ")
                _ = try await home.done("consent", "mute", "Ana", profile: "ben")
                _ = try await ben.line(
                    with: "“Walk” from Ana has ended, and will not ring any more: you have muted Ana."
                )
            }
        }
    }

    @Test("An alarm that a pause has skip a time is not said to be set by its sender once the pause is taken back")
    func ringsAgain() async throws {
        let home = try Home()
        try await home.withRelay {
            try await home.pair()
            try await listening(home, as: "ben") { ben in
                _ = try await home.done("alarm", "send", "--in", "1h", "--repeat", "daily", "Walk", profile: "ana")
                _ = try await ben.line(with: "Set by Ana for ")
                _ = try await home.done("consent", "pause", "Ana", "--for", "2h", profile: "ben")
                _ = try await ben.line(with: "“Walk” from Ana skips the time ")
                _ = try await home.done("consent", "pause", "Ana", "--resume", profile: "ben")
                let again = try await ben.line(with: "“Walk” from Ana, ")
                #expect(again.contains("Rings again: “Walk” from Ana, "), "\(again)")
            }
        }
    }

    @Test("After an answer the next time of a repeated alarm is not said to be set by its sender")
    func renewed() async throws {
        let home = try Home()
        try await home.withRelay {
            try await home.pair()
            let ben = try Command(["listen", "--no-sound", "--profile", "ben"], in: home)
            _ = try await ben.line(with: "Listening")
            _ = try await home.done("alarm", "send", "--in", "3s", "--repeat", "daily", "Tea", profile: "ana")
            _ = try await ben.line(with: "ALARM from Ana: “Tea”")
            try ben.type("g")
            _ = try await ben.line(with: "Got it: “Tea” from Ana.")
            _ = try await ben.line(with: "Next: “Tea” from Ana, ")
            ben.interrupt()
            let output = try await ben.outcome().output
            #expect(output.components(separatedBy: "Set by Ana for ").count == 2, "\(output)")
            #expect(output.components(separatedBy: "Next: ").count == 2, "\(output)")
        }
    }

    @Test("Whoever has set a repeated alarm hears at once that a pause has it skip a time, and that it rings again")
    func sender() async throws {
        let home = try Home()
        try await home.withRelay {
            try await home.pair()
            try await listening(home, as: "ana") { ana in
                _ = try await home.done("alarm", "send", "--in", "1h", "--repeat", "daily", "Walk", profile: "ana")
                _ = try await home.done("consent", "pause", "Ana", "--for", "2h", profile: "ben")
                let skips = try await ana.line(with: "“Walk” for Ben will not ring at ")
                #expect(skips.contains(": Ben takes none of yours then. Next: "), "\(skips)")
                _ = try await home.done("consent", "pause", "Ana", "--resume", profile: "ben")
                _ = try await ana.line(with: "“Walk” for Ben rings again. Next: ")
            }
        }
    }

    @Test("That a partner takes no alarms is said once for all that a pause declines, and once that they do again")
    func refusedOnce() async throws {
        let home = try Home()
        try await home.withRelay {
            try await home.pair()
            let ana = try Command(["listen", "--no-sound", "--profile", "ana"], in: home)
            _ = try await ana.line(with: "Listening")
            for words in ["Tea", "Cake"] {
                _ = try await home.done("alarm", "send", "--in", "1h", words, profile: "ana")
            }
            _ = try await home.done("alarm", "send", "--in", "1h", "--repeat", "daily", "Walk", profile: "ana")
            _ = try await home.done("consent", "pause", "Ana", "--for", "2h", profile: "ben")
            // The relay tells the first two by notices, and the third by calling for a synchronisation.
            let told = ["“Tea”", "“Cake”", "Ben takes no alarms of yours at present.", "“Walk” for Ben will not ring "]
            var said = ""
            while !told.allSatisfy(said.contains) { said += try await ana.line(with: " ") }
            _ = try await home.done("consent", "pause", "Ana", "--resume", profile: "ben")
            _ = try await ana.line(with: "“Walk” for Ben rings again. Next: ")
            ana.interrupt()
            let output = try await ana.outcome().output
            for line in ["Ben takes no alarms of yours at present.", "Ben takes alarms of yours again."] {
                #expect(output.components(separatedBy: line).count == 2, "\(output)")
            }
            #expect(output.components(separatedBy: "“Walk” for Ben").count == 3, "\(output)")
        }
    }

    @Test("A reminder that a command puts off once more is said to be put off until then")
    func putOffAgain() async throws {
        let home = try Home()
        try await home.withRelay {
            _ = try await home.done("circle", "new", "family", "Hearth", "--name", "Ana", profile: "ana")
            try await home.join("Kim", to: "Hearth", as: "child", invitedBy: "ana")
            try await listening(home, as: "kim") { kim in
                let add = ["reminder", "add", "--for", "Kim", "--in", "2s", "Walk", "--profile", "ana"]
                let set = try await Command.run(add, in: home)
                let walk = String(try #require(set.output.split(whereSeparator: \.isWhitespace).last))
                _ = try await kim.line(with: "ALARM from Ana: “Walk”")
                _ = try await home.done("reminder", "snooze", walk, "--for", "5m", profile: "kim")
                _ = try await kim.line(with: "Stopped: you put it off on this device, until ")
                _ = try await home.done("reminder", "snooze", walk, "--for", "20m", profile: "kim")
                let again = try await kim.line(with: "Put off until ")
                #expect(again.hasSuffix(": “Walk” from Ana"), "\(again)")
            }
        }
    }
}
