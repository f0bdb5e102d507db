package import AlarmCore

extension EscalationPolicy {
    /// The value of a step's `at` for the moment at which the relay accepts an alarm.
    static let acceptance = "acceptance"

    /// Parses a policy as operators write it: `name`, `steps` and optional keys, but not its nature.
    ///
    /// - Parameters:
    ///   - yaml: the policy's keys and values.
    ///   - name: the name of a policy that has none of its own; nil where a name is required.
    /// - Throws: the first error; whether the policy keeps its promise is checked by
    ///   ``AlarmCore/EscalationPolicy/validate()``.
    package init(yaml: YAMLValue, named name: String? = nil) throws(YAMLError) {
        var object = try yaml.object("a policy: name, steps and so on")
        let defaults = EscalationPolicy(name: "", steps: [])
        let own = try object.optional("name") { value throws(YAMLError) in try value.text() }
        guard let name = own ?? name else { throw object.missing("name") }
        self.init(
            name: name,
            steps: [],
            misfireGrace: try object.optional("misfire-grace", Self.span) ?? defaults.misfireGrace,
            longestSnooze: try object.optional("longest-snooze", Self.span) ?? defaults.longestSnooze
        )
        steps = try object.required("steps") { value throws(YAMLError) in
            var steps: [EscalationStep] = []
            for step in try value.list("a list of steps") { steps.append(try EscalationStep(yaml: step)) }
            return steps
        }
        try object.finish()
    }

    fileprivate static func span(_ value: YAMLValue) throws(YAMLError) -> Span { try value.span() }
}

extension EscalationStep {
    fileprivate init(yaml: YAMLValue) throws(YAMLError) {
        var object = try yaml.object("a step: at, audience, stage and so on")
        let defaults = EscalationStep(offset: nil, audience: .receiver, stage: .handoff)
        self.init(
            offset: try object.required("at", Self.moment),
            audience: try object.required("audience") { value throws(YAMLError) in try value.word() },
            stage: try object.required("stage") { value throws(YAMLError) in try value.word() },
            urgency: try object.optional("urgency") { value throws(YAMLError) in try value.word() } ?? defaults.urgency,
            repeats: try object.optional("repeats") { value throws(YAMLError) in try value.count(in: 0...100) }
                ?? defaults.repeats,
            every: try object.optional("every", EscalationPolicy.span) ?? defaults.every,
            unless: try object.optional("unless") { value throws(YAMLError) in try value.words() } ?? defaults.unless,
            tiers: try object.optional("tiers") { value throws(YAMLError) in try value.count(in: 1...9) }
        )
        try object.finish()
    }

    /// The time of a policy's step: `acceptance`, which is nil, or an offset from due.
    private static func moment(_ value: YAMLValue) throws(YAMLError) -> Span? {
        if value.scalar == EscalationPolicy.acceptance { return nil }
        guard let span = value.scalar.flatMap({ try? Span(text: $0) }) else {
            throw value.mismatch("\(EscalationPolicy.acceptance), or a distance from due as in -24h, 0s or 2m")
        }
        return span
    }
}
