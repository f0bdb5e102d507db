import AlarmCore
import AlarmWire
import Testing

@Suite("A refusal says what was wrong and what to do")
struct ProblemTests {
    @Test("Every kind has a stable type, words of its own and a status that fits", arguments: ProblemKind.allCases)
    func catalogue(kind: ProblemKind) {
        #expect(kind.type == "urn:reveille:problem:\(kind.rawValue)")
        #expect(ProblemKind(type: kind.type) == kind)
        #expect(
            kind.rawValue.utf8.allSatisfy {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "-")
            }
        )
        #expect(!kind.title.isEmpty && !kind.title.hasSuffix("."))
        #expect(kind.defaultDetail.hasSuffix("."))
        #expect(kind.isRetryable == [429, 500, 503, 507].contains(kind.status))
    }

    @Test("No two kinds share a title")
    func titles() {
        #expect(Set(ProblemKind.allCases.map(\.title)).count == ProblemKind.allCases.count)
    }

    @Test(
        "The statuses are the protocol's",
        arguments: [
            (.unauthorized, 401), (.clockSkew, 401), (.notFound, 404), (.idReused, 409), (.jtiReused, 409),
            (.gone, 410),
            (.malformed, 400), (.timeWithoutOffset, 422), (.payloadTooLarge, 413), (.quotaExceeded, 429),
            (.rateLimited, 429),
            (.storageFull, 507), (.unavailable, 503), (.noGateway, 422), (.unsupportedMediaType, 415),
            (.methodNotAllowed, 405),
        ] as [(ProblemKind, Int)]
    )
    func statuses(kind: ProblemKind, status: Int) {
        #expect(kind.status == status)
    }

    @Test("A problem is written as RFC 9457 has it")
    func json() throws {
        let problem = Problem(.clockSkew, detail: "Too old.", serverTime: try Instant(iso8601: "2026-01-01T00:00:00Z"))
        #expect(
            String(decoding: problem.wire, as: UTF8.self)
                == #"{"type":"urn:reveille:problem:clock-skew","title":"Clock too far off","status":401,"#
                + #""detail":"Too old.","serverTime":"2026-01-01T00:00:00Z"}"#
        )
    }

    @Test("A client keeps unknown members and types of a problem")
    func extensions() throws {
        let text =
            #"{"type":"https://example.org/x","title":"X","status":418,"detail":"y","instance":"/1","balance":{"a":[1]}}"#
        let problem = try Problem(wire: Array(text.utf8))
        #expect(problem.kind == nil)
        #expect(problem.extensions["instance"] == "/1")
        #expect(String(decoding: problem.wire, as: UTF8.self) == text)
    }

    @Test("A fault in a message becomes a problem with its pointer")
    func wireErrors() {
        let problem = Problem(WireError(.missing, at: "/body/time"))
        #expect(problem.kind == .malformed && problem.pointer == "/body/time" && problem.detail.contains("missing"))
        #expect(Problem(WireError(.tooLarge(limit: 8192))).kind == .payloadTooLarge)
        #expect(Problem(WireError(.syntax(.tooDeep, offset: 9))).pointer == nil)
    }
}
