import Testing

@testable import Wording

@Suite("Why a message was not sent, in the reader's language")
struct ReasonTextTests {
    @Test("The relay's own words are translated, and English stays as it is")
    func own() {
        #expect(ReasonText.words("no connection", in: .traditionalChinese) == "無法連線")
        #expect(ReasonText.words("no connection", in: .simplifiedChinese) == "无法连接")
        #expect(ReasonText.words("no connection", in: .english) == "no connection")
        #expect(
            ReasonText.words("the mail server refuses the letter (550 5.7.1)", in: .english)
                == "the mail server refuses the letter (550 5.7.1)"
        )
    }

    @Test("What a server or a library adds stays behind the relay's words")
    func added() {
        let cases = [
            ("the mail server refuses the letter (550 5.7.1)", "邮件服务器拒绝了邮件（550 5.7.1）"),
            ("Twilio refuses the account's key (HTTP 401, Twilio 20003)", "Twilio 不接受账号的密钥（HTTP 401, Twilio 20003）"),
            ("no connection: Could not connect to server", "无法连接（Could not connect to server）"),
            ("HTTP 302: redirects are not followed", "不跟随重定向（HTTP 302）"),
            ("the letter came back (4.4.1)", "邮件被退回（4.4.1）"),
        ]
        for (reason, words) in cases { #expect(ReasonText.words(reason, in: .simplifiedChinese) == words) }
        let policy = "the mail server's policy refuses the letter: look at SPF, DKIM, DMARC and its logs (554)"
        #expect(ReasonText.words(policy, in: .simplifiedChinese).hasPrefix("邮件服务器按政策拒绝了邮件"))
    }

    @Test("Somebody who runs no server reads what happened, without the words of libraries and codes")
    func plain() {
        let cases = [
            ("no connection: Failed to connect to 127.0.0.1 port 25 after 0 ms", "the server cannot be reached"),
            (
                "the connection failed after the request was sent: response reading failed (errno: 115)",
                "no answer came from the server"
            ),
            (
                "the connection failed after the request was sent (response reading failed (errno: 115))",
                "no answer came from the server"
            ),
            ("the address takes no mail (550 5.1.1)", "the address takes no mail"),
            ("no mail server is configured", "no mail server is configured"), ("HTTP 503", "HTTP 503"), ("( (", "( ("),
        ]
        for (reason, words) in cases { #expect(ReasonText.plain(reason, in: .english) == words) }
        #expect(ReasonText.plain("no connection: refused", in: .traditionalChinese) == "伺服器連不上")
    }

    @Test(
        "Words that are not the relay's stay",
        arguments: ["HTTP 503", "Mailbox full (try later)", "BadDeviceToken", "", ": ", "( (", ")"]
    )
    func others(reason: String) {
        #expect(ReasonText.words(reason, in: .traditionalChinese) == reason)
    }

    @Test("No two of them are the same in English, by which they are found")
    func distinct() {
        let keys = TextKey.allCases.filter { $0.rawValue.hasPrefix("reason.") }
        #expect(keys.count > 70)
        #expect(Set(keys.map { Language.english.phrase($0).text }).count == keys.count)
    }
}
