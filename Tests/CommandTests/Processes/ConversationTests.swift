import Foundation
import Testing

@Suite("Two devices and a relay, each a process", .timeLimit(.minutes(10)))
struct ConversationTests {
    @Test("They pair by typed digits, one rings the other, answers come back, and revoking ends it")
    func conversation() async throws {
        let home = try Home()
        let relay = try await home.serve()
        try await home.pair()

        // Rings at the due time; the answer and its words come back.
        let ben = try Command(
            ["listen", "--profile", "ben", "--answer", "got-it", "--reply", "On my way", "--once"],
            in: home
        )
        _ = try await ben.line(with: "Listening as Ben")
        let sent = try await Command.run(
            "alarm",
            "send",
            "--profile",
            "ana",
            "--in",
            "1h",
            "--json",
            "Wake up",
            in: home
        )
        #expect(sent.status == 0, "\(sent.errors)")
        let id = try id(in: sent.output)
        let news = try Command(["listen", "--profile", "ana", "--once"], in: home)
        _ = try await ben.line(with: "Set by Ana")
        let moved = try await Command.run("alarm", "move", "--profile", "ana", id, "--in", "1s", in: home)
        #expect(moved.status == 0, "\(moved.errors)")
        _ = try await ben.line(with: "\u{07}")
        #expect(try await ben.outcome().status == 0)
        let word = try await news.line(with: "Ben has got")
        #expect(word.contains("“Wake up”. Reply: “On my way”"))
        #expect(try await news.outcome().status == 0)
        let shown = try await Command.run("alarm", "show", "--profile", "ana", String(id.prefix(12)), in: home)
        #expect(shown.output.contains("state     answered"), "\(shown.output)\(shown.errors)")
        #expect(shown.output.contains("reply     “On my way”"))
        #expect(shown.output.contains("received  "))
        #expect(shown.output.contains("ring +0s time-sensitive"))

        let revoked = try await Command.run("pair", "revoke", "--profile", "ben", "Ana", "--yes", in: home)
        #expect(revoked.output == "The pair with Ana has ended.\n")
        let late = try await Command.run("alarm", "send", "--profile", "ana", "--in", "1m", "Again", in: home)
        #expect(late.status == 1)
        #expect(late.errors == "Error: This pair has ended. Pair again to go on.\n")
        let later = try await home.run("alarm", "send", "--in", "1m", "Again", profile: "ana")
        #expect(later.status == 1)
        #expect(later.errors.contains("The pair with Ben has ended, as this device knows since "), "\(later.errors)")

        relay.interrupt()
        #expect(try await relay.outcome().status == 0)
    }

    @Test("Whoever is left behind hears that the pair has ended, and finds the partner once after pairing anew")
    func leftBehind() async throws {
        let home = try Home()
        try await home.withRelay {
            try await home.pair()
            let sent = try await home.done("alarm", "send", "--in", "1h", "--json", "Wake up", profile: "ana")
            let id = try id(in: sent)
            let ana = try Command(["listen", "--profile", "ana"], in: home)
            _ = try await ana.line(with: "Listening as Ana")
            // Another device of hers, which hears nothing meanwhile, would ask the relay as this command does.
            let shown = try await home.done("alarm", "show", id, profile: "ana")
            #expect(shown.contains("state     scheduled"), "\(shown)")
            _ = try await home.done("pair", "revoke", "Ana", "--yes", profile: "ben")
            let news = try await ana.line(with: "The pair with Ben has ended")
            #expect(news.contains("neither of you can ring the other any more"), "\(news)")
            ana.interrupt(by: 2)
            _ = try await ana.outcome()
            let after = try await home.done("alarm", "show", id, profile: "ana")
            #expect(after.contains("state     pair ended"), "\(after)")

            try await home.pair()
            let again = try await home.run("alarm", "send", "--in", "1h", "Wake up", profile: "ana")
            #expect(again.status == 0, "\(again.errors)")
        }
    }

    @Test("A pair that ended while nobody listened is no choice any more after pairing anew")
    func pairedAgain() async throws {
        let home = try Home()
        try await home.withRelay {
            try await home.pair()
            _ = try await home.done("pair", "revoke", "Ana", "--yes", profile: "ben")
            try await home.pair()
            let sent = try await home.run("alarm", "send", "--in", "1h", "Wake up", profile: "ana")
            #expect(sent.status == 0, "\(sent.errors)")
            _ = try await home.done("pair", "revoke", "Ben", "--yes", profile: "ana")
            let named = try await home.run("alarm", "send", "--to", "Ben", "--in", "1h", "Wake up", profile: "ana")
            #expect(named.status == 1 && named.errors.contains("The pair with Ben has ended"), "\(named.errors)")
            #expect(!named.errors.contains("no partner yet"), "\(named.errors)")
        }
    }

