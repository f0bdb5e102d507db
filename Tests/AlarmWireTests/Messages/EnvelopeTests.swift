import AlarmCore
import AlarmWire
import Testing

@Suite("The plaintext of a request envelope")
struct EnvelopeTests {
    /// The known answer of PA1, section 3, with its sealed message cut short.
    private static let known =
        #"{"iat":1767225600,"jti":"EBESExQVFhcYGRobHB0eHw","htm":"POST","htu":"/v1/alarms","body":{"type":"alarm_request","#
        + #""id":"AAECAwQFBgcICQoLDA0ODw","toToken":"ICEiIyQlJicoKSorLC0uLw","time":"2026-01-01T07:30:00+01:00","#
        + #""message":"eyJhbGciOiJkaXIifQ..yv66vvrO263eyviI.5YOqOJzp8zX9.Aj-nYn8WHGUGgHRomxCWgw","ttl":600}}"#

    @Test("The known answer is read, and written again byte by byte")
    func knownAnswer() throws {
        let request = try RequestPlaintext(wire: Array(Self.known.utf8))
        #expect(request.issuedAt == (try Instant(iso8601: "2026-01-01T00:00:00Z")))
        #expect(request.method == .post)
        #expect(request.target == "/v1/alarms")
        #expect(String(decoding: request.wire, as: UTF8.self) == Self.known)
        let alarm = try AlarmRequest(json: request.body, at: "/body")
        #expect(alarm.id == AlarmID("AAECAwQFBgcICQoLDA0ODw"))
        #expect(alarm.ttl == .seconds(600))
        #expect(alarm.sound == "default")
        #expect(alarm.time.timestamp == .instant(try Instant(iso8601: "2026-01-01T06:30:00Z")))
    }

    @Test(
        "A request is fresh from 300 s after it was made to 60 s before",
        arguments: [(-60_001, false), (-60_000, true), (0, true), (300_000, true), (300_001, false)] as [(Int64, Bool)]
    )
    func freshness(age: Int64, isFresh: Bool) throws {
        let request = try RequestPlaintext(wire: Array(Self.known.utf8))
        #expect(request.isFresh(at: request.issuedAt + .milliseconds(age)) == isFresh)
    }

    @Test(
        "A time beyond all clocks is stale and does not trap",
        arguments: [
            "9000000000000000", "-9000000000000000", "0", "99999999999",
        ]
    )
    func extremeTimes(iat: String) throws {
        let text = Self.known.replacing("1767225600", with: iat)
        let request = try RequestPlaintext(wire: Array(text.utf8))
        #expect(!request.isFresh(at: try Instant(iso8601: "2026-01-01T00:00:00Z")))
        #expect(!request.isFresh(at: Instant(milliseconds: .max - 1)) || iat.count > 15)
    }

    @Test(
        "A deviation from the protocol is refused by pointer",
        arguments: [
            (#""iat":1767225600"#, #""iat":1767225600.5"#, "/iat"),
            (#""iat":1767225600"#, #""iat":"1767225600""#, "/iat"),
            ("EBESExQVFhcYGRobHB0eHw", "EBESExQVFhcYGRobHB0eHx", "/jti"), ("POST", "post", "/htm"),
            ("POST", "TRACE", "/htm"),
            ("/v1/alarms", "v1/alarms", "/htu"), (#""htm":"POST","#, "", "/htm"), (#""htu""#, #""x":1,"htu""#, "/x"),
            ("POST", "GET", "/body"),
        ]
    )
    func strict(original: String, replacement: String, pointer: String) {
        let text = Self.known.replacing(original, with: replacement, maxReplacements: 1)
        let error = #expect(throws: WireError.self) { try RequestPlaintext(wire: Array(text.utf8)) }
        #expect(error?.pointer == pointer)
    }

    @Test("A body has to be an object", arguments: ["null", "[]", "1", #""{}""#])
    func bodyType(body: String) {
        let text = #"{"iat":1,"jti":"EBESExQVFhcYGRobHB0eHw","htm":"POST","htu":"/","body":\#(body)}"#
        let error = #expect(throws: WireError.self) { try RequestPlaintext(wire: Array(text.utf8)) }
        #expect(error?.pointer == "/body")
    }

    @Test("A key identifier has one spelling")
    func keyID() throws {
        let key = try #require(EnvelopeKeyID("MDEyMzQ1Njc4OTo7PD0-Pw.0"))
        #expect(key.generation == 0)
        #expect(key.description == "MDEyMzQ1Njc4OTo7PD0-Pw.0")
        #expect(EnvelopeKeyID("MDEyMzQ1Njc4OTo7PD0-Pw.999999999")?.generation == 999_999_999)
    }

    @Test(
        "Other spellings of a key identifier are refused",
        arguments: [
            "MDEyMzQ1Njc4OTo7PD0-Pw", "MDEyMzQ1Njc4OTo7PD0-Pw.", "MDEyMzQ1Njc4OTo7PD0-Pw.00",
            "MDEyMzQ1Njc4OTo7PD0-Pw.+1",
            "MDEyMzQ1Njc4OTo7PD0-Pw.-1", "MDEyMzQ1Njc4OTo7PD0-Pw.1.2", "MDEyMzQ1Njc4OTo7PD0-Pw.1234567890", ".0", "a.0",
            "MDEyMzQ1Njc4OTo7PD0-Pw.٣", "MDEyMzQ1Njc4OTo7PD0-Pw==.0", "MDEyMzQ1Njc4OTo7PD0-Px.0",
        ]
    )
    func keyIDs(text: String) {
        #expect(EnvelopeKeyID(text) == nil)
    }

    @Test(
        "Only a text of five parts with an empty second one has the format of a sealed one",
        arguments: [
            ("A..A.A.A", true), ("A.B.A.A.A", false), ("A..A.A", false), ("A..A.A.A.A", false), (".. A.A.A", false),
            ("..A.A.A", false), ("A...A.A", false), ("A..A..A", false), ("A..A.A.", false), ("A..A.A.=", false),
            ("", false),
            ("A..A.A.é", false), ("A..A.A.A\n", false),
        ]
    )
    func sealedShape(text: String, isSealed: Bool) {
        #expect((SealedText(text) != nil) == isSealed)
    }
}
