package import AlarmCore

extension EscalationPolicy {
    /// What a step's `at` says for the moment at which the relay takes an alarm over.
    static let acceptance = "acceptance"

    /// Reads a policy as operators write it: `name`, `steps`, and what may be left out.
    ///
    /// - Parameters:
    ///   - yaml: the policy's keys and values.
    ///   - name: the name of a policy that has none of its own; nil where a name must be given.
    /// - Throws: what is wrong with it; not whether it keeps its promise, which ``AlarmCore/EscalationPolicy/validate()``
    ///   checks.
    package init(yaml: YAMLValue, named name: String? = nil) throws(YAMLFault) {
        var object = try yaml.object("a policy: name, steps and so on")
        let usual = EscalationPolicy(name: "", steps: [])
        let own = try object.optional("name") { value throws(YAMLFault) in try value.text() }
        guard let name = own ?? name else { throw object.missing("name") }
        self.init(
            name: name,
            steps: [],
            misfireGrace: try object.optional("misfire-grace", Self.span) ?? usual.misfireGrace,
            longestSnooze: try object.optional("longest-snooze", Self.span) ?? usual.longestSnooze,
            // What a preset is for is no matter of taste.
            nature: Self.presets[name]?.nature ?? Nature()
        )
        steps = try object.required("steps") { value throws(YAMLFault) in
            var steps: [EscalationStep] = []
            for step in try value.list("a list of steps") { steps.append(try EscalationStep(yaml: step)) }
            return steps
        }
        try object.finish()
    }

    fileprivate static func span(_ value: YAMLValue) throws(YAMLFault) -> Span { try value.span() }
}

extension EscalationStep {
    fileprivate init(yaml: YAMLValue) throws(YAMLFault) {
        var object = try yaml.object("a step: at, audience, stage and so on")
        let usual = EscalationStep(offset: nil, audience: .receiver, stage: .handoff)
        self.init(
            offset: try object.required("at", Self.moment),
            audience: try object.required("audience") { value throws(YAMLFault) in try value.word() },
            stage: try object.required("stage") { value throws(YAMLFault) in try value.word() },
            urgency: try object.optional("urgency") { value throws(YAMLFault) in try value.word() } ?? usual.urgency,
            repeats: try object.optional("repeats") { value throws(YAMLFault) in try value.count(in: 0...100) }
                ?? usual.repeats,
            every: try object.optional("every", EscalationPolicy.span) ?? usual.every,
            unless: try object.optional("unless") { value throws(YAMLFault) in try value.words() } ?? usual.unless,
            tiers: try object.optional("tiers") { value throws(YAMLFault) in try value.count(in: 1...9) }
        )
        try object.finish()
    }

    /// A moment of a ladder: `acceptance`, which is nil, or a distance from due.
    private static func moment(_ value: YAMLValue) throws(YAMLFault) -> Span? {
        if value.scalar == EscalationPolicy.acceptance { return nil }
        guard let span = value.scalar.flatMap({ try? Span(text: $0) }) else {
            throw value.mismatch("\(EscalationPolicy.acceptance), or a distance from due as in -24h, 0s or 2m")
        }
        return span
    }
}
