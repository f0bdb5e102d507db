import Foundation
import Testing

@Suite("Alarms set while the relay cannot be reached, by commands alone", .timeLimit(.minutes(10)))
struct OutboxTests {
    /// Ana and Ben, paired, with their relay gone.
    private func pairedWithoutRelay() async throws -> Home {
        let home = try Home()
        try await home.withRelay { try await home.pair() }
        return home
    }

    @Test("The alarm is kept and said to be not set, and the next command sends it, once")
    func nextCommand() async throws {
        let home = try await pairedWithoutRelay()
        let sent = try await home.run("alarm", "send", "--in", "1h", "The cake is done", profile: "ana")
        #expect(sent.status == 75)
        #expect(sent.errors.contains("The alarm is not set yet. It is kept here, and sent again."), "\(sent.errors)")
        #expect(sent.errors.contains("reveille alarm outbox --profile ana"))
        let waiting = try await home.done("alarm", "outbox", profile: "ana")
        #expect(waiting.contains("not sent"), "\(waiting)")
        #expect(waiting.contains("“The cake is done”"))
        try await home.withRelay {
            let listed = try await home.run("alarm", "list", profile: "ana")
            #expect(
                listed.errors.contains("Set now, after it waited here: “The cake is done” for Ben"),
                "\(listed.errors)"
            )
            #expect(listed.output.components(separatedBy: "The cake is done").count == 2, "\(listed.output)")
            #expect(try await home.done("alarm", "outbox", profile: "ana") == "Nothing waits to be sent.\n")
        }
    }

    @Test("A listener sends what waits as soon as the relay is back")
    func listener() async throws {
        let home = try await pairedWithoutRelay()
        let ana = try Command(["listen", "--profile", "ana"], in: home)
        _ = try await ana.line(with: "Listening as Ana")
        let sent = try await home.run("alarm", "send", "--in", "1h", "--json", "Tea?", profile: "ana")
        #expect(sent.status == 75)
        #expect(sent.output.contains(#""state":"kept","mayBeSet":false"#), "\(sent.output)")
        try await home.withRelay {
            _ = try await ana.line(with: "Set now, after it waited here: “Tea?” for Ben")
            #expect(try await home.done("alarm", "list", profile: "ben").contains("“Tea?”"))
            ana.interrupt()
            #expect(try await ana.outcome().status == 143)
        }
    }

    @Test("A call for help that may not have reached the relay says so, and what to do")
    func help() async throws {
        let home = try await pairedWithoutRelay()
        let sent = try await home.run("care", "signal", profile: "ana")
        #expect(sent.status == 75)
        #expect(
            sent.errors.hasPrefix("Error: It is not known that anybody was told: call somebody yourself"),
            "\(sent.errors)"
        )
    }

    @Test("One that waits can be taken out, and is then not sent")
    func cancelled() async throws {
        let home = try await pairedWithoutRelay()
        let sent = try await home.run("alarm", "send", "--in", "1h", "--json", "Tea?", profile: "ana")
        struct Kept: Decodable { let id: String }
        let id = try JSONDecoder().decode(Kept.self, from: Data(sent.output.utf8)).id
        let cancelled = try await home.done("alarm", "cancel", String(id.prefix(10)), profile: "ana")
        #expect(cancelled == "Alarm \(id) is cancelled.\n")
        let other = try await home.run("alarm", "send", "--in", "1h", "--json", "Cake?", profile: "ana")
        let otherID = try JSONDecoder().decode(Kept.self, from: Data(other.output.utf8)).id
        let json = try await home.done("alarm", "cancel", otherID, "--json", profile: "ana")
        #expect(json == #"{"id":"\#(otherID)","state":"cancelled"}"# + "\n")
        try await home.withRelay {
            let listed = try await home.done("alarm", "list", profile: "ana")
            #expect(listed == "No alarms are pending.\n")
        }
    }

    @Test("One whose time has passed meanwhile is refused by the relay, and its sender is told that it was not set")
    func tooLate() async throws {
        let home = try await pairedWithoutRelay()
        let past = try await home.run("alarm", "send", "--at", "2020-01-01T07:00:00Z", "Long ago", profile: "ana")
        #expect(past.status == 75)
        try await home.withRelay {
            let told = try await home.done("alarm", "outbox", profile: "ana")
            #expect(told.contains("NOT SET: “Long ago” for Ben"), "\(told)")
            #expect(try await home.done("alarm", "outbox", profile: "ana") == "Nothing waits to be sent.\n")
        }
    }

    @Test("Pairs are listed, and ended at once, without the relay, which is told when it is back")
    func pairs() async throws {
        let home = try await pairedWithoutRelay()
        let listed = try await home.run("pair", "list", profile: "ben")
        #expect(listed.status == 0)
        #expect(listed.output.contains("Ana"))
        #expect(listed.errors.contains("The relay did not answer: this is what this device knows."))
        let revoked = try await home.done("pair", "revoke", "ana", "--yes", profile: "ben")
        #expect(revoked.contains("The pair with Ana has ended on this device."), "\(revoked)")
        let untold = try await home.run("pair", "list", profile: "ben")
        #expect(untold.output.contains("relay not told"), "\(untold.output)")
        try await home.withRelay {
            let told = try await home.done("pair", "list", profile: "ben")
            #expect(told.contains("ended"))
            #expect(!told.contains("relay not told"), "\(told)")
            let late = try await home.run("alarm", "send", "--in", "1h", "Hello?", profile: "ana")
            #expect(late.status == 1)
            #expect(late.errors == "Error: This pair has ended. Pair again to go on.\n")
        }
    }
}
