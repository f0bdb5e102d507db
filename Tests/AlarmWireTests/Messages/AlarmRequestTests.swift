import AlarmCore
import AlarmWire
import Testing

@Suite("An alarm request says what is wrong with it")
struct AlarmRequestTests {
    private static let request =
        #"{"type":"alarm_request","id":"AAECAwQFBgcICQoLDA0ODw","toToken":"ICEiIyQlJicoKSorLC0uLw","#
        + #""time":"2025-11-06T16:45:00+02:00","message":"A..A.A.A","ttl":600,"sound":"default","#
        + #""timeZone":"Europe/Berlin","repeat":"FREQ=WEEKLY;BYDAY=MO,TU"}"#

    @Test("The request of the protocol is read whole")
    func example() throws {
        let request = try AlarmRequest(wire: Array(Self.request.utf8))
        #expect(request.rule?.description == "FREQ=WEEKLY;BYDAY=MO,TU")
        #expect(request.timeZone == "Europe/Berlin")
        #expect(request.time.timestamp == .instant(try Instant(iso8601: "2025-11-06T14:45:00Z")))
    }

    @Test(
        "Each fault has its pointer and its kind of problem",
        arguments: [
            ("alarm_request", "alarm", "/type", ProblemKind.malformed),
            ("AAECAwQFBgcICQoLDA0ODw", "AAECAwQFBgcICQoLDA0OD", "/id", .malformed),
            ("ICEiIyQlJicoKSorLC0uLw", "x", "/toToken", .malformed),
            ("2025-11-06T16:45:00+02:00", "tomorrow", "/time", .notADate),
            ("2025-11-06T16:45:00+02:00", "2025-02-30T16:45:00+02:00", "/time", .notADate),
            ("A..A.A.A", "hello", "/message", .malformed),
            ("A..A.A.A", "A..A.A.\(String(repeating: "A", count: 3100))", "/message", .messageTooLarge),
            ("600", "0", "/ttl", .malformed), ("600", "86401", "/ttl", .malformed),
            ("600", "600.0", "/ttl", .malformed),
            (#""default""#, #""../etc""#, "/sound", .malformed), (#""default""#, #""""#, "/sound", .malformed),
            ("Europe/Berlin", "../../etc/passwd", "/timeZone", .unknownZone),
            ("Europe/Berlin", "/UTC", "/timeZone", .unknownZone),
            ("Europe/Berlin", "", "/timeZone", .unknownZone),
            ("Europe/Berlin", "Europe/Berlin ", "/timeZone", .unknownZone),
            ("FREQ=WEEKLY", "FREQ=HOURLY", "/repeat", .badRepeat), ("FREQ=WEEKLY", "INTERVAL=0", "/repeat", .badRepeat),
            (#","timeZone":"Europe/Berlin""#, "", "/timeZone", .malformed),
        ]
    )
    func faults(original: String, replacement: String, pointer: String, kind: ProblemKind) {
        let text = Self.request.replacing(original, with: replacement, maxReplacements: 1)
        let error = #expect(throws: WireError.self) { try AlarmRequest(wire: Array(text.utf8)) }
        #expect(error?.pointer == pointer)
        #expect(error?.problemKind == kind)
    }

    @Test("A time without an offset needs a zone beside it")
    func localTime() throws {
        let once = Self.request.replacing(#","repeat":"FREQ=WEEKLY;BYDAY=MO,TU""#, with: "").replacing(
            "+02:00",
            with: ""
        )
        #expect(try AlarmRequest(wire: Array(once.utf8)).time.needsZone)
        let bare = once.replacing(#","timeZone":"Europe/Berlin""#, with: "")
        let error = #expect(throws: WireError.self) { try AlarmRequest(wire: Array(bare.utf8)) }
        #expect(error?.problemKind == .timeWithoutOffset)
        #expect(error.map { Problem($0).detail.contains("time zone") } == true)
    }

    @Test("What is left out has its default")
    func defaults() throws {
        let text =
            #"{"type":"alarm_request","id":"AAECAwQFBgcICQoLDA0ODw","toToken":"ICEiIyQlJicoKSorLC0uLw","#
            + #""time":"2025-11-06T16:45:00Z","message":"A..A.A.A"}"#
        let request = try AlarmRequest(wire: Array(text.utf8))
        #expect(request.ttl == .minutes(10) && request.sound == "default")
        #expect(request.timeZone == nil && request.rule == nil)
    }

    @Test("A change says what it changes, and null takes the rule away")
    func change() throws {
        #expect(try AlarmChange(wire: Array(#"{"repeat":null}"#.utf8)) == AlarmChange(rule: .remove))
        #expect(try AlarmChange(wire: Array(#"{"ttl":60}"#.utf8)) == AlarmChange(ttl: .seconds(60)))
        #expect(throws: WireError.self) { try AlarmChange(wire: Array("{}".utf8)) }
        #expect(throws: WireError.self) { try AlarmChange(wire: Array(#"{"ttl":null}"#.utf8)) }
        #expect(throws: WireError.self) { try AlarmChange(wire: Array(#"{"time":"2026-01-01T00:00:00"}"#.utf8)) }
    }

    @Test("Only a snooze has an end")
    func receipt() {
        let text = #"{"state":"ringing","revision":1,"at":"2026-01-01T00:00:00Z","until":"2026-01-01T00:09:00Z"}"#
        let error = #expect(throws: WireError.self) { try Receipt(wire: Array(text.utf8)) }
        #expect(error?.pointer == "/until")
    }

    @Test(
        "A message is padded to the next of four lengths",
        arguments: [(1, 256), (200, 512), (1500, 2048), (1990, nil)] as [(Int, Int?)]
    )
    func padding(length: Int, padded: Int?) throws {
        var random = SeededGenerator(seed: 7)
        let message = MessagePlaintext(
            id: random.identifier(),
            time: random.instant(),
            text: String(repeating: "é", count: length / 2) + (length < 2 ? "a" : "")
        )
        #expect(message.padded?.count == padded)
        if let bytes = message.padded { #expect(try MessagePlaintext(wire: bytes) == message) }
    }
}
