import Foundation
import Testing

@Suite("A person listens at a terminal", .timeLimit(.minutes(10)))
struct ListeningTests {
    /// Runs `body` with a relay and Ana and Ben, paired.
    private func withPair(_ body: (Home) async throws -> Void) async throws {
        let home = try Home()
        try await home.withRelay {
            try await home.pair()
            try await body(home)
        }
    }

    private func listen(_ home: Home, as person: String, _ flags: String...) async throws -> Command {
        let command = try Command(["listen", "--profile", person] + flags, in: home)
        _ = try await command.line(with: "Listening as")
        return command
    }

    /// Has Ben listen with a command that runs while an alarm rings, and Ana ring him.
    ///
    /// - Returns: the listener; the file that the command has written, with the words of the alarm; and the file that it
    ///   writes once it is ended.
    private func ringing(_ home: Home) async throws -> (listener: Command, begun: String, ended: String) {
        let (begun, ended) = (home.path(of: "begun"), home.path(of: "ended"))
        let script = """
            trap 'echo done > \(ended); exit' TERM; echo "$REVEILLE_TITLE" > \(begun); while :; do sleep 0.1; done
            """
        let ben = try await listen(home, as: "ben", "--exec", script)
        _ = try await home.done("alarm", "send", "--in", "0s", "Tea", profile: "ana")
        _ = try await ben.line(with: "ALARM from Ana: “Tea”")
        try await appears(begun)
        return (ben, begun, ended)
    }

    private func end(_ command: Command) async throws -> String {
        command.interrupt()
        return try await command.outcome().output
    }

    @Test("An alarm rings once when it is due, although the relay tells of it twice")
    func once() async throws {
        try await withPair { home in
            let ben = try await listen(home, as: "ben", "--answer", "none")
            for number in 1...4 {
                _ = try await home.done("alarm", "send", "--in", "0s", "Alarm \(number)", profile: "ana")
                _ = try await ben.line(with: "ALARM from Ana: “Alarm \(number)”")
            }
            // The stream is in order: once this is shown, all that was sent for the others has been.
            _ = try await home.done("alarm", "send", "--in", "1h", "Later", profile: "ana")
            _ = try await ben.line(with: "“Later”")
            let output = try await end(ben)
            #expect(!output.contains("STILL RINGING"), "\(output)")
            #expect(output.components(separatedBy: "ALARM from Ana").count == 5, "\(output)")
        }
    }

    @Test("A listener that was started again can answer what still rings")
    func restarted() async throws {
        try await withPair { home in
            let first = try await listen(home, as: "ben")
            _ = try await home.done("alarm", "send", "--in", "0s", "Wake up", profile: "ana")
            _ = try await first.line(with: "ALARM from Ana: “Wake up”")
            _ = try await end(first)
            let second = try await listen(home, as: "ben")
            _ = try await second.line(with: "STILL RINGING from Ana: “Wake up”")
            try second.type("g On my way")
            _ = try await second.line(with: "Got it: “Wake up” from Ana. You replied “On my way”.")
            _ = try await end(second)
            #expect(try await home.done("alarm", "history", profile: "ana").contains("answered"))
        }
    }

    @Test("With several alarms an answer names its own, and one without a number is asked back")
    func several() async throws {
        try await withPair { home in
            let ben = try await listen(home, as: "ben")
            for words in ["Tea", "Cake"] {
                _ = try await home.done("alarm", "send", "--in", "0s", words, profile: "ana")
                _ = try await ben.line(with: "ALARM from Ana: “\(words)”")
            }
            try ben.type("g")
            _ = try await ben.line(with: "Several ring. Name one, as in g1, s1 5 or d2:")
            _ = try await ben.line(with: "2  “Cake” from Ana")
            try ben.type("d2")
            _ = try await ben.line(with: "Dismissed: “Cake” from Ana.")
            try ben.type("g Coming")
            _ = try await ben.line(with: "Got it: “Tea” from Ana. You replied “Coming”.")
            _ = try await end(ben)
            let history = try await home.done("alarm", "history", profile: "ana")
            #expect(history.contains(#/dismissed +to Ben +“Cake”/#), "\(history)")
            #expect(history.contains(#/answered +to Ben +“Tea”, reply “Coming”/#), "\(history)")
        }
    }

