import AlarmCore
import Testing

@Suite("The ladder decides by what is known of each phone")
struct FallbackTests {
    private func dueScene(armed: [KeyPath<AlarmScene, DeviceID>] = [], receivers: Int = 2) -> AlarmScene {
        var scene = AlarmScene(in: .hours(2), receivers: receivers)
        scene.happen(.accepted)
        for device in armed { scene.report(.armed, from: scene[keyPath: device]) }
        scene.pass(to: .zero)
        return scene
    }

    private func rings(_ orders: [DeliveryOrder]) -> Set<DeviceID> {
        Set(orders.filter { $0.stage == .ring }.map(\.device))
    }

    @Test("An armed phone is given the policy's time to report that it rings, and is rung when it does not")
    func confirmation() throws {
        let time = try #require(EscalationPolicy.partnerAlarm.confirmationTime)
        #expect(time == EscalationPolicy.usualConfirmationTime)
        var scene = dueScene(armed: [\.phone], receivers: 1)
        #expect(scene.pass(to: time + .milliseconds(-1)).isEmpty)
        #expect(scene.pass(to: time).stages == [.ring])
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

    @Test("While no phone has said a word, all of them are rung again, the armed one included")
    func noReceipt() {
        var scene = dueScene(armed: [\.tablet])
        #expect(rings(scene.deliveries) == [scene.phone])
        #expect(rings(scene.pass(to: .seconds(60))) == [scene.phone, scene.tablet])
        #expect(rings(scene.pass(to: .seconds(120))) == [scene.phone, scene.tablet])
    }

    @Test("A phone that rings is spared a minute later, and the one that does not is rung")
    func oneRings() {
        var scene = dueScene(armed: [\.tablet])
        scene.report(.ringing, from: scene.tablet)
        #expect(rings(scene.pass(to: .seconds(60))) == [scene.phone])
    }

    @Test("Each phone is pressed as hard as it allows: critical where that is granted, time-sensitive elsewhere")
    func urgencies() {
        var scene = AlarmScene(in: .hours(2), receivers: 2)
        scene.context.receivers[1].allowsCritical = true
        scene.happen(.accepted)
        scene.pass(to: .seconds(119))
        #expect(scene.deliveries.allSatisfy { $0.urgency == .timeSensitive })
        let pressed = Dictionary(grouping: scene.pass(to: .minutes(6)), by: \.device).mapValues {
            Set($0.map(\.urgency))
        }
        #expect(pressed == [scene.phone: [.timeSensitive], scene.tablet: [.critical]])
    }

    @Test("Every order says by which rung it was made")
    func rungs() {
        var scene = AlarmScene(in: .hours(2))
        scene.happen(.accepted)
        scene.pass(to: .minutes(2))
        #expect(
            scene.deliveries.map(\.offset) == [nil, -.hours(1), -.minutes(10), .zero, .seconds(60), .seconds(120)]
        )
    }
}

@Suite("The ladder moves on at once")
struct MoveOnTests {
    private func dueScene(armed: Bool) -> AlarmScene {
        var scene = AlarmScene(in: .hours(2), receivers: 2)
        scene.happen(.accepted)
        if armed { scene.report(.armed, from: scene.tablet) }
        scene.pass(to: .seconds(2))
        return scene
    }

    private func ring(of device: DeviceID, in scene: AlarmScene) -> DeliveryOrder? {
        scene.deliveries.last { $0.device == device && $0.stage == .ring }
    }

    @Test(
        "A ring that is given up early is made up for on the phone that was spared",
        arguments: [DeliveryEnd.refused, .expired]
    )
    func spared(outcome: DeliveryEnd) throws {
        var scene = dueScene(armed: true)
        let failed = ring(of: scene.phone, in: scene)
        let ordered = try scene.end(failed, outcome)
        #expect(ordered.stages == [.ring])
        #expect(ordered.map(\.device) == [scene.tablet])
        #expect(ordered.map(\.deadline) == [scene.alarm.due + .seconds(60)])
        #expect(ordered.map(\.offset) == [.zero])
        #expect(scene.alarm.state == .ringing)
        #expect(try scene.end(failed, outcome).isEmpty, "once")
        #expect(Set(scene.pass(to: .seconds(60)).map(\.device)) == [scene.phone, scene.tablet])
    }

    @Test("A phone that rings already, or was rung, is not rung in another's place")
    func notTwice() throws {
        var ringing = dueScene(armed: true)
        ringing.report(.ringing, from: ringing.tablet)
        #expect(try ringing.end(ring(of: ringing.phone, in: ringing), .refused).isEmpty)
        var rung = dueScene(armed: false)
        #expect(try rung.end(ring(of: rung.phone, in: rung), .refused).isEmpty)
        #expect(rung.alarm.state == .ringing)
    }

