import Foundation
import TestSupport
import Testing

@Suite("Trying the mail server, a real one", .timeLimit(.minutes(10)))
struct MailTests {
    private static func send(
        to address: String,
        by sink: MailSink,
        _ flags: String...
    ) async throws -> Command.Outcome {
        let settings = [
            "--smtp-server", "127.0.0.1:\(sink.port)", "--smtp-security", "none", "--smtp-from", "alarm@example.org",
        ]
        return try await Command.run(["mail", "test", address] + settings + flags, in: Home())
    }

    @Test("A letter that the server takes arrives there, and the command says where to look for it")
    func taken() async throws {
        let sink = try MailSink(.plain)
        let sent = try await Self.send(to: "ana@example.org", by: sink)
        #expect(sent.status == 0, "\(sent)")
        #expect(sent.output == "127.0.0.1:\(sink.port) took the letter. Look for it at ana@example.org.\n")
        let letter = try #require(try sink.letters().first)
        #expect(letter.sender == "alarm@example.org" && letter.recipients == ["ana@example.org"])
        #expect(String(decoding: letter.content, as: UTF8.self).contains("Subject: Test of letters from Reveille"))
        let again = try await Self.send(to: "ana@example.org", by: sink, "--json")
        #expect(again.status == 0 && again.output.contains(#""effect":"sent""#), "\(again)")
        #expect(try sink.letters().count == 2)
    }

    @Test(
        "A letter that the server puts off is not called refused, nor the other way round",
        arguments: [
            ("rcpt-451-4.7.1", 75, "did not take the letter for now: the mail server says: later (451 4.7.1)"),
            ("rcpt-550-5.1.1", 1, "refused the letter: the address takes no mail (550 5.1.1)"),
        ] as [(String, Int32, String)]
    )
    func notTaken(user: String, status: Int32, words: String) async throws {
        let sink = try MailSink(.plain)
        let sent = try await Self.send(to: "\(user)@example.org", by: sink)
        #expect(sent.status == status, "\(sent)")
        #expect(sent.output.isEmpty && sent.errors.contains("127.0.0.1:\(sink.port) \(words)"), "\(sent)")
        #expect(try sink.letters().isEmpty)
    }

    @Test("A server that is not there may take the letter later")
    func nobody() async throws {
        let home = try Home()
        let place = String(home.relay.dropFirst("http://".count))
        let sent = try await Command.run(
            ["mail", "test", "ana@example.org", "--smtp-server", place, "--smtp-security", "none"]
                + ["--smtp-from", "alarm@example.org"],
            in: home
        )
        #expect(sent.status == 75 && sent.errors.contains("\(place) did not take the letter for now"), "\(sent)")
    }
}
