import AlarmCore
import Testing

@testable import CurlClient

@Suite("Reading a mail server's replies")
struct MailReplyTests {
    private func reply(_ line: String) -> MailReply? { MailReply(line: Array(line.utf8), stage: .recipient) }

    @Test("The last line of a reply is read with its codes and its text")
    func lastLines() {
        #expect(
            reply("550 5.1.1 No such user")
                == .init(stage: .recipient, code: 550, enhancedCode: "5.1.1", text: "No such user")
        )
        #expect(reply("250 ok") == .init(stage: .recipient, code: 250, text: "ok"))
        #expect(reply("250") == .init(stage: .recipient, code: 250))
        #expect(reply("421 ") == .init(stage: .recipient, code: 421))
        #expect(reply("550 5.7.606") == .init(stage: .recipient, code: 550, enhancedCode: "5.7.606"))
    }

    @Test(
        "An enhanced code of another class, or of another form, is text",
        arguments: ["4.1.1 x", "5.1 x", "5.1.1.1 x", "5.a.1 x", "5.1234.1 x", "5..1 x"]
    )
    func noEnhancedCode(text: String) {
        #expect(reply("550 " + text) == .init(stage: .recipient, code: 550, text: text))
    }

    @Test(
        "Any other line is not the last of a reply",
        arguments: ["", "55", "550-5.1.1 more", "5501 x", "150 x", "650 x", "abc", "5é0 x"]
    )
    func otherLines(line: String) {
        #expect(reply(line) == nil)
    }

    @Test("A random line is refused, or read as a reply that it really contains", arguments: 0..<20 as Range<UInt64>)
    func random(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let start = Bool.random(using: &generator) ? Array("550 5.".utf8) : []
            let line = start + generator.bytes(Int.random(in: 0...20, using: &generator))
            guard let reply = MailReply(line: line, stage: .message) else { continue }
            #expect((200...599).contains(reply.code))
            #expect(String(decoding: line, as: UTF8.self).hasPrefix("\(reply.code)"))
            #expect(reply.enhancedCode.map { $0.hasPrefix("\(reply.code / 100).") } ?? true)
        }
    }
}

@Suite("Following a conversation with a mail server")
struct MailProgressTests {
    /// Plays a conversation with a message of three bytes: `>` is a client's line, `<` a server's, `.` the message.
    private func progress(_ conversation: [String]) -> MailProgress {
        var progress = MailProgress(message: Array("abc".utf8))
        for line in conversation {
            let bytes = Array(line.dropFirst().utf8)
            switch line.first {
            case ">": bytes.withUnsafeBytes { progress.said($0) }
            case "<": bytes.withUnsafeBytes { progress.heard($0) }
            default:
                var buffer = [UInt8](repeating: 0, count: 2)
                while buffer.withUnsafeMutableBytes({ progress.give($0) }) > 0 {}
            }
        }
        return progress
    }

    private static let opening = [
        "<220 hello\r\n", ">EHLO x\r\n", "<250-hello\r\n", "<250 SIZE\r\n", ">MAIL FROM:<a@b.c>\r\n", "<250 ok\r\n",
        ">RCPT TO:<d@e.f>\r\n", "<250 ok\r\n", ">DATA\r\n", "<354 go on\r\n",
    ]

    @Test("Only a positive reply after the whole message is an acceptance")
    func acceptance() {
        for count in 0...Self.opening.count {
            #expect(progress(Array(Self.opening.prefix(count))).verdict == nil, "\(count)")
        }
        let handedOver = progress(Self.opening + ["."])
        #expect(handedOver.isHandedOver && handedOver.verdict == nil)
        let accepted = progress(
            Self.opening + [".", "<250-2.0.0 soon\r\n", "<250 2.0.0 taken\r\n", ">QUIT\r\n", "<221 bye\r\n"]
        )
        #expect(accepted.verdict?.isAccepted == true)
    }

    @Test(
        "A refusal is of the command before it",
        arguments: [(1, MailReply.Phase.greeting), (4, .sender), (6, .recipient), (8, .message)]
    )
    func refusal(index: Int, stage: MailReply.Phase) {
        let refused = progress(
            Self.opening.prefix(index + 1).dropLast()
                + (index == 1 ? ["<554 no\r\n"] : [Self.opening[index], "<550 no\r\n"])
        )
        #expect(refused.verdict?.stage == stage)
        #expect(!refused.isHandedOver)
    }

    @Test("A response to a challenge is no command, even if it looks like one")
    func challenge() {
        let refused = progress([
            ">AUTH LOGIN\r\n", "<334 VXNlcm5hbWU6\r\n", ">MAIL\r\n", "<334 UGFzc3dvcmQ6\r\n", ">DATA\r\n",
            "<535 no\r\n",
        ])
        #expect(refused.verdict?.stage == .authentication && refused.verdict?.code == 535)
    }

    @Test("The reply to QUIT changes nothing", arguments: ["<221 bye\r\n", "<421 too slow\r\n"])
    func goodbye(answer: String) {
        let accepted = progress(Self.opening + [".", "<250 taken\r\n", ">QUIT\r\n", answer])
        #expect(accepted.verdict?.isAccepted == true && accepted.isDecided)
        let refused = progress(Self.opening.prefix(7) + ["<550 5.1.1 no\r\n", ">QUIT\r\n", answer])
        #expect(refused.verdict?.code == 550 && refused.verdict?.stage == .recipient)
    }

    @Test("A server that knows no EHLO has not refused the message yet")
    func helo() {
        let refused = progress(["<220 hello\r\n", ">EHLO x\r\n", "<502 what?\r\n"])
        #expect(refused.verdict?.code == 502 && !refused.isDecided)
        let greeted = progress(["<220 hello\r\n", ">EHLO x\r\n", "<502 what?\r\n", ">HELO x\r\n", "<250 hello\r\n"])
        #expect(greeted.verdict == nil)
    }
}
