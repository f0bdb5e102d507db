import Foundation
import TestSupport
import Testing

@Suite("Letters that come back, with a real mail server", .timeLimit(.minutes(10)))
struct BounceTests {
    @Test("A report that the mail server pipes in is shown with the contact, by a relay that runs meanwhile")
    func bounce() async throws {
        let home = try Home()
        let sink = try MailSink(.plain)
        let relay = try await home.serve([
            "--smtp-server", "127.0.0.1:\(sink.port)", "--smtp-security", "none", "--smtp-from", "alarm@example.org",
            "--smtp-return-path", "returned@example.org",
        ])
        _ = try await Command.run(["checkin", "plan", "--name", "Ana"], in: home)
        let added = try await Command.run(["contacts", "add", "Ben", "--email", "ben@example.org"], in: home)
        #expect(added.status == 0, "\(added.errors)")
        var letter: MailSink.ReceivedLetter?
        while letter == nil {
            letter = try sink.letters().first
            try await Task.sleep(for: .milliseconds(20))
        }
        let sent = try #require(letter)
        #expect(sent.sender == "returned@example.org")

        let report = home.folder.appending(path: "report")
        try Self.report(on: sent, status: "5.1.1").write(to: report)
        var taken = try await bounce(report, in: home, "--json")
        while taken.status == 75 {
            #expect(taken.words.contains("not done with the letter yet"), "\(taken.words)")
            taken = try await bounce(report, in: home, "--json")
        }
        #expect(taken.status == 0 && taken.words.contains(#""effect":"given-up""#), "\(taken.words)")
        let list = try await Command.run(["contacts", "list"], in: home)
        #expect(list.output.contains("Ben was not reached by e-mail"), "\(list.output)")
        #expect(list.output.contains(": the letter came back\n"), "\(list.output)")
        let told = try await Command.run(["contacts", "list", "--json"], in: home)
        #expect(told.output.contains("the address takes no mail (5.1.1)"), "for whoever runs the mail server")

        let again = try await bounce(report, in: home)
        #expect(again.status == 0 && again.words.contains("That was known before"), "\(again.words)")
        try Data("Subject: I am away\n\nUntil Monday.\n".utf8).write(to: report)
        let other = try await bounce(report, in: home)
        #expect(other.status == 0 && other.words.contains("passed over: it is no delivery status notification"))
        relay.interrupt()
        #expect(try await relay.outcome().status == 0)
    }

    @Test("Without a database none is made, and the error names the flags for one")
    func nowhere() async throws {
        let home = try Home()
        let report = home.folder.appending(path: "report")
        try Self.report(on: nil, status: "5.1.1").write(to: report)
        let said = try await bounce(report, in: home)
        #expect(said.status == 75, "the mail server keeps the report until somebody has seen to it")
        #expect(said.words.contains("there is no database at"), "\(said.words)")
        #expect(!FileManager.default.fileExists(atPath: home.folder.appending(path: ".local").path))
    }

    /// Pipes a message to the command and returns its outcome.
    private func bounce(
        _ message: URL,
        in home: Home,
        _ flags: String...
    ) async throws -> (status: Int32, words: String) {
        let command = try Command(["bounce"] + flags, in: home)
        try command.type(String(contentsOf: message, encoding: .utf8))
        command.endInput()
        let outcome = try await command.outcome()
        return (outcome.status, outcome.output + outcome.errors)
    }

    /// A mail server's delivery report about a letter.
    private static func report(on letter: MailSink.ReceivedLetter?, status: String) -> Data {
        let id = String(repeating: "A", count: 22)
        let original =
            letter.map { String(decoding: $0.content, as: UTF8.self) } ?? "Message-ID: <\(id).\(id)@example.org>\n\n"
        return Data(
            """
            From MAILER-DAEMON Sun Nov 22 11:00:00 2026
            From: MAILER-DAEMON@example.org
            To: returned@example.org
            MIME-Version: 1.0
            Content-Type: multipart/report; report-type=delivery-status; boundary="=_report"

            --=_report
            Content-Type: text/plain

            I am sorry to tell you that your message could not be delivered.

            --=_report
            Content-Type: message/delivery-status

            Reporting-MTA: dns; mail.example.org

            Final-Recipient: rfc822; ben@example.org
            Action: failed
            Status: \(status)

            --=_report
            Content-Type: message/rfc822

            \(original)
            --=_report--

            """.utf8
        )
    }
}
