import AlarmCore
import Testing

@Suite("Who else is told")
struct AudienceTests {
    private let tiers: [[AlarmContext.Addressee]] = [
        [AlarmContext.Addressee(.device(DeviceID(high: 5, low: 1)), allowsCritical: true)],
        [
            AlarmContext.Addressee(.device(DeviceID(high: 5, low: 2))),
            AlarmContext.Addressee(.contact(ContactID(high: 6, low: 2), .sms)),
        ],
        [AlarmContext.Addressee(.device(DeviceID(high: 5, low: 3)))],
    ]

    private func scene(_ policy: EscalationPolicy, in span: Span) -> AlarmScene {
        var scene = AlarmScene(in: span, policy: policy)
        scene.context.audiences = [.members: tiers, .parents: [tiers[0]]]
        return scene
    }

    @Test("A care alert counts down on the dweller's devices, then reaches more members every five minutes")
    func tiersOfCare() {
        var scene = scene(.careAlert, in: .seconds(30))
        #expect(scene.happen(.accepted).stages == [.countdown])
        #expect(scene.pass(to: -.seconds(1)).isEmpty)
        #expect(scene.pass(to: .zero).map(\.destination) == [tiers[0][0].destination])
        #expect(scene.pass(to: .minutes(5)).count == 3)
        #expect(scene.pass(to: .minutes(10)).count == 4)
        #expect(scene.pass(to: .minutes(20)).count == 8)
        #expect(scene.pass(to: .minutes(25)).stages == [.noAnswer])
        #expect(scene.alarm.state == .ringing)
        #expect(scene.alarm.hasClimbed(.careAlert))
        #expect(scene.pass(to: .minutes(25) + .hours(24)).isEmpty)
        #expect(scene.alarm.state == .missed)
    }

    @Test("What the next rung says again is worth delivering until then, and the last of it for a day")
    func worth() {
        var scene = scene(.careAlert, in: .seconds(30))
        scene.happen(.accepted)
        let alerts = scene.pass(to: .minutes(25)).filter { $0.stage == .alert }
        for order in alerts {
            let rung = order.offset ?? .zero
            let next = rung == .minutes(20) ? rung + .hours(24) : rung + .minutes(5)
            #expect(order.deadline == scene.alarm.due + next)
        }
        #expect(Set(alerts.map(\.offset)).count == 5)
    }

    @Test("A tier in which nothing reaches anybody costs those after it no time")
    func emptyTier() {
        var scene = scene(.careAlert, in: .seconds(30))
        scene.context.audiences[.members] = [[], tiers[1], [], tiers[2]]
        scene.happen(.accepted)
        #expect(scene.pass(to: .zero).map(\.destination) == tiers[1].map(\.destination))
        #expect(scene.pass(to: .minutes(5)).count == 3)
    }

    @Test("Critical is what a member granted")
    func critical() {
        var scene = scene(.careAlert, in: .seconds(30))
        scene.happen(.accepted)
        let alerts = scene.pass(to: .minutes(5)).filter { $0.stage == .alert }
        for order in alerts {
            #expect(order.urgency == (order.destination == tiers[0][0].destination ? .critical : .timeSensitive))
        }
    }

    @Test("What the dweller cancels while it counts down reaches nobody")
    func cancelled() {
        var scene = scene(.careAlert, in: .seconds(30))
        scene.happen(.accepted)
        scene.now = scene.alarm.due - .seconds(1)
        scene.happen(.cancel(by: .sender))
        #expect(scene.alarm.state == .cancelled)
        #expect(scene.settled == [.alertEnded])
        #expect(scene.pass(to: .hours(1)).isEmpty)
    }

    @Test("A member's answer ends it and is told to the dweller")
    func answered() {
        var scene = scene(.careAlert, in: .seconds(30))
        scene.happen(.accepted)
        scene.pass(to: .minutes(1))
        let member = DeviceID(high: 5, low: 1)
        let told = scene.report(.acknowledged, from: member)
        #expect(told.stages.contains(.acknowledged))
        #expect(scene.alarm.state == .acknowledged)
        #expect(scene.settled == [.alertEnded])
    }

    @Test("An announcement is made once and ends as told", arguments: [EscalationPolicy.completion, .movement])
    func announcement(policy: EscalationPolicy) {
        var scene = scene(policy, in: .seconds(30))
        #expect(scene.happen(.accepted).isEmpty)
        #expect(scene.pass(to: .zero).map(\.destination) == [tiers[0][0].destination])
        #expect(scene.alarm.state == .told)
    }

    @Test("Every preset keeps the rules for policies", arguments: EscalationPolicy.presets.values.map(\.self))
    func presets(policy: EscalationPolicy) throws {
        try policy.validate()
    }
}
