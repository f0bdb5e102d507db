import AlarmCore
import CurlClient
import Testing

@testable import Delivery

@Suite("What a mail server's final reply means")
struct MailDispositionTests {
    @Test(
        "A reply about the relay costs no letter",
        arguments: [
            MailReply(stage: .greeting, code: 554), MailReply(stage: .greeting, code: 550, enhancedCode: "5.7.1"),
            MailReply(stage: .authentication, code: 535, enhancedCode: "5.7.8"),
            MailReply(stage: .authentication, code: 534), MailReply(stage: .authentication, code: 504),
            MailReply(stage: .sender, code: 530, enhancedCode: "5.7.0"), MailReply(stage: .sender, code: 550),
            MailReply(stage: .sender, code: 553, enhancedCode: "5.1.8"), MailReply(stage: .recipient, code: 530),
            MailReply(stage: .recipient, code: 554, enhancedCode: "5.7.1"),
            MailReply(stage: .recipient, code: 550, enhancedCode: "5.1.8"),
            MailReply(stage: .message, code: 550, enhancedCode: "5.7.26"),
        ]
    )
    func relay(reply: MailReply) {
        guard case .operatorMustAct = reply.disposition, case .retry(_, _, indeterminate: false) = reply.outcome else {
            Issue.record("the letter is lost: \(reply.disposition)")
            return
        }
    }

    @Test(
        "A reply about the address or the letter ends it",
        arguments: [
            MailReply(stage: .recipient, code: 550), MailReply(stage: .recipient, code: 551),
            MailReply(stage: .recipient, code: 553), MailReply(stage: .recipient, code: 554),
            MailReply(stage: .recipient, code: 550, enhancedCode: "5.1.1"),
            MailReply(stage: .recipient, code: 550, enhancedCode: "5.1.10"),
            MailReply(stage: .recipient, code: 550, enhancedCode: "5.2.1"),
            MailReply(stage: .recipient, code: 501, enhancedCode: "5.5.4"),
            MailReply(stage: .sender, code: 552, enhancedCode: "5.3.4"), MailReply(stage: .message, code: 552),
            MailReply(stage: .message, code: 554), MailReply(stage: .recipient, code: 552, enhancedCode: "5.2.3"),
        ]
    )
    func letter(reply: MailReply) {
        guard case .reject = reply.disposition, case .rejected = reply.outcome else {
            Issue.record("the letter goes on: \(reply.disposition)")
            return
        }
    }

    @Test(
        "A reply about a temporary condition makes the letter wait for a retry",
        arguments: [
            (MailReply(stage: .recipient, code: 450), Span.minutes(1)),
            (MailReply(stage: .recipient, code: 451, enhancedCode: "4.7.1"), .minutes(1)),
            (MailReply(stage: .greeting, code: 421), .seconds(30)),
            (MailReply(stage: .message, code: 452), .minutes(5)),
            (MailReply(stage: .recipient, code: 450, enhancedCode: "4.2.2"), .minutes(5)),
            (MailReply(stage: .recipient, code: 552), .minutes(5)),
            (MailReply(stage: .recipient, code: 552, enhancedCode: "5.2.2"), .minutes(5)),
            (MailReply(stage: .authentication, code: 454, enhancedCode: "4.7.0"), .minutes(1)),
        ]
    )
    func moment(reply: MailReply, wait: Span) {
        #expect(reply.disposition == .retry(after: wait))
    }

    @Test("A server's text never reaches an outcome")
    func text() {
        for code in [250, 354, 421, 450, 535, 550, 552, 554] {
            for stage in [MailReply.Phase.greeting, .authentication, .sender, .recipient, .message] {
                let reply = MailReply(stage: stage, code: code, enhancedCode: nil, text: "ana@example.com")
                #expect(!"\(reply.outcome)".contains("ana"))
            }
        }
    }
}
