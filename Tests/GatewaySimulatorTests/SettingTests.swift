import AlarmCore
import StrictYAML
import Testing

@testable import GatewaySimulator

@Suite("Behaviours as they are written down")
struct SettingTests {
    typealias Behavior = GatewaySimulator.Behavior

    @Test("Everything that a behaviour can be is read from JSON")
    func everything() throws {
        let json = #"""
            {"faults": [
                {"answer": {"status": 599, "reason": "Odd", "timestamp": 5, "retryAfter": "1m30s"}, "chance": 0.05},
                {"answer": {"reason": "Unregistered"}, "every": 10},
                {"answer": {"status": 202}, "first": 0},
                {"answer": {"reset": "REFUSED_STREAM"}, "delivers": true},
                {"answer": {"reset": 4294967295}},
                {"answer": {"halfClose": "output"}}, {"answer": {"halfClose": "input"}},
                {"answer": "never"}, {"answer": "disconnect"}, {"answer": "stall"}, {"answer": "genuine"}],
             "latency": "100ms", "jitter": "50ms",
             "goAway": {"after": 40, "kind": "graceful"},
             "rate": {"requests": 10, "per": "5s", "of": "token"}}
            """#
        let odd = GatewaySimulator.Response(
            status: 599,
            reason: "Odd",
            timestamp: Instant(milliseconds: 5),
            retryAfter: .seconds(90)
        )
        let expected = Behavior(
            faults: [
                .init(answer: .fixed(odd), portion: .chance(0.05)),
                .init(answer: .fixed(.init(status: 410, reason: "Unregistered")), portion: .every(10)),
                .init(answer: .fixed(.init(status: 202)), portion: .first(0)),
                .init(answer: .reset(code: 7), delivers: true),
                .init(answer: .reset(code: .max)),
                .init(answer: .halfClose(.output)), .init(answer: .halfClose(.input)),
                .init(answer: .never), .init(answer: .disconnect), .init(answer: .stall), .init(answer: .genuine),
            ],
            latency: .milliseconds(100),
            jitter: .milliseconds(50),
            goAway: .init(afterEvery: 40, kind: .graceful),
            rate: .init(requests: 10, per: .seconds(5), scope: .token)
        )
        #expect(try Behavior(json: json.utf8) == expected)
        #expect(try Behavior(json: expected.json.utf8) == expected)
        #expect(try Behavior(json: "{}".utf8) == .genuine)
    }

    @Test(
        "An error names its key and what was expected",
        arguments: [
            ("[]", "expected a behaviour: faults, latency, jitter, goAway, rate, found a list"),
            (#"{"fault":[]}"#, "fault: unknown key; expected one of faults, latency, jitter, goAway, rate"),
            (#"{"faults":{}}"#, "faults: expected a list of faults, found names and values"),
            (#"{"faults":[{}]}"#, "faults[1].answer: missing; add it"),
            (
                #"{"faults":[{"answer":"nothing"}]}"#,
                "faults[1].answer: expected genuine, never, disconnect, stall, or one of"
            ),
            (#"{"faults":[{"answer":{}}]}"#, "faults[1].answer: expected a status, or a reason that Apple documents"),
            (#"{"faults":[{"answer":{"reason":"Odd"}}]}"#, "faults[1].answer.reason: not documented: add a status"),
            (
                #"{"faults":[{"answer":{"status":199}}]}"#,
                "faults[1].answer.status: expected a whole number from 200 to 599, found 199"
            ),
            (
                #"{"faults":[{"answer":{"reset":"NO"}}]}"#,
                #"faults[1].answer.reset: expected one of NO_ERROR, PROTOCOL_ERROR"#
            ),
            (#"{"faults":[{"answer":{"reset":1,"status":200}}]}"#, "faults[1].answer.status: unknown key"),
            (
                #"{"faults":[{"answer":{"halfClose":"both"}}]}"#,
                #"faults[1].answer.halfClose: expected one of output, input, found "both""#
            ),
            (
                #"{"faults":[{"answer":"never","chance":1.5}]}"#,
                "faults[1].chance: expected a probability from 0 to 1, as in 0.05, found 1.5"
            ),
            (
                #"{"faults":[{"answer":"never","first":1,"every":2}]}"#,
                "faults[1]: expected one of first, every and chance, found more"
            ),
            (
                #"{"faults":[{"answer":"never","every":0}]}"#,
                "faults[1].every: expected a whole number from 1 to 1000000000, found 0"
            ),
            (
                #"{"faults":[{"answer":"never","delivers":"true"}]}"#,
                #"faults[1].delivers: expected true or false, found "true""#
            ),
            (#"{"latency":100}"#, "latency: expected a span from 0s to 24h, as in 250ms, 5s or 1m30s, found 100"),
            (#"{"latency":"-1s"}"#, "latency: expected a span"),
            (#"{"goAway":{"kind":"graceful"}}"#, "goAway.after: missing; add it"),
            (
                #"{"goAway":{"after":1,"kind":"soft"}}"#,
                #"goAway.kind: expected one of graceful, abrupt, immediate, found "soft""#
            ),
            (#"{"rate":{"requests":"5"}}"#, #"rate.requests: expected a whole number from 0 to 100000, found "5""#),
            (#"{"rate":{"requests":1,"per":"0s"}}"#, "rate.per: expected a span"),
            (#"{"latency":"1s","latency":"2s"}"#, "latency: this name comes twice; keep one"),
            (#"{"faults":[{"a":1,"a":2}]}"#, "faults[1].a: this name comes twice; keep one"),
            (#"{"latency":"1s"} x"#, "not the JSON expected"),
        ]
    )
    func wrong(json: String, says: String) {
        let error = #expect(throws: SettingError.self) { try Behavior(json: json.utf8) }
        #expect(
            error?.description.hasPrefix(says) == true,
            "\(String(describing: error))"
        )
    }

    @Test("A file holds behaviours towards everybody, towards tokens and towards connections")
    func file() throws {
        let json = #"""
            {"general": {"latency": "1s"}, "tokens": {"AB01": {"faults": [{"answer": "never"}]}},
             "connections": {"maximumStreams": 5, "holdStreamLimit": true, "resetProtection": "nghttp2"}}
            """#
        let file = try BehaviorFile(json: json.utf8)
        #expect(file.general == .delay(.seconds(1)))
        #expect(file.tokens == ["ab01": .neverAnswer()])
        let rules = GatewaySimulator.ConnectionRules(
            maximumConcurrentStreams: 5,
            holdsStreamLimit: true,
            resetProtection: .nghttp2
        )
        #expect(file.connections == rules)
        #expect(try BehaviorFile(json: "{}".utf8).general == nil)
    }

    @Test(
        "An error in a file is named as well",
        arguments: [
            (#"{"tokens":{"xyz":{}}}"#, "tokens.xyz: expected a device token"),
            (#"{"tokens":{"ab":{},"AB":{}}}"#, "tokens.AB: this token stands twice; keep one"),
            (#"{"tokens":{"ab":{"latency":1}}}"#, "tokens.ab.latency: expected a span"),
            (
                #"{"connections":{"resetProtection":"h2o"}}"#,
                "connections.resetProtection: expected one of none, nio and nghttp2"
            ),
            (#"{"connections":{"maximumStreams":2147483648}}"#, "connections.maximumStreams: expected a whole number"),
            (#"{"everybody":{}}"#, "everybody: unknown key; expected one of general, tokens, connections"),
        ]
    )
    func wrongFile(json: String, says: String) {
        let error = #expect(throws: SettingError.self) { try BehaviorFile(json: json.utf8) }
        #expect(error?.description.hasPrefix(says) == true, "\(String(describing: error))")
    }

    @Test("A scalar of YAML is a number, a flag or a text to whom it suits")
    func words() throws {
        let text = """
            connections: {maximumStreams: 5, holdStreamLimit: true, resetProtection: 7}
            general: {latency: 5s}
            """
        let file = try BehaviorFile(#require(YAMLText.documents(of: text, file: "b.yaml").first))
        #expect(file.connections?.maximumConcurrentStreams == 5)
        #expect(file.connections?.holdsStreamLimit == true)
        #expect(file.connections?.resetProtection == .limit(7))
        #expect(file.general == .delay(.seconds(5)))
    }

    @Test("No text traps the reader, and what it takes it writes and takes again", arguments: 0..<400 as Range<UInt64>)
    func mutated(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var text = Array(Self.specimen.utf8)
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
            let position = Int.random(in: 0..<text.count, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: text[position] = UInt8.random(in: .min ... .max, using: &generator)
            case 1: text.remove(at: position)
            case 2: text.insert(Self.letters.randomElement(using: &generator) ?? 0, at: position)
            default: text.replaceSubrange(position..., with: text[..<position].shuffled(using: &generator))
            }
            if text.isEmpty { break }
        }
        guard let behavior = try? Behavior(json: text) else {
            let error = #expect(throws: SettingError.self) { try Behavior(json: text) }
            #expect(error?.problem.isEmpty == false, "seed \(seed)")
            return
        }
        #expect((try? Behavior(json: behavior.json.utf8)) == behavior, "seed \(seed)")
    }

    @Test("Every behaviour is read back as it was written", arguments: 0..<200 as Range<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let behavior = Behavior.random(using: &generator)
        #expect(try Behavior(json: behavior.json.utf8) == behavior, "seed \(seed): \(behavior.json)")
    }

    private static let letters = Array(#"{}[]",:0123456789.eE-+ntrufalse \"#.utf8)
    private static let specimen = #"""
        {"faults":[{"answer":{"status":503,"retryAfter":"30s"},"chance":0.25},{"answer":"never","every":3,
        "delivers":true},{"answer":{"reset":7}}],"latency":"5s","goAway":{"after":3},"rate":{"requests":5}}
        """#
}

extension GatewaySimulator.Behavior {
    fileprivate static func random(using generator: inout some RandomNumberGenerator) -> Self {
        let spans: [Span] = [.zero, .milliseconds(1), .milliseconds(1500), .seconds(90), .hours(24)]
        return Self(
            faults: (0..<Int.random(in: 0...4, using: &generator)).map { _ in .random(using: &generator) },
            latency: spans.randomElement(using: &generator) ?? .zero,
            jitter: spans.randomElement(using: &generator) ?? .zero,
            goAway: Bool.random(using: &generator)
                ? GoAwayRule(
                    afterEvery: .random(in: 1...99, using: &generator),
                    kind: GoAwayRule.Kind.allCases.randomElement(using: &generator) ?? .graceful
                ) : nil,
            rate: Bool.random(using: &generator)
                ? RateLimit(
                    requests: .random(in: 0...100_000, using: &generator),
                    per: spans.dropFirst().randomElement(using: &generator) ?? .seconds(1),
                    scope: RateLimit.Scope.allCases.randomElement(using: &generator) ?? .token
                ) : nil
        )
    }
}

extension GatewaySimulator.Behavior.Fault {
    fileprivate static func random(using generator: inout some RandomNumberGenerator) -> Self {
        let answers: [GatewaySimulator.Behavior.Outcome] = [
            .never, .disconnect, .stall, .genuine, .halfClose(.input), .halfClose(.output),
            .reset(code: .random(in: .min ... .max, using: &generator)), .reset(code: 7),
            .fixed(.init(status: .random(in: 200...599, using: &generator), reason: "a\"b\u{7}")),
            .fixed(.init(status: 429, retryAfter: .milliseconds(.random(in: 0...999_999, using: &generator)))),
        ]
        let portions: [GatewaySimulator.Behavior.Portion] = [
            .all, .first(.random(in: 0...9, using: &generator)), .every(.random(in: 1...9, using: &generator)),
            .chance(.random(in: 0...1, using: &generator)),
        ]
        return Self(
            answer: answers.randomElement(using: &generator) ?? .never,
            portion: portions.randomElement(using: &generator) ?? .all,
            delivers: .random(using: &generator)
        )
    }
}
