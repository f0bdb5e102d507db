import AlarmCore
import StrictYAML

/// Reads the sentences of a scenario's expectations.
///
/// A sentence names the subject, the event, how often, the alarm, and the time.
struct ExpectationReader {
    let scenario: Scenario
    let times: SentenceReader.Times

    init(scenario: Scenario, dues: [String: Instant]) {
        self.scenario = scenario
        times = SentenceReader.Times(start: scenario.start, end: scenario.end, dues: dues)
    }

    func read(_ value: YAMLValue) throws(YAMLError) -> [ScenarioExpectation] {
        let values = try value.list("a list of sentences, as in - ben rings once at wake")
        guard !values.isEmpty else { throw value.mismatch("a sentence or more, as in - ben rings once at wake") }
        guard values.count <= 1000 else {
            throw value.contradiction("\(values.count) sentences: expected at most 1000")
        }
        var expectations: [ScenarioExpectation] = []
        for value in values {
            let claim = try claim(value)
            let text = value.scalar ?? ""
            guard !expectations.contains(where: { $0.claim == claim }) else {
                throw value.contradiction("it says the same as a sentence before: expected each once")
            }
            expectations.append(ScenarioExpectation(text, line: value.line ?? 0, claim))
        }
        return expectations
    }

    private func claim(_ value: YAMLValue) throws(YAMLError) -> ScenarioExpectation.Claim {
        var reader = try SentenceReader(value, expected: "a sentence, as in ben rings once at wake")
        let claim: ScenarioExpectation.Claim
        if let phone = reader.take(oneOf: scenario.phones.map(\.name)) {
            claim = try self.claim(ofPhone: phone, &reader)
        } else if let contact = reader.take(oneOf: scenario.contacts.map(\.name)) {
            claim = try self.claim(ofContact: contact, &reader)
        } else if let alarm = reader.take(oneOf: times.dues.keys) {
            claim = try self.claim(ofAlarm: alarm, &reader)
        } else if reader.take("gateway") {
            claim = try claimOfGateway(&reader)
        } else if let service = reader.take(oneOf: scenario.services.map(\.rawValue)).flatMap(MessagingService.init) {
            claim = try self.claim(of: service, &reader)
        } else {
            let names =
                scenario.phones.map(\.name) + scenario.contacts.map(\.name) + times.dues.keys.sorted() + ["gateway"]
            throw reader.fault("one of \(names.joined(separator: ", "))")
        }
        try reader.finish("at, before, after or between, or the end")
        return claim
    }

    /// `wake ends acknowledged`, `wake is ringing at …`, `wake never becomes missed`.
    private func claim(
        ofAlarm alarm: String,
        _ reader: inout SentenceReader
    ) throws(YAMLError) -> ScenarioExpectation.Claim {
        let isNever = reader.take("never")
        if reader.take("becomes") {
            let state = try word(AlarmState.self, &reader)
            let matcher = EntryMatcher(lane: .relay, kind: .state, alarm: alarm, state: state.rawValue)
            return try happens(matcher, isNever: isNever, &reader)
        }
        guard !isNever else { throw reader.fault("becomes") }
        if reader.take("ends") {
            return .ends(alarm: alarm, try word(AlarmState.self, &reader), try window(&reader))
        }
        guard reader.take("is") else { throw reader.fault("ends, is, becomes or never becomes") }
        let state = try word(AlarmState.self, &reader)
        guard reader.take("at") else { throw reader.fault("at") }
        return .holds(alarm: alarm, state, at: try reader.moment(times))
    }

    /// `gateway accepts 3 ring pushes for ben`.
    private func claimOfGateway(_ reader: inout SentenceReader) throws(YAMLError) -> ScenarioExpectation.Claim {
        let kind: Timeline.Kind
        if reader.take("accepts") {
            kind = .push
        } else if reader.take("refuses") {
            kind = .refusal
        } else {
            throw reader.fault("accepts or refuses")
        }
        let amount = try countOfPushes(&reader)
        var matcher = EntryMatcher(lane: .gateway, kind: kind)
        matcher.stage = reader.take(Stage.self)?.rawValue
        guard reader.take("push") || reader.take("pushes") else {
            throw reader.fault("push or pushes, or one of \(Self.list(Stage.self))")
        }
        if reader.take("for") { matcher.phone = try phone(&reader) }
        if reader.take("of") { matcher.alarm = try alarm(&reader) }
        return .happens(matcher, amount, try window(&reader))
    }

    func countOfPushes(_ reader: inout SentenceReader) throws(YAMLError) -> ScenarioExpectation.Amount {
        if reader.take("no") { return .exactly(0) }
        let isLeast = reader.take(["at", "least"])
        let isMost = !isLeast && reader.take(["at", "most"])
        guard let count = reader.number() else { throw reader.fault("no, a number, at least or at most a number") }
        return isLeast ? .atLeast(count) : isMost ? .atMost(count) : .exactly(count)
    }
}
