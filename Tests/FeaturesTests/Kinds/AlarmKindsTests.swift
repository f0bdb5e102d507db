import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("Kinds of alarms")
struct AlarmKindsTests {
    private static let presets = AlarmKinds.builtIn.presets

    @Test(
        "Every preset keeps its promise, and the rules for policies",
        arguments: AlarmKinds.builtIn.presets.keys.sorted()
    )
    func promises(name: String) throws {
        let policy = try #require(Self.presets[name])
        #expect(policy.name == name)
        #expect(throws: Never.self) { try policy.validate() }
        #expect(AlarmKinds.builtIn.policy(of: name) == policy)
    }

    @Test("An operator's policy is followed, and the promise stays the same")
    func replaced() throws {
        var own = try #require(Self.presets["reminder"])
        own.steps.removeFirst()
        own.nature = EscalationPolicy.Nature(exhausted: .told)
        let kinds = AlarmKinds.builtIn.applying(["reminder": own])
        #expect(kinds.policy(of: "reminder").steps == own.steps)
        #expect(kinds.policy(of: "reminder").nature == EscalationPolicy.reminder.nature)
        #expect(kinds.presets == Self.presets)
    }

    @Test("A rehearsal follows the operator's policy, and cannot have a policy of its own")
    func rehearsed() {
        var own = EscalationPolicy.checkIn
        own.steps.removeFirst()
        var other = EscalationPolicy.test
        other.name = "rehearsal"
        let kinds = AlarmKinds.builtIn.applying(["check-in": own, "rehearsal": other])
        #expect(kinds.policy(of: "rehearsal") == Rehearsal(of: own, as: "rehearsal").policy)
        #expect(kinds.policy(of: "gentle-rehearsal") == AlarmKinds.builtIn.policy(of: "gentle-rehearsal"))
        #expect(kinds.presets["rehearsal"] == nil)
    }

    @Test("An alarm of a preset that this relay does not know rings like a partner alarm, and keeps its name")
    func unknown() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let (ana, ben) = (couple.ana, couple.ben)
        let due = fixture.now + .hours(1)
        let later = LaterKind()
        let row = try await fixture.engine.write { tx in
            try tx.begin(
                PresetAlarm(kind: later, sender: ana.person, receiver: ben.person, circle: couple.pair, due: due)
            )
        }
        try await fixture.pass(until: due)
        #expect(try await fixture.deliveries(row.alarm.id).map(\.order.stage).contains(.ring))
        #expect(try await fixture.view(row.alarm.id, for: ana).preset == "later")
        let error = await #expect(throws: Problem.self) {
            try await fixture.engine.write { try $0.alarms.change(row.alarm.id, AlarmChange(), by: ana) }
        }
        #expect(error?.kind == .conflict)
        try await fixture.report(.acknowledged, of: row.alarm.id, from: ben)
        #expect(try await fixture.state(row.alarm.id) == .acknowledged)
    }
}

/// A kind that only a later version of the relay knows.
private struct LaterKind: AlarmKind {
    var policy: EscalationPolicy { EscalationPolicy(name: "later", steps: []) }
}
