import AlarmCore
import Foundation
import Testing

@testable import Delivery

@Suite("Reports on letters")
struct DeliveryReportTests {
    private static let name = LetterMessageID(
        delivery: DeliveryID(high: 0x5000, low: 0x8000_0000_0000_0001),
        alarm: AlarmID(high: 0x7000, low: 0x8000_0000_0000_0002)
    )

    private static let messageID = name.messageID(at: "mail.example.org")

    @Test(
        "A report is read with any line ends, with or without an envelope line, and with the letter or its header alone"
    )
    func reading() throws {
        let id = Self.messageID
        for original in ["message/rfc822", "text/rfc822-headers; charset=us-ascii", "MESSAGE/RFC822"] {
            for lineEnd in ["\r\n", "\n"] {
                let bytes = exampleReport(messageID: id, original: original, lineEnd: lineEnd)
                let report = try DeliveryReport(reading: bytes)
                #expect(report == DeliveryReport(letter: Self.name, action: .failed, status: "4.0.0"))
                let piped = Array("From MAILER-DAEMON Thu Jul  7 17:16:05 1994\n".utf8) + bytes
                #expect(try DeliveryReport(reading: piped) == report)
            }
        }
    }

    @Test(
        "A report's status code means the same as in a reply to the letter's submission",
        arguments: [
            (
                "failed", "5.1.1",
                DeliveryOutcome.rejected(reason: "the letter came back: the address takes no mail (5.1.1)")
            ),
            (
                "Failed", "5.7.1 (policy)",
                .rejected(
                    reason: """
                        the letter came back: the mail server does not pass on the relay's letters (5.7.1)
                        """
                )
            ),
            (
                "failed", "5.3.4",
                .rejected(reason: "the letter came back: the letter is too large for the mail server (5.3.4)")
            ),
            (
                "failed", "5.2.2",
                .retry(
                    after: .hours(1),
                    reason: .other("the letter came back (5.2.2)", concernsChannel: false),
                    indeterminate: false
                )
            ),
            (
                "failed", "4.4.7",
                .retry(
                    after: .hours(1),
                    reason: .other("the letter came back (4.4.7)", concernsChannel: false),
                    indeterminate: false
                )
            ),
            ("failed", "nonsense", .rejected(reason: "the letter came back: the mail server refuses the address")),
            ("delayed", "4.4.7", nil), ("delivered", "2.0.0", nil), ("relayed", "2.0.0", nil),
            ("expanded", "2.0.0", nil),
        ] as [(String, String, DeliveryOutcome?)]
    )
    func outcome(action: String, status: String, outcome: DeliveryOutcome?) throws {
        let bytes = exampleReport(messageID: Self.messageID, action: action, status: status)
        #expect(try DeliveryReport(reading: bytes).outcome == outcome)
    }

    @Test(
        "Of several forwarding addresses one delivery is enough, and a pending one is waited for"
    )
    func several() throws {
        let text = String(
            decoding: exampleReport(messageID: Self.messageID, status: "5.1.1", lineEnd: "\n"),
            as: UTF8.self
        )
        for (action, expected) in [
            ("delivered", DeliveryReport.Action.delivered), ("delayed", .delayed), ("failed", .failed),
        ] {
            let other =
                "Final-Recipient: rfc822;a@example.org\nAction: \(action) (as far as we know)\nStatus: 2.0.0\n\n"
            let several = text.replacing("Original-Recipient:", with: other + "Original-Recipient:")
            #expect(try DeliveryReport(reading: Array(several.utf8)).action == expected)
        }
    }