    @Test("When no phone is left that could ring, the sender is told now and not after ten minutes")
    func nobodyLeft() throws {
        var scene = dueScene(armed: false)
        try scene.end(ring(of: scene.phone, in: scene), .refused)
        let told = try scene.end(ring(of: scene.tablet, in: scene), .expired)
        #expect(told.stages == [.blocked])
        #expect(told.map(\.device) == [scene.senderPhone])
        #expect(scene.now < scene.alarm.due + .seconds(60))
        #expect(scene.alarm.state == .blocked)
        // Nobody gives up: the next rung is taken all the same, and asks whether it came through.
        let next = scene.pass(to: .seconds(60))
        #expect(next.stages == [.ring, .ring])
        #expect(next.allSatisfy { $0.isAwaited })
        #expect(try scene.end(next.first, .refused).isEmpty, "the sender knows already")
    }

    @Test("It goes on, and the sender is told, when the gateway takes a push after all")
    func comesThrough() throws {
        var scene = AlarmScene(in: .hours(2))
        scene.happen(.accepted)
        let first = scene.pass(to: .zero).last
        #expect(first?.isAwaited == false)
        #expect(try scene.end(first, .refused).stages == [.blocked])
        let second = scene.pass(to: .seconds(60)).last
        #expect(try scene.end(second, .accepted).stages == [.unblocked])
        #expect(scene.alarm.state == .ringing)
        #expect(scene.pass(to: .seconds(120)).map(\.isAwaited) == [false])
    }

    @Test(
        "It goes on, and the sender is told, when the phone speaks",
        arguments: [AlarmReceipt.Report.ringing, .snoozed]
    )
    func speaks(report: AlarmReceipt.Report) throws {
        var scene = AlarmScene(in: .hours(2))
        scene.happen(.accepted)
        try scene.end(scene.pass(to: .zero).last, .refused)
        #expect(scene.report(report).stages == [.unblocked])
        #expect(scene.alarm.state == (report == .snoozed ? .snoozed : .ringing))
    }

    @Test("A handoff that is refused tells ahead of time that nobody will ring; the next one may undo it")
    func handoff() throws {
        var scene = AlarmScene(in: .hours(2))
        let handoff = scene.happen(.accepted).last
        #expect(try scene.end(handoff, .refused).stages == [.blocked])
        #expect(scene.alarm.state == .blocked)
        let next = scene.pass(to: -.hours(1)).last
        #expect(next?.isAwaited == true)
        #expect(try scene.end(next, .accepted).stages == [.unblocked])
        #expect(scene.alarm.state == .scheduled)
    }

    @Test("A phone that is armed needs no push: what is refused to it blocks nothing")
    func armedNeedsNone() throws {
        var scene = AlarmScene(in: .hours(2))
        let handoff = scene.happen(.accepted).last
        scene.report(.armed)
        #expect(try scene.end(handoff, .refused).isEmpty)
        let ring = scene.pass(to: .seconds(60)).last
        #expect(try scene.end(ring, .refused).isEmpty)
        #expect(scene.alarm.state == .ringing)
    }

    @Test("What merely ran out at its deadline, or was made for an earlier epoch, moves nothing")
    func ranOut() throws {
        var scene = AlarmScene(in: .hours(2))
        let handoff = scene.happen(.accepted).last
        let ring = scene.pass(to: .zero).last
        #expect(try scene.end(handoff, .expired).isEmpty)
        scene.pass(to: .seconds(60))
        #expect(try scene.end(ring, .expired).isEmpty)
        #expect(scene.alarm.state == .ringing)
        scene.report(.snoozed)
        #expect(try scene.end(ring, .refused).isEmpty)
        #expect(scene.alarm.state == .snoozed)
    }

    @Test("A phone with another push token is trusted again, rings at once, and no other phone's failure is forgotten")
    func returned() throws {
        var scene = dueScene(armed: false)
        try scene.end(ring(of: scene.phone, in: scene), .refused)
        try scene.end(ring(of: scene.tablet, in: scene), .refused)
        #expect(scene.happen(.devicesChanged).isEmpty)
        #expect(scene.alarm.state == .blocked)
        let ordered = scene.happen(.deviceReturned(scene.tablet))
        #expect(ordered.stages == [.unblocked, .ring, .ring])
        #expect(scene.alarm.state == .ringing)
        let awaited = Dictionary(uniqueKeysWithValues: ordered.dropFirst().map { ($0.device, $0.isAwaited) })
        #expect(awaited == [scene.phone: true, scene.tablet: false])
    }

    @Test("The person's other phone is rung when the token of the one that was rung dies")
    func deadToken() throws {
        var scene = dueScene(armed: true)
        let failed = ring(of: scene.phone, in: scene)
        scene.context.receivers.removeFirst()
        #expect(scene.happen(.devicesChanged).isEmpty)
        #expect(try scene.end(failed, .refused).map(\.device) == [scene.tablet])
        #expect(scene.alarm.state == .ringing)
    }
}
