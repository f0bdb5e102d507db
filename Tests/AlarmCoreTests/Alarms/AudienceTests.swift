import AlarmCore
import Testing

@Suite("Other audiences of an alarm")
struct AudienceTests {
    private let tiers: [[AlarmContext.Addressee]] = [
        [AlarmContext.Addressee(.device(DeviceID(high: 5, low: 1)), allowsCritical: true)],
        [
            AlarmContext.Addressee(.device(DeviceID(high: 5, low: 2))),
            AlarmContext.Addressee(.contact(ContactID(high: 6, low: 2), .sms)),
        ],
        [AlarmContext.Addressee(.device(DeviceID(high: 5, low: 3)))],
    ]

    private func fixture(_ policy: EscalationPolicy, in span: Span) -> AlarmFixture {
        var fixture = AlarmFixture(in: span, policy: policy)
        fixture.context.audiences = [.members: tiers, .parents: [tiers[0]]]
        return fixture
    }

    @Test("A care alert counts down on the dweller's devices, then reaches more members every five minutes")
    func tiersOfCare() {
        var fixture = fixture(.careAlert, in: .seconds(30))
        #expect(fixture.happen(.accepted).stages == [.countdown])
        #expect(fixture.pass(to: -.seconds(1)).isEmpty)
        #expect(fixture.pass(to: .zero).map(\.destination) == [tiers[0][0].destination])
        #expect(fixture.pass(to: .minutes(5)).count == 3)
        #expect(fixture.pass(to: .minutes(10)).count == 4)
        #expect(fixture.pass(to: .minutes(20)).count == 8)
        #expect(fixture.pass(to: .minutes(25)).stages == [.noAnswer])
        #expect(fixture.alarm.state == .ringing)
        #expect(fixture.alarm.hasTakenAllSteps(.careAlert))
        #expect(fixture.pass(to: .minutes(25) + .hours(24)).isEmpty)
        #expect(fixture.alarm.state == .missed)
    }

    @Test("A parent who set a reminder hears once at each step, and after an outage only that it was not done")
    func parentsOfReminder() {
        var fixture = fixture(.reminder, in: .hours(1))
        let creator = AlarmContext.Addressee(.device(fixture.senderPhone))
        fixture.context.audiences[.parents] = [[creator, tiers[0][0]]]
        fixture.happen(.accepted)
        var late = fixture
        let nudges: [Stage] = [.noAnswerYet, .unfinished]
        let told = fixture.pass(to: .minutes(31)).filter { nudges.contains($0.stage) }
        #expect(told.stages == [.noAnswerYet, .noAnswerYet, .unfinished, .unfinished])
        #expect(Set(told.map(\.id)).count == 4)
        #expect(told[0].deadline == fixture.alarm.due + .minutes(30), "it is not true any longer")
        late.pass(to: .minutes(1))
        late.now = late.alarm.base + .minutes(40)
        #expect(late.happen(.wake).filter { nudges.contains($0.stage) }.stages == [.unfinished, .unfinished])
    }

    @Test("Who stops the sound of a reminder is not rung again, unless a snooze ends")
    func dismissedReminder() {
        var fixture = fixture(.reminder, in: .hours(1))
        fixture.happen(.accepted)
        fixture.pass(to: .minutes(2))
        fixture.report(.dismissed)
        #expect(!fixture.pass(to: .minutes(5)).stages.contains(.ring))
        fixture.report(.snoozed, until: fixture.now + .minutes(9))
        #expect(fixture.pass(to: .zero).stages.last == .ring)
    }

    @Test("Whoever is called about an alert is called once, two minutes after the first step that tells them")
    func called() {
        let number = ContactID(high: 6, low: 2)
        var fixture = fixture(.careAlert, in: .seconds(30))
        fixture.context.audiences[.members] = [tiers[0], tiers[1] + [AlarmContext.Addressee(.contact(number, .call))]]
        fixture.happen(.accepted)
        #expect(!fixture.pass(to: .zero).contains { $0.destination.medium == .call })
        let first = fixture.pass(to: .minutes(5)).filter { $0.destination.medium == .call }
        #expect(first.map(\.wait) == [.minutes(2)])
        #expect(first.map(\.deadline) == [fixture.alarm.due + .minutes(35)])
        let later = fixture.pass(to: .minutes(25)).filter { $0.destination.medium == .call }
        #expect(Set(later.map(\.id)) == Set(first.map(\.id)), "each later step orders the same call")
        #expect(first.allSatisfy { $0.destination == .contact(number, .call) })
    }