    @Test("Only one listener has a profile, so that no reply is lost")
    func alone() async throws {
        try await withPair { home in
            let ben = try await listen(home, as: "ben")
            let second = try await home.run("listen", profile: "ben")
            #expect(second.status == 75)
            #expect(second.errors.contains("Another 'reveille listen' has the profile ben."))
            _ = try await end(ben)
        }
    }

    @Test("After the relay was away, the listener says that it is connected again")
    func reconnected() async throws {
        let home = try Home()
        let first = try await home.serve()
        try await home.pair()
        let ben = try await listen(home, as: "ben")
        _ = try await home.done("alarm", "send", "--in", "1h", "Tea", profile: "ana")
        _ = try await ben.line(with: "“Tea”")
        first.interrupt()
        _ = try await first.outcome()
        try await home.withRelay {
            _ = try await home.done("alarm", "send", "--in", "0s", "Cake", profile: "ana")
            _ = try await ben.line(with: "ALARM from Ana: “Cake”")
            ben.interrupt()
            let outcome = try await ben.outcome()
            #expect(outcome.errors.contains("Trying again…"))
            #expect(outcome.errors.contains("Connected again."), "\(outcome.errors)")
        }
    }

    @Test("What was taken back says so")
    func takenBack() async throws {
        try await withPair { home in
            let ben = try await listen(home, as: "ben")
            let sent = try await home.done("alarm", "send", "--in", "0s", "--json", "Tea", profile: "ana")
            _ = try await ben.line(with: "ALARM from Ana: “Tea”")
            struct Accepted: Decodable { let id: String }
            let id = try JSONDecoder().decode(Accepted.self, from: Data(sent.utf8)).id
            _ = try await home.done("alarm", "cancel", id, profile: "ana")
            _ = try await ben.line(with: "Stopped: it was taken back. It was “Tea” from Ana")
            _ = try await end(ben)
            #expect(try await home.done("alarm", "history", profile: "ana").contains("taken back"))
        }
    }

    @Test("A command of the user's runs while an alarm rings, with its words, and ends with the answer")
    func command() async throws {
        try await withPair { home in
            let (ben, begun, ended) = try await ringing(home)
            #expect(try String(contentsOfFile: begun, encoding: .utf8) == "“Tea” from Ana\n")
            try ben.type("g")
            try await appears(ended)
            _ = try await end(ben)
        }
    }

    @Test("A command of the user's ends with the terminal in which the listener ran")
    func hangup() async throws {
        try await withPair { home in
            let (ben, _, ended) = try await ringing(home)
            ben.interrupt(by: SIGHUP)
            try await appears(ended)
            #expect(try await ben.outcome().status == 129)
        }
    }

    @Test("An alarm that rings falls silent when a command beside the listener ends its pair")
    func pairEnded() async throws {
        try await withPair { home in
            let (ben, _, ended) = try await ringing(home)
            _ = try await home.done("pair", "revoke", "Ana", "--yes", profile: "ben")
            let stopped = try await ben.line(with: "Stopped: ")
            #expect(stopped.hasSuffix("your pair with Ana has ended. It was “Tea” from Ana"), "\(stopped)")
            try await appears(ended)
            _ = try await end(ben)
        }
    }

    private func appears(_ path: String) async throws {
        while (try? String(contentsOfFile: path, encoding: .utf8))?.hasSuffix("\n") != true {
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    @Test("The sender is told when nobody listens")
    func nobody() async throws {
        try await withPair { home in
            let sent = try await home.done("alarm", "send", "--in", "1h", "Tea", profile: "ana")
            #expect(sent.contains("Mind: nobody listens for Ben now."), "\(sent)")
            let ben = try await listen(home, as: "ben")
            _ = try await ben.line(with: "“Tea”")
            let heard = try await home.done("alarm", "send", "--in", "1h", "Cake", profile: "ana")
            #expect(!heard.contains("nobody listens"), "\(heard)")
            _ = try await end(ben)
        }
    }
}
