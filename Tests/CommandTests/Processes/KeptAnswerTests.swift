import Foundation
import Testing

@Suite("Answers that a listener has kept while the relay was away", .timeLimit(.minutes(10)))
struct KeptAnswerTests {
    /// Ends a relay as an operator would, and waits until it has.
    private func end(_ relay: Command) async throws {
        relay.interrupt()
        _ = try await relay.outcome()
    }

    private func end(listeners: Command...) async throws {
        for listener in listeners {
            listener.interrupt(by: SIGINT)
            _ = try await listener.outcome()
        }
    }

    @Test("One to an alarm that was changed before it came is said to be too late, once, and its words not to be sent")
    func changed() async throws {
        let home = try Home()
        let relay = try await home.serve()
        try await home.pair()
        let ben = try Command(["listen", "--no-sound", "--profile", "ben"], in: home)
        _ = try await ben.line(with: "Listening as Ben")
        _ = try await home.done("alarm", "send", "--in", "0s", "Tea", profile: "ana")
        _ = try await ben.line(with: "ALARM from Ana: “Tea”")
        try await end(relay)
        try ben.type("g Up now")
        _ = try await ben.line(with: "Got it: “Tea” from Ana. You replied “Up now”.")
        ben.interrupt(by: SIGSTOP)
        try await home.withRelay {
            let listed = try await home.done("alarm", "list", profile: "ana")
            let line = try #require(listed.split(separator: "\n").first { $0.contains("Tea") })
            let id = try #require(line.split(separator: " ").first)
            _ = try await home.done("alarm", "move", String(id), "--in", "25m", profile: "ana")
            ben.interrupt(by: SIGCONT)
            let lost = try await ben.line(with: "“Tea” from Ana: your answer came too late")
            #expect(lost.hasSuffix("it had been changed by then. Your words were not sent."), "\(lost)")
            let later = try await home.run("alarm", "list", profile: "ben")
            #expect(!later.errors.contains("were not sent"), "\(later.errors)")
            try await end(listeners: ben)
        }
    }

    @Test("Whoever calls an alert off after somebody has taken it hears who, and how to say that it is over")
    func calledOffLate() async throws {
        let home = try Home()
        let relay = try await home.serve()
        _ = try await home.done("circle", "new", "care", "Nest", "--name", "Ana", profile: "ana")
        try await home.join("Ben", to: "Nest", as: "member", invitedBy: "ana")
        _ = try await home.done("care", "activity", profile: "ana")
        let ben = try Command(["listen", "--no-sound", "--profile", "ben"], in: home)
        _ = try await ben.line(with: "Listening as Ben")
        let ana = try Command(["listen", "--no-sound", "--profile", "ana"], in: home)
        _ = try await ana.line(with: "Listening as Ana")
        _ = try await home.done("care", "signal", profile: "ana")
        _ = try await ben.line(with: "Please get in touch with Ana")
        _ = try await ana.line(with: "your care circle is being told now")
        try await end(relay)
        try ana.type("g")
        _ = try await ana.line(with: "The relay cannot be reached; it will be told as soon as it can.")
        ana.interrupt(by: SIGSTOP)
        try ben.type("g On my way")
        _ = try await ben.line(with: "Your words go along as long as this program runs.")
        try await home.withRelay {
            _ = try await ben.line(with: "You look after it; the others are told.")
            ana.interrupt(by: SIGCONT)
            let late = try await ana.line(with: "Too late: Ben has looked after it since ")
            #expect(late.contains("reveille care resolve --profile ana"), "\(late)")
            let overview = try await home.done("care", profile: "ana")
            #expect(overview.contains("“On my way”"), "\(overview)")
            try await end(listeners: ana, ben)
        }
    }
}
