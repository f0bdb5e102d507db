import AlarmCore
import TestSupport
import Testing

@testable import Delivery

@Suite("Writing letters")
struct MIMEMessageTests {
    private static let expectedHeaders = [
        "Date", "From", "To", "Subject", "Message-ID", "X-Reveille-Letter", "Auto-Submitted",
        "X-Auto-Response-Suppress", "Content-Language", "MIME-Version", "Content-Type",
    ]

    @Test("A letter in English is legible as it travels")
    func english() throws {
        let text = String(decoding: try MIMEMessage(.example(name: "Ana"), from: .relay()).bytes, as: UTF8.self)
        let expected = """
            Date: Thu, 01 Jan 2026 00:00:00 +0000
            From: Reveille <relay@mail.example.org>
            To: Ana <ana@example.com>
            Subject: Please look after Bo
            Message-ID: <AAAAAAAAUACAAAAAAAAAAQ.AAAAAAAAcACAAAAAAAAAAQ@mail.example.org>
            X-Reveille-Letter: AAAAAAAAUACAAAAAAAAAAQ.AAAAAAAAcACAAAAAAAAAAQ
            Auto-Submitted: auto-generated
            X-Auto-Response-Suppress: All
            Content-Language: en
            MIME-Version: 1.0
            Content-Type: multipart/alternative;
             boundary="=_00000000-0000-5000-8000-000000000001"

            --=_00000000-0000-5000-8000-000000000001
            Content-Type: text/plain; charset=utf-8
            Content-Transfer-Encoding: quoted-printable

            Bo has not checked in.

            --=_00000000-0000-5000-8000-000000000001
            Content-Type: text/html; charset=utf-8
            Content-Transfer-Encoding: quoted-printable

            <p>Bo has not checked in.</p>=

            --=_00000000-0000-5000-8000-000000000001--

            """
        #expect(text == expected.replacing("\n", with: "\r\n"))
    }

    @Test("A letter in Chinese is read as it was written, and travels in base64")
    func chinese() throws {
        let subject = "請留意：阿寶已經四十八小時沒有報平安，請您儘快與他聯絡，並確認他是否安好。"
        let body = String(repeating: "請您儘快與他聯絡。\n", count: 40)
        let mail = try OutgoingMail.example(name: "陳大文", subject: subject, text: body, html: "<p>\(body)</p>")
        let bytes = try MIMEMessage(mail, from: .relay(name: "起床號")).bytes
        let read = try #require(ReadLetter.read([bytes]).first)
        #expect(read.header("Subject") == subject)
        #expect(read.from == [ReadLetter.Person(name: "起床號", address: "relay@mail.example.org")])
        #expect(read.to == [ReadLetter.Person(name: "陳大文", address: "ana@example.com")])
        #expect(read.text == body && read.html == "<p>\(body)</p>")
        #expect(read.defects.isEmpty)
        #expect(String(decoding: bytes, as: UTF8.self).contains("Content-Transfer-Encoding: base64"))
        #expect(lines(bytes).allSatisfy { $0.count <= 76 })
    }

    @Test("A letter that follows another and can be stopped says so")
    func following() throws {
        var mail = try OutgoingMail.example(id: 2)
        mail.inReplyTo = DeliveryID(high: 0x5000, low: 0x8000_0000_0000_0001)
        mail.unsubscribe = "https://relay.example.org/u/abc?x=1&y=2"
        mail.isAutomatic = false
        let read = try #require(ReadLetter.read([MIMEMessage(mail, from: .relay()).bytes]).first)
        #expect(read.header("In-Reply-To") == "<AAAAAAAAUACAAAAAAAAAAQ.AAAAAAAAcACAAAAAAAAAAQ@mail.example.org>")
        #expect(read.header("References") == read.header("In-Reply-To"))
        #expect(read.header("List-Unsubscribe") == "<https://relay.example.org/u/abc?x=1&y=2>")
        #expect(read.header("List-Unsubscribe-Post") == "List-Unsubscribe=One-Click")
        #expect(read.header("Auto-Submitted") == "")
        #expect(read.defects.isEmpty)
    }

    @Test("One click is promised only where it can be kept: over https")
    func plainUnsubscribe() throws {
        var mail = try OutgoingMail.example()
        mail.unsubscribe = "http://localhost:8080/u/abc"
        let read = try #require(ReadLetter.read([MIMEMessage(mail, from: .relay()).bytes]).first)
        #expect(read.header("List-Unsubscribe") == "<http://localhost:8080/u/abc>")
        #expect(read.header("List-Unsubscribe-Post") == "")
    }

    @Test(
        "A link or a language that could smuggle in another line is refused",
        arguments: [
            "https://x/\r\nBcc: a@b.co", "https://x/> , <mailto:a@b.co", "mailto:a@b.co", "", "https://x/é",
            "https://x/ y",
        ]
    )
    func refused(value: String) throws {
        var mail = try OutgoingMail.example()
        mail.unsubscribe = value
        #expect(throws: MIMEMessage.Fault.unsubscribe) { try MIMEMessage(mail, from: .relay()) }
        mail.unsubscribe = nil
        mail.language = value
        #expect(throws: MIMEMessage.Fault.language) { try MIMEMessage(mail, from: .relay()) }
    }