    @Test("Reports of real mail systems are read: with comments, footers, encodings, blank lines, private fields")
    func habits() throws {
        let expected = DeliveryReport(letter: Self.name, action: .failed, status: "5.1.1")
        let text = String(
            decoding: exampleReport(messageID: Self.messageID, status: "5.1.1", lineEnd: "\n"),
            as: UTF8.self
        )
        func encoded(_ head: String, by encode: (String) -> String) throws -> String {
            let start = try #require(text.firstRange(of: head)).upperBound
            let end = try #require(text[start...].firstRange(of: "\n--RAA")).lowerBound
            return text.replacing(text[start..<end], with: encode(String(text[start..<end])))
        }
        let (status, original) = ("content-type: message/delivery-status\n\n", "content-type: message/rfc822\n\n")
        let base64 = "content-transfer-encoding: base64\n"
        let inMixed = """
            Subject: Undelivered
            Content-Type: multipart/mixed; boundary=outer

            --outer
            \(text)
            --outer
            Content-Type: text/plain

            This message was checked.
            --outer--
            """
        let variants = [
            text.replacing("Action: failed", with: "Action: failed (really)"),
            text.replacing("multipart/report;", with: "multipart/report (RFC 6522) ;"),
            text.replacing(status, with: "content-type: message/global-delivery-status\n\n"),
            text.replacing(original, with: original + "\n\n"),
            "\n\n" + text,
            text.replacing(
                "Message-ID: \(Self.messageID)",
                with: """
                    Message-ID: <0102018c@eu-west-1.amazonses.com>
                    X-Reveille-Letter: \(Self.name.text)
                    """
            ),
            inMixed,
            try encoded(status) { Data($0.utf8).base64EncodedString() }
                .replacing(status, with: status.dropLast() + base64 + "\n"),
            try encoded(original) { $0.replacing("=", with: "=3D").replacing("Message-ID", with: "Mess=\nage=2DID") }
                .replacing(original, with: original.dropLast() + "Content-Transfer-Encoding: Quoted-Printable\n\n"),
        ]
        for variant in variants { #expect(try DeliveryReport(reading: Array(variant.utf8)) == expected, "\(variant)") }
    }

    @Test("Messages of other kinds, incomplete reports, and reports on others' letters say what they are")
    func others() throws {
        let id = Self.messageID
        let text = String(decoding: exampleReport(messageID: id, lineEnd: "\n"), as: UTF8.self)
        let cases: [(String, DeliveryReport.Fault)] = [
            ("", .other), ("Subject: I am away until Monday\n\nYours, Ben\n", .other),
            (text.replacing("multipart/report", with: "multipart/mixed"), .other),
            (text.replacing("report-type=delivery-status;", with: "report-type=disposition-notification;"), .other),
            (text.replacing("Action: failed", with: "Action: forgotten"), .incomplete),
            (text.replacing("message/delivery-status", with: "text/plain"), .incomplete),
            (text.replacing("message/rfc822", with: "text/plain"), .foreign),
            (text.replacing(id, with: "<199407072116.RAA14128@CS.UTK.EDU>"), .foreign),
            (text.replacing("Message-ID:", with: "X-Message-ID:"), .foreign),
        ]
        for (message, fault) in cases {
            #expect(throws: fault) { try DeliveryReport(reading: Array(message.utf8)) }
        }
    }

    @Test("A letter's name is read from its Message-ID with any domain, and from no other text")
    func name() throws {
        let id = Self.messageID
        #expect(LetterMessageID(messageID: id) == Self.name)
        #expect(LetterMessageID(messageID: id.replacing("mail.example.org", with: "elsewhere.example")) == Self.name)
        for text in [
            "", "<", "<>", "<@>", "<a.b@c>", String(id.dropFirst()), String(id.dropLast()), id.replacing(".", with: ""),
        ] {
            #expect(LetterMessageID(messageID: text) == nil, "\(text)")
        }
    }

    @Test("Any damaged report is read or refused", arguments: 0..<200)
    func damaged(seed: Int) throws {
        var chance = SeededGenerator(seed: UInt64(seed))
        var bytes = exampleReport(messageID: Self.messageID, lineEnd: seed.isMultiple(of: 2) ? "\n" : "\r\n")
        for _ in 0..<Int.random(in: 1...20, using: &chance) {
            let place = Int.random(in: bytes.indices, using: &chance)
            switch Int.random(in: 0..<3, using: &chance) {
            case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &chance)
            case 1: bytes.removeSubrange(place..<min(place + 40, bytes.count))
            default: bytes.insert(contentsOf: bytes[..<place].suffix(60), at: place)
            }
            guard !bytes.isEmpty else { break }
        }
        do throws(DeliveryReport.Fault) {
            let report = try DeliveryReport(reading: bytes)
            let id = report.letter.messageID(at: "mail.example.org")
            #expect(LetterMessageID(messageID: id) == report.letter)
        } catch {
            // An error about another kind of message than the damaged one would be misleading.
            #expect([.other, .incomplete, .foreign].contains(error))
        }
    }
}
