import CurlClient
import TestSupport
import Testing

@Suite("Handing a message to a mail server")
struct MailTests {
    @Test(
        "A message arrives byte for byte, dots at the beginning of lines included",
        arguments: MailServer.Security.allCases
    )
    func arrives(security: MailServer.Security) async throws {
        let sink = try MailSink(security.mode)
        let text = "Subject: x\r\n\r\n.\r\n..\r\n.dot\r\nline\r\n.\r\n\r\n"
        let reply = try await MailSubmission(to: sink, security: security, text: text).send()
        #expect(reply.isAccepted)
        #expect(reply.code == 250 && reply.enhancedCode == "2.0.0" && reply.text == "taken")
        let letter = try #require(sink.letters().first)
        #expect(String(decoding: letter.content, as: UTF8.self) == text)
        #expect(letter.sender == "relay@example.com")
        #expect(letter.recipients == ["someone@example.com"])
        #expect(letter.client == "relay.example.com")
        #expect(letter.isProtected == (security != .none))
        #expect(try sink.letters().count == 1)
    }

    @Test("A long message arrives whole at any length", arguments: [1, 65_535, 65_536, 500_000])
    func long(count: Int) async throws {
        let sink = try MailSink(.plain)
        let line = String(repeating: "x", count: 70) + "\r\n.\r\n"
        let body = String(repeating: line, count: count / 75 + 1)
        let text = "Subject: x\r\n\r\n" + body
        #expect(try await MailSubmission(to: sink, text: text).send().isAccepted)
        #expect(try sink.letters().first.map { String(decoding: $0.content, as: UTF8.self) } == text)
    }

    @Test("A user who logs in is known to the server")
    func login() async throws {
        let sink = try MailSink(.startTLS, asksForLogin: true)
        var posting = try MailSubmission(to: sink, security: .startTLS)
        posting.server.credentials = MailCredentials(user: MailSink.user, password: "right")
        #expect(try await posting.send().isAccepted)
        #expect(try sink.letters().map(\.user) == [MailSink.user])
    }

    @Test("A password that is wrong is refused as that, and one that is missing when the sender is named")
    func wrongPassword() async throws {
        let sink = try MailSink(.startTLS, asksForLogin: true)
        var posting = try MailSubmission(to: sink, security: .startTLS)
        posting.server.credentials = MailCredentials(user: MailSink.user, password: "wrong")
        let wrong = try await posting.send()
        #expect(wrong.stage == .authentication && wrong.code == 535)
        posting.server.credentials = nil
        let missing = try await posting.send()
        #expect(missing.stage == .sender && missing.code == 530)
        #expect(try sink.letters().isEmpty)
    }

    @Test(
        "A refusal comes with its stage, its codes and its text",
        arguments: [
            ("relay@example.com", "rcpt-550-5.1.1@example.com", MailReply.Phase.recipient, 550, "5.1.1" as String?),
            ("relay@example.com", "rcpt-451@example.com", .recipient, 451, nil),
            ("relay@example.com", "data-554-5.7.1@example.com", .message, 554, "5.7.1"),
            ("relay@example.com", "data-452-4.3.1@example.com", .message, 452, "4.3.1"),
            ("mail-550-5.7.60@example.com", "someone@example.com", .sender, 550, "5.7.60"),
        ]
    )
    func refused(
        sender: String,
        recipient: String,
        stage: MailReply.Phase,
        code: Int,
        enhancedCode: String?
    ) async throws {
        let sink = try MailSink(.plain)
        let reply = try await MailSubmission(to: sink, sender: sender, recipient: recipient).send()
        #expect(!reply.isAccepted)
        #expect(reply.stage == stage && reply.code == code && reply.enhancedCode == enhancedCode)
        #expect(reply.text.hasPrefix("refused: "))
        #expect(try sink.letters().isEmpty)
    }

    @Test("A server that does not know EHLO takes a message all the same")
    func old() async throws {
        let sink = try MailSink(.old)
        #expect(try await MailSubmission(to: sink).send().isAccepted)
        #expect(try sink.letters().count == 1)
    }

    @Test("The greeting of a server that refuses everyone is read as a refusal")
    func closed() async throws {
        let sink = try MailSink(.closed)
        let reply = try await MailSubmission(to: sink).send()
        #expect(reply.stage == .greeting && reply.code == 554 && reply.enhancedCode == "5.3.2")
    }

    @Test("Four messages at once is the most, and all arrive")
    func connections() async throws {
        let sink = try MailSink(.plain)
        let posting = try MailSubmission(to: sink)
        let client = try MailClient(server: posting.server)
        let accepted = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<40 { group.addTask { try await client.send(posting.mail).isAccepted } }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(accepted == 40)
        let letters = try sink.letters()
        #expect(letters.count == 40)
        let most = letters.map(\.atOnce).max() ?? 0
        #expect(most >= 2 && most <= 4)
        await client.shutdown()
    }

    @Test(
        "A server that is slow to answer, or slow to answer QUIT, holds up no other message",
        arguments: ["silent", "stay"]
    )
    func slow(user: String) async throws {
        let sink = try MailSink(.plain)
        let posting = try MailSubmission(to: sink)
        let client = try MailClient(server: posting.server)
        var slow = posting.mail
        slow.recipient = "\(user)@example.com"
        let task = Task { [slow] in try? await client.send(slow) }
        while try sink.letters().isEmpty { try await Task.yieldUnlessCancelled() }
        #expect(try await client.send(posting.mail).isAccepted)
        // The accepted one ends before its QUIT is answered, the other with the client.
        if user == "stay" { #expect(await task.value?.isAccepted == true) }
        await client.shutdown()
        if user == "silent" { #expect(await task.value == nil) }
    }
}
