import Testing

@testable import Delivery

@Suite("Reading messages")
struct MIMEEntityTests {
    private static func entity(_ text: String) -> MIMEEntity {
        MIMEEntity(Array(text.utf8)[...])
    }

    @Test("Lines that are folded are one field; what is no field is passed over")
    func fields() {
        let entity = Self.entity("Subject: one\n two\r\n\tthree\nno field\n: none\nTo : a@b\n\nbody\n\nmore")
        #expect(entity["subject"] == "one two\tthree")
        #expect(entity["to"] == "a@b")
        #expect(entity.fields.count == 2)
        #expect(String(decoding: entity.body, as: UTF8.self) == "body\n\nmore")
    }

    @Test(
        "A content type is read with its parameters, quoted or not",
        arguments: [
            ("text/plain", "text/plain", [:]),
            (
                "Multipart/Report; Report-Type=delivery-status;\tboundary=\"a;b\\\"c\"", "multipart/report",
                ["report-type": "delivery-status", "boundary": "a;b\"c"]
            ),
            ("text/html;charset=utf-8;charset=latin1;;=x;y", "text/html", ["charset": "utf-8"]),
            ("multipart/mixed; boundary=\"open", "multipart/mixed", ["boundary": "\"open"]),
        ] as [(String, String, [String: String])]
    )
    func contentType(text: String, name: String, parameters: [String: String]) throws {
        let type = try #require(MIMEContentType(text))
        #expect(type.name == name)
        #expect(type.parameters == parameters)
    }

    @Test("Parts end where the next one begins, at the end mark, or at the end of the message")
    func parts() {
        let head = "Content-Type: multipart/mixed; boundary=x\n\n"
        let whole = Self.entity(head + "preamble\n--x\nA: 1\n\none\n--xy\n--x  \r\n\ntwo\n--x--\nA: 9\n--x\n")
        #expect(whole.parts.map { $0["a"] } == ["1", nil])
        #expect(String(decoding: whole.parts[0].body, as: UTF8.self) == "one\n--xy\n")
        #expect(Self.entity(head + "--x\nA: 1\n\ncut").parts.map { $0["a"] } == ["1"])
        #expect(Self.entity(head + "--x--\nA: 1").parts.isEmpty)
        #expect(Self.entity("Content-Type: text/plain; boundary=x\n\n--x\nA: 1\n").parts.isEmpty)
    }

    @Test("A header has a limit, and what comes after it belongs to no field before it")
    func limit() {
        let many = (1...300).map { "F\($0): \($0)\n folded\n" }.joined()
        let entity = Self.entity(many + "\nbody")
        #expect(entity.fields.count == MIMEEntity.fieldLimit)
        #expect(entity.fields.last?.value == "200 folded")
        #expect(String(decoding: entity.body, as: UTF8.self) == "body")
    }

    @Test(
        "Valid transfer encodings are decoded; invalid ones stay",
        arguments: [
            ("base64", "SGVs\nbG8=\n", "Hello"), ("BASE64", "SGVsbG8", "SGVsbG8"),
            ("quoted-printable", "a=3Db=\nc=\r\nd=zz=", "a=bcd=zz="), ("7bit", "a=3D", "a=3D"),
        ]
    )
    func encoding(name: String, travels: String, means: String) {
        let entity = Self.entity("Content-Transfer-Encoding: \(name)\n\n\(travels)")
        #expect(String(decoding: entity.decodedBody, as: UTF8.self) == means)
    }

    @Test("The letters that the relay writes are read as they were written")
    func own() throws {
        let mail = try OutgoingMail.example(subject: "請留意：阿寶已經四十八小時沒有報平安，請您儘快與他聯絡。")
        let entity = MIMEEntity(try MIMEMessage(mail, from: .relay()).bytes[...])
        #expect(entity["message-id"].flatMap(LetterMessageID.init(messageID:))?.delivery == mail.id)
        #expect(entity.contentType.name == "multipart/alternative")
        #expect(entity.parts.map(\.contentType.name) == ["text/plain", "text/html"])
    }
}
