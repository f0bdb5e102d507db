import AlarmCore
import Foundation
package import StrictYAML

/// A scenario's file: YAML, as `examples/scenarios/README.md` describes it.
package enum ScenarioFile {
    /// Reads the file at `path`.
    ///
    /// - Throws: the first error, with its line and what was expected.
    package static func load(from path: String) throws(YAMLError) -> Scenario {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw YAMLError(file: path, .unreadable)
        }
        return try parse(text, file: path)
    }

    /// Reads `text`; faults name `file`, which without folder and ending is also the scenario's name.
    ///
    /// - Throws: the first error, with its line and what was expected.
    package static func parse(_ text: String, file: String) throws(YAMLError) -> Scenario {
        let documents = try YAMLText.documents(of: text, file: file)
        guard let document = documents.first else { throw YAMLError(file: file, .expected(form, found: "nothing")) }
        if documents.count > 1 { throw documents[1].contradiction("a second document: expected one scenario a file") }
        return try scenario(document, file: file)
    }

    private static let form = "a scenario: title, phones, steps, lasts and expect"
    /// Maximum length of a run.
    private static let longest = Span.days(400)

    private static func scenario(_ document: YAMLValue, file: String) throws(YAMLError) -> Scenario {
        var object = try document.object(form)
        let title = try object.required("title") { value throws(YAMLError) in try value.text() }
        let start = try object.optional("start", instant) ?? Scenario.defaultStart
        let lasts = try object.required("lasts", length)
        let policy = try object.optional("policy", self.policy)
        let people = try ScenarioPeople(reading: &object)
        let pairs = try object.optional("pairs") { value throws(YAMLError) in try people.phones.pairs(value) }
        var scenario = Scenario(
            name: URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent,
            title: title,
            file: file,
            start: start,
            end: start + lasts,
            policy: policy,
            phones: people.phones.all,
            contacts: people.contacts,
            checkIns: people.checkIns,
            circles: people.circles,
            pairs: pairs ?? people.defaultPairs,
            steps: [],
            expectations: []
        )
        let steps = try object.required("steps") { value throws(YAMLError) in
            var reader = StepReader(scenario: scenario)
            try reader.read(value)
            return reader
        }
        scenario.steps = steps.steps
        scenario.expectations = try object.required("expect") { value throws(YAMLError) in
            try ExpectationReader(scenario: scenario, dues: steps.dues).read(value)
        }
        try object.finish()
        return scenario
    }

    private static func instant(_ value: YAMLValue) throws(YAMLError) -> Instant {
        // 2000 to 2100: certificates and tokens support no other times.
        guard let instant = value.scalar.flatMap({ try? Instant(iso8601: $0) }),
            (946_684_800..<4_102_444_800).contains(instant.seconds)
        else { throw value.mismatch("a time of this century with its offset, as in \(Scenario.defaultStart)") }
        return instant
    }

    private static func length(_ value: YAMLValue) throws(YAMLError) -> Span {
        let span = try value.span()
        guard span > .zero, span <= longest else { throw value.mismatch("a span of 1ms to \(longest)") }
        return span
    }

    private static func policy(_ value: YAMLValue) throws(YAMLError) -> EscalationPolicy {
        let policy = try EscalationPolicy(yaml: value, named: EscalationPolicy.partnerAlarm.name)
        guard policy.name == EscalationPolicy.partnerAlarm.name else {
            throw value.contradiction(
                "the policy is named \(policy.name): expected \(EscalationPolicy.partnerAlarm.name), or no name"
            )
        }
        do {
            try policy.validate()
        } catch {
            throw value.contradiction(error.description)
        }
        return policy
    }
}
