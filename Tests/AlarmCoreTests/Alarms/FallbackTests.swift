import AlarmCore
import Testing

@Suite("The escalation depends on what is known of each phone")
struct FallbackTests {
    private func dueFixture(armed: [KeyPath<AlarmFixture, DeviceID>] = [], receivers: Int = 2) -> AlarmFixture {
        var fixture = AlarmFixture(in: .hours(2), receivers: receivers)
        fixture.happen(.accepted)
        for device in armed { fixture.report(.armed, from: fixture[keyPath: device]) }
        fixture.pass(to: .zero)
        return fixture
    }

    private func rings(_ orders: [DeliveryOrder]) -> Set<DeviceID> {
        Set(orders.filter { $0.stage == .ring }.map(\.device))
    }

    @Test("An armed phone is given the policy's time to report that it rings, and is rung when it does not")
    func confirmation() throws {
        let time = try #require(EscalationPolicy.partnerAlarm.confirmationTime)
        #expect(time == EscalationPolicy.defaultConfirmationTime)
        var fixture = dueFixture(armed: [\.phone], receivers: 1)
        #expect(fixture.pass(to: time + .milliseconds(-1)).isEmpty)
        #expect(fixture.pass(to: time).stages == [.ring])
    }

    @Test("The time for a confirmation is that of the first ring which spares no armed phone")
    func confirmationTime() {
        func policy(_ steps: EscalationStep...) -> EscalationPolicy { EscalationPolicy(name: "p", steps: steps) }
        let spared = EscalationStep(offset: .zero, audience: .receiver, stage: .ring, unless: [.armed])
        let early = EscalationStep(offset: -.seconds(5), audience: .receiver, stage: .ring)
        let third = EscalationStep(offset: .seconds(3), audience: .receiver, stage: .ring, unless: [.ringing])
        let sixth = EscalationStep(offset: .seconds(6), audience: .receiver, stage: .ring)
        #expect(policy(spared, early, sixth, third).confirmationTime == .seconds(3))
        #expect(policy(spared).confirmationTime == nil)
    }

    @Test("While no phone has reported, all of them are rung again, the armed one included")
    func noReceipt() {
        var fixture = dueFixture(armed: [\.tablet])
        #expect(rings(fixture.deliveries) == [fixture.phone])
        #expect(rings(fixture.pass(to: .seconds(60))) == [fixture.phone, fixture.tablet])
        #expect(rings(fixture.pass(to: .seconds(120))) == [fixture.phone, fixture.tablet])
    }

    @Test("A phone that rings is spared a minute later, and the one that does not is rung")
    func oneRings() {
        var fixture = dueFixture(armed: [\.tablet])
        fixture.report(.ringing, from: fixture.tablet)
        #expect(rings(fixture.pass(to: .seconds(60))) == [fixture.phone])
    }

    @Test("Repeats are critical on phones that grant it, time-sensitive elsewhere")
    func urgencies() {
        var fixture = AlarmFixture(in: .hours(2), receivers: 2)
        fixture.context.receivers[1].allowsCritical = true
        fixture.happen(.accepted)
        fixture.pass(to: .seconds(119))
        #expect(fixture.deliveries.allSatisfy { $0.urgency == .timeSensitive })
        let pressed = Dictionary(grouping: fixture.pass(to: .minutes(6)), by: \.device).mapValues {
            Set($0.map(\.urgency))
        }
        #expect(pressed == [fixture.phone: [.timeSensitive], fixture.tablet: [.critical]])
    }

    @Test("Every delivery order names its step")
    func timedSteps() {
        var fixture = AlarmFixture(in: .hours(2))
        fixture.happen(.accepted)
        fixture.pass(to: .minutes(2))
        #expect(
            fixture.deliveries.map(\.offset) == [nil, -.hours(1), -.minutes(10), .zero, .seconds(60), .seconds(120)]
        )
    }
}

@Suite("The escalation moves on at once")
struct SparedDevicesTests {
    private func dueFixture(armed: Bool) -> AlarmFixture {
        var fixture = AlarmFixture(in: .hours(2), receivers: 2)
        fixture.happen(.accepted)
        if armed { fixture.report(.armed, from: fixture.tablet) }
        fixture.pass(to: .seconds(2))
        return fixture
    }

    private func ring(of device: DeviceID, in fixture: AlarmFixture) -> DeliveryOrder? {
        fixture.deliveries.last { $0.device == device && $0.stage == .ring }
    }

    @Test(
        "A ring that is given up early is made up for on the phone that was spared",
        arguments: [DeliveryEnd.refused, .expired]
    )
    func spared(outcome: DeliveryEnd) throws {
        var fixture = dueFixture(armed: true)
        let failed = ring(of: fixture.phone, in: fixture)
        let ordered = try fixture.end(failed, outcome)
        #expect(ordered.stages == [.ring])
        #expect(ordered.map(\.device) == [fixture.tablet])
        #expect(ordered.map(\.deadline) == [fixture.alarm.due + .seconds(60)])
        #expect(ordered.map(\.offset) == [.zero])
        #expect(fixture.alarm.state == .ringing)
        #expect(try fixture.end(failed, outcome).isEmpty, "once")
        #expect(Set(fixture.pass(to: .seconds(60)).map(\.device)) == [fixture.phone, fixture.tablet])
    }

