import AlarmCore
import StrictYAML

/// Reads the steps in order, and tracks the state after each.
struct StepReader {
    /// First due time of each alarm, by name.
    var dues: [String: Instant] { times.dues }
    private(set) var steps: [ScenarioStep] = []

    let scenario: Scenario
    var times: SentenceReader.Times
    var situation: ScenarioState

    init(scenario: Scenario) {
        self.scenario = scenario
        times = SentenceReader.Times(start: scenario.start, end: scenario.end)
        situation = ScenarioState(scenario: scenario)
    }

    private static let verbs = [
        "send", "move", "cancel", "revoke", "check-in", "plan", "rehearse", "contact", "remind", "complete", "undo",
        "position", "signal",
        "active", "pause-care", "phone", "relay", "mail", "sms", "gateway",
    ]

    mutating func read(_ value: YAMLValue) throws(YAMLError) {
        let values = try value.list("a list of steps, as in - {at: 5m, phone: ben, offline: true}")
        guard values.count <= 1000 else { throw value.contradiction("\(values.count) steps: expected at most 1000") }
        for value in values { try step(value) }
    }

    private mutating func step(_ value: YAMLValue) throws(YAMLError) {
        var object = try value.object("a step: at, and one of \(Self.verbs.joined(separator: ", "))")
        let times = times
        let at = try object.required("at") { value throws(YAMLError) in try Self.moment(value, times) }
        if let last = steps.last, at < last.at {
            throw value.contradiction(
                "it happens \(last.at - at) earlier than the step before it: expected the steps in the order of time"
            )
        }
        let verbs = Self.verbs.filter(object.names.contains)
        guard let verb = verbs.first, verbs.count == 1 else {
            let others = object.names.filter { $0 != "at" }
            let found = verbs.isEmpty ? others.joined(separator: ", ") : verbs.joined(separator: " and ")
            throw YAMLError(
                file: value.file,
                line: value.line,
                path: value.path,
                .expected(
                    "one of \(Self.verbs.joined(separator: ", "))",
                    found: found.isEmpty ? "nothing but a time" : found
                )
            )
        }
        let action = try action(verb, &object, at)
        try object.finish()
        if let problem = situation.take(action, at: at) { throw value.contradiction(problem) }
        steps.append(ScenarioStep(at: at, line: value.line ?? 0, action))
    }

    private mutating func action(
        _ verb: String,
        _ object: inout YAMLObject,
        _ at: Instant
    ) throws(YAMLError) -> ScenarioStep.Action {
        switch verb {
        case "send": .send(try sending(&object, at))
        case "move": try move(&object, at)
        case "cancel": try cancel(&object)
        case "revoke": try revoke(&object)
        case "check-in": try checkIn(&object)
        case "plan": .plan(try plan(&object))
        case "rehearse":
            .rehearse(phone: try object.required("rehearse") { value throws(YAMLError) in try watched(value) })
        case "contact": try contact(&object)
        case "remind": .remind(try remind(&object, at))
        case "complete": try deed("complete", &object) { _ throws(YAMLError) in .complete }
        case "undo": try deed("undo", &object) { _ throws(YAMLError) in .undo }
        case "position":
            try deed("position", &object) { object throws(YAMLError) in
                .report(try object.required("place", Self.place))
            }
        case "signal": try signal(&object, at)
        case "active":
            .active(phone: try object.required("active") { value throws(YAMLError) in try dweller(value) })
        case "pause-care": try pauseCare(&object)
        case "phone": try phone(&object)
        case "mail": try post(.mail, &object)
        case "sms": try post(.sms, &object)
        case "relay": .relay(try object.required("relay") { value throws(YAMLError) in try value.word() })
        default: .gateway(try gateway(&object))
        }
    }

    /// Takes a moment that is a value of its own.
    static func moment(_ value: YAMLValue, _ times: SentenceReader.Times) throws(YAMLError) -> Instant {
        var reader = try SentenceReader(value, expected: "a time, as in 5m or wake + 60s")
        let moment = try reader.moment(times)
        try reader.finish("+ or - with a span, or the end")
        return moment
    }

    /// Takes the name of a phone.
    func phoneName(_ value: YAMLValue) throws(YAMLError) -> String {
        guard let name = value.scalar, scenario.phone(name) != nil else {
            throw value.mismatch("a phone: one of \(scenario.phones.map(\.name).joined(separator: ", "))")
        }
        return name
    }

    /// Takes the name of an alarm that was set before.
    func alarmName(_ value: YAMLValue) throws(YAMLError) -> String {
        guard let name = value.scalar, times.dues[name] != nil else {
            let known = times.dues.keys.sorted().joined(separator: ", ")
            throw value.mismatch(
                known.isEmpty ? "an alarm, and none was sent before" : "an alarm that was sent before: one of \(known)"
            )
        }
        return name
    }
}
