import AlarmCore
import Engine
import Features
import RelayServer
import Testing

@Suite("A file of escalation policies")
struct PolicyFileTests {
    private static let presets = AlarmKinds.builtIn.presets

    private static let small = """
        name: partner-alarm
        steps:
          - at: 0s
            audience: receiver
            stage: ring
          - at: 10m
            audience: sender
            stage: no-answer
        """

    @Test(
        "A printed policy is read back unchanged",
        arguments: AlarmKinds.builtIn.presets.values.map(\.name)
    )
    func presetRoundTrip(name: String) throws {
        let policy = try #require(AlarmKinds.builtIn.presets[name])
        #expect(try PolicyFile.parse(PolicyFile.text(of: policy), file: "f", presets: Self.presets) == [policy])
    }

    @Test("Any policy survives being written and read", arguments: 0..<50 as Range<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let policies = (0..<3).map { EscalationPolicy.random(number: $0, using: &generator) }
        #expect(
            try PolicyFile.parse(PolicyFile.text(of: policies), file: "f", presets: Self.presets) == policies,
            "seed \(seed)"
        )
    }

    @Test("What may be left out has its default")
    func defaultValues() throws {
        let policy = try #require(try PolicyFile.parse(Self.small, file: "f", presets: Self.presets).first)
        #expect(policy.misfireGrace == .minutes(15))
        #expect(policy.longestSnooze == .hours(24))
        #expect(policy.steps[0] == EscalationStep(offset: .zero, audience: .receiver, stage: .ring))
        #expect(policy.steps[1].urgency == .timeSensitive)
    }

    @Test("Every document of a file is a policy")
    func documents() throws {
        let text = Self.small + "\n---\n" + Self.small.replacing("partner-alarm", with: "other") + "\n---\n"
        #expect(try PolicyFile.parse(text, file: "f", presets: Self.presets).map(\.name) == ["partner-alarm", "other"])
    }

    @Test("Two policies of one name are refused")
    func duplicate() async throws {
        try await TemporaryDirectory.with { directory in
            let path = try directory.write(Self.small + "\n---\n" + Self.small, to: "policies.yaml")
            let error = #expect(throws: PolicyFileError.self) { try PolicyFile.load(from: path, presets: Self.presets) }
            #expect(error?.description == "\(path): has two policies named partner-alarm; keep one")
        }
    }

    @Test(
        "An error names the file, the line, the place and what was expected",
        arguments: [
            ("name: partner-alarm", "nam: x", "f, line 1, name: missing; add it"),
            ("name: partner-alarm", "name: [a]", "f, line 1, name: expected a text, found a list"),
            ("name: partner-alarm", "name:", "f, line 1, name: expected a text, found nothing"),
            ("steps:", "step:", "f, line 1, steps: missing; add it"),
            (
                "at: 0s", "at: 0",
                "f, line 3, steps[1].at: expected acceptance, or a distance from due as in -24h, 0s or 2m, found \"0\""
            ),
            (
                "at: 10m", "at: [10m]",
                "f, line 6, steps[2].at: expected acceptance, or a distance from due as in -24h, 0s or 2m, found a list"
            ),
            (
                "audience: receiver", "audience: everybody",
                "f, line 4, steps[1].audience: expected one of receiver, sender, contacts, members, parents, found \"everybody\""
            ),
            (
                "stage: no-answer", "stage: no_answer",
                "f, line 8, steps[2].stage: expected one of handoff, ring, check-in-due"
            ),
            (
                "stage: ring", "stage: ring\n    urgency: loud",
                "f, line 6, steps[1].urgency: expected one of active, time-sensitive, critical, found \"loud\""
            ),
            (
                "stage: ring", "stage: ring\n    repeats: 1.5",
                "f, line 6, steps[1].repeats: expected a whole number from 0 to 100, found \"1.5\""
            ),
            (
                "stage: ring", "stage: ring\n    repeats: 101",
                "steps[1].repeats: expected a whole number from 0 to 100, found \"101\""
            ),
            (
                "stage: ring", "stage: ring\n    every: soon",
                "steps[1].every: expected a span, as in 90s, 10m or 1h30m, found \"soon\""
            ),
            (
                "stage: ring", "stage: ring\n    unless: armed",
                "steps[1].unless: expected a list in brackets of armed, ringing, found \"armed\""
            ),
            (
                "stage: ring", "stage: ring\n    unless: [asleep]",
                "steps[1].unless: expected one of armed, ringing, found \"asleep\""
            ),
            (
                "stage: ring", "stage: ring\n    unless: [armed, armed]",
                "steps[1].unless: expected each word once, found \"armed\""
            ),
            (
                "stage: ring", "stage: ring\n    unles: [armed]",
                "f, line 6, steps[1].unles: unknown name; expected one of at, audience, stage, urgency, repeats, every, unless, tiers"
            ),
            (
                "name: partner-alarm", "name: partner-alarm\ngrace: 1m",
                "f, line 2, grace: unknown name; expected one of name, misfire-grace, longest-snooze, steps"
            ),
            (
                "name: partner-alarm", "name: partner-alarm\nmisfire-grace: -1m",
                "f, line 1, partner-alarm: 'misfire-grace' must be"
            ),
            ("stage: ring", "stage: handoff", "f, line 1, partner-alarm: no step rings"),
            ("stage: no-answer", "stage: ring", "partner-alarm: step 2: 'stage: ring' is nothing for the sender"),
        ]
    )
    func fault(good: String, bad: String, message: String) throws {
        let text = Self.small.replacing(good, with: bad)
        let error = #expect(throws: PolicyFileError.self) {
            try PolicyFile.parse(text, file: "f", presets: Self.presets)
        }
        let description = try #require(error).description
        #expect(description.contains(message), "\(description)")
    }

    @Test(
        "A text that holds no policy is told",
        arguments: [
            ("", "f: holds no policy"),
            ("---\n---\n", "f: holds no policy"),
            ("- name: x", "expected a policy"),
            ("partner-alarm", "expected a policy"),
            ("steps: 1\nsteps: 2", "f: is not YAML"),
            ("name: {", "f: is not YAML"),
            ("name: x\nsteps: {at: 0s}", "steps: expected a list of steps, found names and values"),
            ("name: x\nsteps: [ring]", "steps[1]: expected a step"),
        ]
    )
    func noPolicy(text: String, message: String) throws {
        let error = #expect(throws: PolicyFileError.self) {
            try PolicyFile.parse(text, file: "f", presets: Self.presets)
        }
        let description = try #require(error).description
        #expect(description.contains(message), "\(description)")
    }

    @Test("A file that is missing is named")
    func missingFile() {
        let error = #expect(throws: PolicyFileError.self) {
            try PolicyFile.load(from: "/nowhere/policies.yaml", presets: Self.presets)
        }
        #expect(error?.description.hasPrefix("/nowhere/policies.yaml: cannot be read") == true)
    }

    @Test("A policy for an unknown preset is refused, since it would never be used")
    func unknownPreset() async throws {
        try await TemporaryDirectory.with { directory in
            let path = try directory.write(Self.small.replacing("partner-alarm", with: "partner"), to: "policies.yaml")
            let configuration = try RelayConfiguration(flags: ["policy-file": path], environment: ["HOME": "/h"])
            let error = #expect(throws: RelayError.self) { try configuration.policies() }
            #expect(error == .unknownPolicy(name: "partner", file: path))
        }
    }
}