    @Test("A phone that rings already, or was rung, is not rung in another's place")
    func notTwice() throws {
        var ringing = dueFixture(armed: true)
        ringing.report(.ringing, from: ringing.tablet)
        #expect(try ringing.end(ring(of: ringing.phone, in: ringing), .refused).isEmpty)
        var rung = dueFixture(armed: false)
        #expect(try rung.end(ring(of: rung.phone, in: rung), .refused).isEmpty)
        #expect(rung.alarm.state == .ringing)
    }

    @Test("When no phone is left that could ring, the sender is told at once and not after ten minutes")
    func nobodyLeft() throws {
        var fixture = dueFixture(armed: false)
        try fixture.end(ring(of: fixture.phone, in: fixture), .refused)
        let told = try fixture.end(ring(of: fixture.tablet, in: fixture), .expired)
        #expect(told.stages == [.blocked])
        #expect(told.map(\.device) == [fixture.senderPhone])
        #expect(fixture.now < fixture.alarm.due + .seconds(60))
        #expect(fixture.alarm.state == .blocked)
        // Nothing is given up: the next step is taken all the same, and checks whether the push arrived.
        let next = fixture.pass(to: .seconds(60))
        #expect(next.stages == [.ring, .ring])
        #expect(next.allSatisfy { $0.isAwaited })
        #expect(try fixture.end(next.first, .refused).isEmpty, "the sender knows already")
    }

    @Test("It goes on, and the sender is told, when the gateway takes a push after all")
    func comesThrough() throws {
        var fixture = AlarmFixture(in: .hours(2))
        fixture.happen(.accepted)
        let first = fixture.pass(to: .zero).last
        #expect(first?.isAwaited == false)
        #expect(try fixture.end(first, .refused).stages == [.blocked])
        let second = fixture.pass(to: .seconds(60)).last
        #expect(try fixture.end(second, .accepted).stages == [.unblocked])
        #expect(fixture.alarm.state == .ringing)
        #expect(fixture.pass(to: .seconds(120)).map(\.isAwaited) == [false])
    }

    @Test(
        "It goes on, and the sender is told, when the phone reports",
        arguments: [AlarmReceipt.Report.ringing, .snoozed]
    )
    func speaks(report: AlarmReceipt.Report) throws {
        var fixture = AlarmFixture(in: .hours(2))
        fixture.happen(.accepted)
        try fixture.end(fixture.pass(to: .zero).last, .refused)
        #expect(fixture.report(report).stages == [.unblocked])
        #expect(fixture.alarm.state == (report == .snoozed ? .snoozed : .ringing))
    }

    @Test("A refused handoff tells the sender ahead of time that no phone will ring; the next one may undo that")
    func handoff() throws {
        var fixture = AlarmFixture(in: .hours(2))
        let handoff = fixture.happen(.accepted).last
        #expect(try fixture.end(handoff, .refused).stages == [.blocked])
        #expect(fixture.alarm.state == .blocked)
        let next = fixture.pass(to: -.hours(1)).last
        #expect(next?.isAwaited == true)
        #expect(try fixture.end(next, .accepted).stages == [.unblocked])
        #expect(fixture.alarm.state == .scheduled)
    }

    @Test("A phone that is armed needs no push: what is refused to it blocks nothing")
    func armedNeedsNone() throws {
        var fixture = AlarmFixture(in: .hours(2))
        let handoff = fixture.happen(.accepted).last
        fixture.report(.armed)
        #expect(try fixture.end(handoff, .refused).isEmpty)
        let ring = fixture.pass(to: .seconds(60)).last
        #expect(try fixture.end(ring, .refused).isEmpty)
        #expect(fixture.alarm.state == .ringing)
    }

    @Test("A delivery that expired, or was ordered in an earlier epoch, does not move the escalation")
    func ranOut() throws {
        var fixture = AlarmFixture(in: .hours(2))
        let handoff = fixture.happen(.accepted).last
        let ring = fixture.pass(to: .zero).last
        #expect(try fixture.end(handoff, .expired).isEmpty)
        fixture.pass(to: .seconds(60))
        #expect(try fixture.end(ring, .expired).isEmpty)
        #expect(fixture.alarm.state == .ringing)
        fixture.report(.snoozed)
        #expect(try fixture.end(ring, .refused).isEmpty)
        #expect(fixture.alarm.state == .snoozed)
    }

    @Test("A phone with another push token is trusted again, rings at once, and no other phone's failure is forgotten")
    func returned() throws {
        var fixture = dueFixture(armed: false)
        try fixture.end(ring(of: fixture.phone, in: fixture), .refused)
        try fixture.end(ring(of: fixture.tablet, in: fixture), .refused)
        #expect(fixture.happen(.devicesChanged).isEmpty)
        #expect(fixture.alarm.state == .blocked)
        let ordered = fixture.happen(.deviceReturned(fixture.tablet))
        #expect(ordered.stages == [.unblocked, .ring, .ring])
        #expect(fixture.alarm.state == .ringing)
        let awaited = Dictionary(uniqueKeysWithValues: ordered.dropFirst().map { ($0.device, $0.isAwaited) })
        #expect(awaited == [fixture.phone: true, fixture.tablet: false])
    }

    @Test("The person's other phone is rung when the push token of the first one is dead")
    func deadToken() throws {
        var fixture = dueFixture(armed: true)
        let failed = ring(of: fixture.phone, in: fixture)
        fixture.context.receivers.removeFirst()
        #expect(fixture.happen(.devicesChanged).isEmpty)
        #expect(try fixture.end(failed, .refused).map(\.device) == [fixture.tablet])
        #expect(fixture.alarm.state == .ringing)
    }
}
