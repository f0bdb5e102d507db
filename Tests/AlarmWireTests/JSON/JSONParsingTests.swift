import AlarmWire
import Testing

@Suite("A JSON text is read strictly")
struct JSONParsingTests {
    @Test(
        "Valid JSON is read as its value",
        arguments: [
            ("null", JSONValue.null),
            (" \t\r\n true ", true),
            ("-0", .number(JSONNumber(0))),
            ("12", 12),
            (#""""#, ""),
            (#""a\"\\\/\b\f\n\r\t""#, "a\"\\/\u{8}\u{c}\n\r\t"),
            (#""\u00e9\uD83D\uDE00""#, "é😀"),
            ("\"é😀\u{10FFFF}\"", "é😀\u{10FFFF}"),
            ("[]", .array([])),
            ("[1,[ ],{}]", .array([1, .array([]), .object(JSONObject())])),
            (#"{"b":1,"a":2}"#, .object(of: ["b": 1, "a": 2])),
        ]
    )
    func accepts(text: String, value: JSONValue) throws {
        let parsed = try JSONValue(parsing: Array(text.utf8))
        if text == "-0" {
            guard case .number(let number) = parsed else { throw WireError(.missing) }
            #expect(number.int64 == 0 && number.text == "-0")
        } else {
            #expect(parsed == value)
        }
    }

    @Test(
        "Invalid JSON is refused with the fault and its offset",
        arguments: [
            ("", JSONSyntaxError.unexpectedEnd, 0), ("  ", .unexpectedEnd, 2), ("{", .unexpectedEnd, 1),
            (#"{"a""#, .unexpectedEnd, 4), (#"{"a":"#, .unexpectedEnd, 5), (#""abc"#, .unexpectedEnd, 4),
            ("tru", .unexpectedEnd, 3), (#""\"#, .unexpectedEnd, 2), (#""\u12"#, .unexpectedEnd, 5),
            ("[1,]", .unexpectedByte, 3), ("{,}", .unexpectedByte, 1), ("{a:1}", .unexpectedByte, 1),
            (#"{"a":1,}"#, .unexpectedByte, 7), ("[1 2]", .unexpectedByte, 3), ("nul!", .unexpectedByte, 3),
            ("'a'", .unexpectedByte, 0), ("NaN", .unexpectedByte, 0), ("+1", .unexpectedByte, 0),
            ("/**/1", .unexpectedByte, 0), ("1 2", .trailingBytes, 2), ("{}x", .trailingBytes, 2),
            ("\u{FEFF}1", .byteOrderMark, 0), ("01", .invalidNumber, 1), ("-", .invalidNumber, 1),
            ("1.", .invalidNumber, 2), ("1e", .invalidNumber, 2), ("1e+", .invalidNumber, 3), ("-a", .invalidNumber, 1),
            ("\"a\nb\"", .controlCharacter, 2), ("\"\u{0}\"", .controlCharacter, 1),
            (#""\x""#, .invalidEscape, 1), (#""\u12G4""#, .invalidEscape, 5), (#""\U0041""#, .invalidEscape, 1),
            (#""\uD800""#, .loneSurrogate, 1), (#""\uDC00""#, .loneSurrogate, 1),
            (#""\uD800\u0041""#, .loneSurrogate, 1), (#""\uD83Dx""#, .loneSurrogate, 1),
        ]
    )
    func refuses(text: String, fault: JSONSyntaxError, offset: Int) {
        let error = #expect(throws: WireError.self) { try JSONValue(parsing: Array(text.utf8)) }
        #expect(error?.reason == .syntax(fault, offset: offset))
    }

    @Test(
        "Bytes that are not UTF-8 are refused",
        arguments: [
            [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
            [0xE2, 0x82], [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
            [0xF0, 0x9F, 0x98, 0x41],
        ] as [[UInt8]]
    )
    func refusesInvalidUTF8(bytes: [UInt8]) {
        let quote = UInt8(ascii: "\"")
        let error = #expect(throws: WireError.self) { try JSONValue(parsing: [quote] + bytes + [quote]) }
        #expect(error?.reason == .syntax(.invalidUTF8, offset: 1))
    }

    @Test("Eight levels are read, nine are refused")
    func depth() throws {
        let eight = String(repeating: "[", count: 8) + String(repeating: "]", count: 8)
        _ = try JSONValue(parsing: Array(eight.utf8))
        let error = #expect(throws: WireError.self) { try JSONValue(parsing: Array("[\(eight)]".utf8)) }
        #expect(error == WireError(.syntax(.tooDeep, offset: 8), at: "/0/0/0/0/0/0/0/0"))
    }

    @Test("Siblings do not count as depth")
    func siblings() throws {
        let text = "[" + Array(repeating: "[[]]", count: 100).joined(separator: ",") + "]"
        _ = try JSONValue(parsing: Array(text.utf8), limits: JSONLimits(bytes: 8192, depth: 3))
    }

    @Test("A text of the allowed size is read, one byte more is refused unread")
    func size() throws {
        let text = Array("\"\(String(repeating: "a", count: 8190))\"".utf8)
        _ = try JSONValue(parsing: text)
        #expect(throws: WireError(.tooLarge(limit: 8192))) { try JSONValue(parsing: text + [0x20]) }
    }

    @Test(
        "A name that comes twice is refused, however it is spelt",
        arguments: [#"{"x":{"a":1,"a":2}}"#, #"{"x":{"a":1,"\u0061":2}}"#, #"{"x":{"b":0,"a":{},"c":0,"a":[]}}"#]
    )
    func duplicates(text: String) {
        #expect(throws: WireError(.duplicateName, at: "/x/a")) { try JSONValue(parsing: Array(text.utf8)) }
    }

    @Test("A name that comes twice among very many is found", arguments: [0, 15, 16, 17, 499])
    func duplicateAmongMany(repeated: Int) {
        let names = (0..<500).map { "\"n\($0)\":0" } + ["\"n\(repeated)\":0"]
        let text = "{\(names.joined(separator: ","))}"
        #expect(throws: WireError(.duplicateName, at: "/n\(repeated)")) { try JSONValue(parsing: Array(text.utf8)) }
    }

    @Test("Names that only look alike are two names")
    func canonicalEquivalents() throws {
        let value = try JSONValue(parsing: Array("{\"\u{E9}\":1,\"e\u{301}\":2,\"K\":3,\"\u{212A}\":4}".utf8))
        guard case .object(let object) = value else { throw WireError(.missing) }
        #expect(object.members.count == 4)
        #expect(object["K"] == 3)
        #expect(object["e\u{301}"] == 2)
    }

    @Test("A pointer escapes what pointers escape")
    func pointer() {
        let error = #expect(throws: WireError.self) { try JSONValue(parsing: Array(#"{"a/b":{"~":[0,tru]}}"#.utf8)) }
        #expect(error?.pointer == "/a~1b/~0/1")
    }

    @Test(
        "A number is whole only if it is written so and fits",
        arguments: [
            ("0", 0), ("-7", -7), ("9223372036854775807", .max), ("-9223372036854775808", .min),
            ("9223372036854775808", nil), ("1.0", nil), ("1e3", nil), ("123456789012345678901234567890", nil),
        ] as [(String, Int64?)]
    )
    func numbers(text: String, value: Int64?) throws {
        guard case .number(let number) = try JSONValue(parsing: Array(text.utf8)) else { throw WireError(.missing) }
        #expect(number.int64 == value)
        #expect(number.text == text)
    }
}
