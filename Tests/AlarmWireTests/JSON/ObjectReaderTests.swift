import AlarmCore
import AlarmWire
import Testing

@Suite("Objects are read with errors that name the pointer")
struct ObjectReaderTests {
    private func reader(_ text: String) throws -> ObjectReader {
        try ObjectReader(JSONValue(parsing: Array(text.utf8)), at: "/body")
    }

    @Test("An unknown member is reported by its pointer")
    func unknownName() throws {
        var object = try reader(#"{"a":1,"b/c":2}"#)
        _ = try object.integer("a", in: 0...1)
        #expect(throws: WireError(.unknownName, at: "/body/b~1c")) { try object.finish() }
    }

    @Test("Known members leave no error")
    func finish() throws {
        var object = try reader(#"{"a":true,"b":"x"}"#)
        #expect(try object.bool("a"))
        #expect(try object.optionalString("b") == "x")
        #expect(try object.optionalString("c") == nil)
        try object.finish()
    }

    @Test("A member that is needed is reported as missing")
    func missing() throws {
        var object = try reader("{}")
        #expect(throws: WireError(.missing, at: "/body/a")) { try object.string("a") }
    }

    @Test("Null does not stand for absent")
    func null() throws {
        var object = try reader(#"{"a":null}"#)
        #expect(throws: WireError(.wrongType(expected: .string, found: .null), at: "/body/a")) {
            try object.optionalString("a")
        }
    }

    @Test(
        "A number outside its range, or not whole, is refused with the range",
        arguments: ["0", "11", "1.5", "1e1", "99999999999999999999"]
    )
    func range(number: String) throws {
        var object = try reader("{\"a\":\(number)}")
        #expect(throws: WireError(.outOfRange(1...10), at: "/body/a")) { try object.integer("a", in: 1...10) }
    }

    @Test(
        "Identifiers and bytes have one spelling",
        arguments: [
            "AAECAwQFBgcICQoLDA0ODw==", "AAECAwQFBgcICQoLDA0OD", "AAECAwQFBgcICQoLDA0ODx", "AAECAwQFBgcICQoLDA0OD/", "",
        ]
    )
    func identifiers(text: String) throws {
        var object = try reader("{\"a\":\"\(text)\"}")
        #expect(throws: WireError.self) { try object.identifier("a", of: AlarmTag.self) }
        #expect(throws: WireError.self) { try object.bytes("a", count: 16) }
    }

    @Test("A value that is no object is refused")
    func noObject() {
        #expect(throws: WireError(.wrongType(expected: .object, found: .array), at: "/x")) {
            try ObjectReader(.array([]), at: "/x")
        }
        #expect(throws: WireError(.missing, at: "/body")) { try ObjectReader(nil, at: "/body") }
    }

    @Test("The Kelvin sign is not the K of a name")
    func kelvin() throws {
        var object = try reader("{\"device\u{212A}ey\":\"x\"}")
        #expect(try object.optionalString("deviceKey") == nil)
        #expect(throws: WireError.self) { try object.finish() }
    }

    @Test("An error about an element names its index")
    func element() throws {
        var object = try reader(
            #"{"pairs":[{"pairId":"AAECAwQFBgcICQoLDA0ODw","state":"over","since":"2026-01-01T00:00:00Z"}]}"#
        )
        let error = #expect(throws: WireError.self) { try object.array("pairs", of: PairView.self, limit: 5) }
        #expect(error?.pointer == "/body/pairs/0/state")
    }

    @Test("An optional body may be absent or empty, and nothing else")
    func noContent() throws {
        _ = try NoContent(json: nil)
        _ = try NoContent(json: .object(JSONObject()))
        #expect(throws: WireError(.unknownName, at: "/body/a")) {
            try NoContent(json: .object(of: ["a": 1]), at: "/body")
        }
        #expect(throws: WireError.self) { try NoContent(json: .null) }
    }
}