    @Test("A person snoozes, is rung again, and answers by typing")
    func typing() async throws {
        let home = try Home()
        let relay = try await home.serve()
        try await home.pair()
        let ben = try Command(["listen", "--profile", "ben", "--once"], in: home)
        _ = try await ben.line(with: "Listening as Ben")
        let sent = try await Command.run("alarm", "send", "--profile", "ana", "--in", "0s", "Wake up", in: home)
        #expect(sent.status == 0, "\(sent.errors)")
        _ = try await ben.line(with: "ALARM from Ana: “Wake up”")
        try ben.type("what?")
        _ = try await ben.line(with: "That is no answer.")
        try ben.type("d")
        _ = try await ben.line(with: "Dismissed: “Wake up” from Ana.")
        #expect(try await ben.outcome().status == 0)

        let again = try Command(["listen", "--profile", "ben"], in: home)
        _ = try await again.line(with: "Listening as Ben")
        _ = try await Command.run("alarm", "send", "--profile", "ana", "--in", "0s", "Really", in: home)
        _ = try await again.line(with: "ALARM from Ana: “Really”")
        try again.type("s 1s")
        _ = try await again.line(with: "Snoozed until")
        _ = try await again.line(with: "ALARM from Ana: “Really”")
        try again.type("g Up now")
        _ = try await again.line(with: "Got it: “Really” from Ana. You replied “Up now”.")
        relay.interrupt()
        #expect(try await relay.outcome().status == 0)
    }

    @Test("Wrong digits three times end a pairing")
    func wrongDigits() async throws {
        let home = try Home()
        _ = try await home.withRelay {
            let ana = try Command(["pair", "new", "--profile", "ana", "--name", "Ana"], in: home)
            let code = try await ana.code()
            let ben = try Command(["pair", "accept", code, "--profile", "ben", "--name", "Ben", "--yes"], in: home)
            let digits = try await ben.digits()
            let wrong = digits == "000000" ? "000001" : "000000"
            for _ in 0..<3 { try ana.type(wrong) }
            let outcome = try await ana.outcome()
            #expect(outcome.status == 1)
            #expect(outcome.output.contains("2 tries are left"))
            #expect(outcome.output.contains("One try is left"))
            let end = try await ben.outcome()
            #expect(end.status == 1)
            #expect(end.errors.hasPrefix("Error: "))
        }
    }

    @Test("A person who refuses to be rung is not paired")
    func declined() async throws {
        let home = try Home()
        _ = try await home.withRelay {
            let ana = try Command(["pair", "new", "--profile", "ana", "--name", "Ana"], in: home)
            let code = try await ana.code()
            let ben = try Command(["pair", "accept", code, "--profile", "ben"], in: home)
            try ben.type("no")
            let outcome = try await ben.outcome()
            #expect(outcome.status == 1)
            #expect(outcome.output.contains("Ana may ring this device. Allow?"))
            #expect(try await ana.outcome().status == 1)
        }
    }

    @Test("A stranger needs a code from the operator, and each code lets one device in")
    func enrolment() async throws {
        let home = try Home()
        let strange = try Home()
        let environment = ["REVEILLE_RELAY": home.relay]
        _ = try await home.withRelay {
            let refused = try await Command.run("pair", "new", in: strange, environment: environment)
            #expect(refused.status == 1)
            #expect(refused.errors.contains("made with 'reveille enroll' on the relay's machine"))

            let enrolled = try await Command.run("enroll", in: home)
            let line = try #require(enrolled.output.split(separator: "\n").first)
            let code = try #require(line.split(separator: " ").last.map(String.init))
            let guest = try Command(["pair", "new", "--enroll", code], in: strange, environment: environment)
            _ = try await guest.code()
            let second = try await Command.run(
                "pair",
                "new",
                "--profile",
                "other",
                "--enroll",
                code,
                in: strange,
                environment: environment
            )
            #expect(second.status == 1)
        }
    }

    private func id(in output: String) throws -> String {
        struct Accepted: Decodable { let id: String }
        return try JSONDecoder().decode(Accepted.self, from: Data(output.utf8)).id
    }
}