    @Test("With any texts the letter has its own header lines and no others, and is read as it was written")
    func random() throws {
        let seed: UInt64 = 20_260_101
        var generator = SeededGenerator(seed: seed)
        let sender = try Mailbox.relay(name: "Réveille, \"the\" relay")
        let mails = try (0..<400).map { _ in
            try OutgoingMail.example(
                name: Self.text(&generator, upTo: 12),
                subject: Self.text(&generator, upTo: 30),
                text: Self.text(&generator, upTo: 60),
                html: Self.text(&generator, upTo: 60)
            )
        }
        let letters = try mails.map { try MIMEMessage($0, from: sender).bytes }
        for (index, (mail, read)) in zip(mails, try ReadLetter.read(letters)).enumerated() {
            let name = Comment("seed \(seed), letter \(index)")
            let subject = HeaderText.cleaned(mail.subject)
            #expect(
                read.headers.map { $0[0] } == Self.expectedHeaders.filter { $0 != "Subject" || subject != "" },
                name
            )
            #expect(read.header("Subject") == subject, name)
            #expect(
                read.to.map(\.address) == ["ana@example.com"] && read.from.map(\.address) == [sender.address.text],
                name
            )
            #expect(Self.isSame(read.to[0].name, mail.recipient.name), name)
            #expect(Self.isSame(read.from[0].name, sender.name), name)
            #expect(read.text == Self.canonical(mail.text), name)
            #expect(read.html == Self.canonical(mail.html), name)
            #expect(read.defects.isEmpty, name)
            let lines = lines(letters[index])
            #expect(lines.allSatisfy { $0.count <= 76 && !$0.contains(0x0A) && !$0.contains(0x0D) }, name)
            #expect(
                lines.allSatisfy {
                    $0.allSatisfy { $0 >= 0x20 && $0 < 0x7F || $0 == 0x09 } && $0.first != UInt8(ascii: ".")
                },
                name
            )
        }
    }

    @Test("An encoded word never tears a character apart")
    func encodedWords() throws {
        let family = "👨‍👩‍👧‍👦"
        for count in 1...20 {
            let text = String(repeating: "x", count: count) + String(repeating: family + "é字", count: 5)
            for word in HeaderText.words(text) {
                #expect(word.hasPrefix("=?UTF-8?B?") && word.hasSuffix("?=") && word.utf8.count <= 75)
                let bytes = try #require(Base64.decode(String(word.dropFirst(10).dropLast(2))))
                let part = try #require(String(validating: bytes, as: UTF8.self))
                #expect(text.contains(part))
                #expect(part.unicodeScalars.first != "\u{200D}")
            }
        }
    }

    @Test(
        "Dates are written in English and in UTC",
        arguments: [
            (0, "Thu, 01 Jan 1970 00:00:00 +0000"), (-1, "Wed, 31 Dec 1969 23:59:59 +0000"),
            (951_782_399, "Mon, 28 Feb 2000 23:59:59 +0000"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 +0000"),
            (1_786_000_001, "Thu, 06 Aug 2026 07:06:41 +0000"), (Int64.max, "Fri, 31 Dec 9999 23:59:59 +0000"),
            (Int64.min, "Mon, 01 Jan 1900 00:00:00 +0000"),
        ]
    )
    func dates(seconds: Int64, text: String) {
        #expect(MailDate.words(Instant(seconds: seconds)).joined(separator: " ") == text)
    }

    private func lines(_ bytes: [UInt8]) -> [[UInt8]] {
        String(decoding: bytes, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
            .map { Array($0.utf8) }
    }

    /// Whether two names differ only in white space.
    ///
    /// Python joins it, and keeps that between two encoded words, which RFC 2047, section 6.2, wants dropped.
    private static func isSame(_ read: String, _ written: String) -> Bool {
        read.filter { !$0.isWhitespace } == written.filter { !$0.isWhitespace }
    }

    private static func canonical(_ text: String) -> String {
        String(
            decoding: text.replacing("\r\n", with: "\n").unicodeScalars.map { $0 == "\r" ? "\n" : $0 }
                .reduce(into: "") { $0.unicodeScalars.append($1) }.utf8,
            as: UTF8.self
        )
    }

    /// A text made of pieces that have broken headers and bodies in the past.
    private static func text(_ generator: inout SeededGenerator, upTo count: Int) -> String {
        let pieces = [
            "a", "word", " ", "  ", "\r\n", "\n", "\r", "\t", "\r\nBcc: x@y.z\r\n", "\r\n\r\n<b>", "=?UTF-8?Q?=41?=",
            "=",
            "\"", "\\", "<x@y.z>", ",", ";", ":", "(", ")", "@", ".", "\n.\n", "From ", "é", "字", "阿寶", "👨‍👩‍👧‍👦", "🇹🇼",
            "e\u{301}",
            "\u{0}", "\u{1B}", "\u{7F}", "\u{85}", "\u{2028}", "\u{2029}", "\u{A0}", "\u{200B}", "\u{202E}", "--=_",
            String(repeating: "x", count: 100), String(repeating: "漢", count: 50),
        ]
        return (0..<Int.random(in: 0...count, using: &generator))
            .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
    }
}