    @Test("Of the warnings before a deadline, the last one alone is followed by a call")
    func warnedByCall() {
        let number = ContactID(high: 6, low: 3)
        var fixture = fixture(.checkIn, in: .hours(24))
        fixture.context.audiences = [.receiver: [[.init(.contact(number, .sms)), .init(.contact(number, .call))]]]
        fixture.happen(.accepted)
        let before = fixture.pass(to: -.minutes(16))
        #expect(before.contains { $0.destination == .contact(number, .sms) })
        #expect(!before.contains { $0.destination.medium == .call })
        let last = fixture.pass(to: -.minutes(15)).filter { $0.destination.medium == .call }
        #expect(last.count == 1)
        #expect(last.allSatisfy { $0.stage == .checkInDue && $0.deadline == fixture.alarm.base })
        var gentle = self.fixture(.gentleCheckIn, in: .hours(24))
        gentle.context.audiences = fixture.context.audiences
        gentle.happen(.accepted)
        #expect(!gentle.pass(to: .hours(1)).contains { $0.destination.medium == .call }, "a reminder is not urgent")
    }

    @Test("A notice that the next step repeats is valid until that step, and the last one for a day")
    func worth() {
        var fixture = fixture(.careAlert, in: .seconds(30))
        fixture.happen(.accepted)
        let alerts = fixture.pass(to: .minutes(25)).filter { $0.stage == .alert }
        for order in alerts {
            let rung = order.offset ?? .zero
            let next = rung == .minutes(20) ? rung + .hours(24) : rung + .minutes(5)
            #expect(order.deadline == fixture.alarm.due + next)
        }
        #expect(Set(alerts.map(\.offset)).count == 5)
    }

    @Test("A tier in which nothing reaches anybody costs those after it no time")
    func emptyTier() {
        var fixture = fixture(.careAlert, in: .seconds(30))
        fixture.context.audiences[.members] = [[], tiers[1], [], tiers[2]]
        fixture.happen(.accepted)
        #expect(fixture.pass(to: .zero).map(\.destination) == tiers[1].map(\.destination))
        #expect(fixture.pass(to: .minutes(5)).count == 3)
    }

    @Test("Critical is what a member granted")
    func critical() {
        var fixture = fixture(.careAlert, in: .seconds(30))
        fixture.happen(.accepted)
        let alerts = fixture.pass(to: .minutes(5)).filter { $0.stage == .alert }
        for order in alerts {
            #expect(order.urgency == (order.destination == tiers[0][0].destination ? .critical : .timeSensitive))
        }
    }

    @Test("An alert that the dweller cancels in the countdown reaches no member")
    func cancelled() {
        var fixture = fixture(.careAlert, in: .seconds(30))
        fixture.happen(.accepted)
        fixture.now = fixture.alarm.due - .seconds(1)
        fixture.happen(.cancel(by: .sender))
        #expect(fixture.alarm.state == .cancelled)
        #expect(fixture.settled == [.alertEnded])
        #expect(fixture.pass(to: .hours(1)).isEmpty)
    }

    @Test("A member's answer ends it and is told to the dweller")
    func answered() {
        var fixture = fixture(.careAlert, in: .seconds(30))
        fixture.happen(.accepted)
        fixture.pass(to: .minutes(1))
        let member = DeviceID(high: 5, low: 1)
        let told = fixture.report(.acknowledged, from: member)
        #expect(told.stages.contains(.acknowledged))
        #expect(fixture.alarm.state == .acknowledged)
        #expect(fixture.settled == [.alertEnded])
    }

    @Test("An announcement is made once and ends as told", arguments: [EscalationPolicy.completion, .movement])
    func announcement(policy: EscalationPolicy) {
        var fixture = fixture(policy, in: .seconds(30))
        #expect(fixture.happen(.accepted).isEmpty)
        #expect(fixture.pass(to: .zero).map(\.destination) == [tiers[0][0].destination])
        #expect(fixture.alarm.state == .told)
    }
}
