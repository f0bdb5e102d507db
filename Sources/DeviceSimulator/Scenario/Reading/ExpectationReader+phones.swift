import AlarmCore
import StrictYAML

extension ExpectationReader {
    private static let verbs = "rings, arms, disarms, answers, taps, receives or is told, or one of them after never"

    /// `ben rings once by alarmkit at wake`, `ana is told no-answer`, `ben never arms wake`.
    func claim(ofPhone phone: String, _ reader: inout SentenceReader) throws(YAMLError) -> ScenarioExpectation.Claim {
        let isNever = reader.take("never")
        if reader.take("is") {
            let isNever = isNever || reader.take("never")
            guard reader.take("told") else {
                let numbers = scenario.circles.flatMap(\.members).filter { $0.number != nil }
                guard numbers.contains(where: { $0.phone == phone }) else { throw reader.fault("told") }
                return try written(to: .phone(phone), isNever: isNever, &reader)
            }
            return try told(phone, isNever: isNever, &reader)
        }
        var matcher = EntryMatcher(lane: .phone(phone), kind: .note)
        if reader.take("rings") { return try rings(phone, isNever: isNever, &reader) }
        if reader.take("arms") {
            matcher.kind = .arming
        } else if reader.take("disarms") {
            matcher.kind = .disarming
        } else if reader.take("answers") {
            matcher.kind = .answer
        } else if reader.take("taps") {
            matcher.kind = .answer
            matcher.state = try word(NotificationTap.self, &reader).rawValue
            return try happens(matcher, isNever: isNever, &reader)
        } else if reader.take("receives") {
            matcher.kind = .arrival
            matcher.stage = reader.take(Stage.self)?.rawValue
        } else {
            throw reader.fault(isNever ? "is told, rings, arms, disarms, answers, taps or receives" : Self.verbs)
        }
        matcher.alarm = reader.take(oneOf: times.dues.keys)
        if matcher.kind == .answer, reader.take("with") {
            matcher.state = try word(AlarmReceipt.Report.self, &reader).rawValue
        }
        return try happens(matcher, isNever: isNever, &reader)
    }

    private func told(
        _ phone: String,
        isNever: Bool,
        _ reader: inout SentenceReader
    ) throws(YAMLError) -> ScenarioExpectation.Claim {
        var matcher = EntryMatcher(lane: .phone(phone), kind: .notice)
        if !reader.take("anything") { matcher.stage = try word(Stage.self, &reader).rawValue }
        let amount = isNever ? nil : try amount(&reader)
        if reader.take("of") { matcher.alarm = try alarm(&reader) }
        if reader.take("saying") { matcher.words = try reader.quotation() }
        return try happens(matcher, amount, isNever: isNever, &reader)
    }

    private func rings(
        _ phone: String,
        isNever: Bool,
        _ reader: inout SentenceReader
    ) throws(YAMLError) -> ScenarioExpectation.Claim {
        let isSilent = reader.take("silently")
        var matcher = EntryMatcher(lane: .phone(phone), kind: .ring, isAudible: !isSilent)
        let amount = isNever ? nil : try amount(&reader)
        if reader.take("for") { matcher.alarm = try alarm(&reader) }
        if reader.take("by") { matcher.way = try word(Timeline.Way.self, &reader) }
        if reader.take("saying") { matcher.words = try reader.quotation() }
        return try happens(matcher, amount, isNever: isNever, &reader)
    }

    func happens(
        _ matcher: EntryMatcher,
        isNever: Bool,
        _ reader: inout SentenceReader
    ) throws(YAMLError) -> ScenarioExpectation.Claim {
        try happens(matcher, isNever ? nil : try amount(&reader), isNever: isNever, &reader)
    }

    func happens(
        _ matcher: EntryMatcher,
        _ amount: ScenarioExpectation.Amount?,
        isNever: Bool,
        _ reader: inout SentenceReader
    ) throws(YAMLError) -> ScenarioExpectation.Claim {
        .happens(matcher, isNever ? .exactly(0) : amount ?? .atLeast(1), try window(&reader))
    }

    /// `once`, `3 times`, `at least twice`, or nothing.
    func amount(_ reader: inout SentenceReader) throws(YAMLError) -> ScenarioExpectation.Amount? {
        let isLeast = reader.take(["at", "least"])
        let isMost = !isLeast && reader.take(["at", "most"])
        var count: Int?
        if reader.take("once") {
            count = 1
        } else if reader.take("twice") {
            count = 2
        } else if let number = reader.number() {
            guard reader.take("times") else { throw reader.fault("times") }
            count = number
        }
        guard let count else {
            if isLeast || isMost { throw reader.fault("once, twice, or a number and times") }
            return nil
        }
        return isLeast ? .atLeast(count) : isMost ? .atMost(count) : .exactly(count)
    }
}
