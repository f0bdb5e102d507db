import AlarmCore
import AlarmWire
import Delivery
import Engine
import RelayTesting
import Storage
import Testing

@Suite("The funnel of a device")
struct FunnelTests {
    private func funnel(_ id: AlarmID, _ couple: Couple, in scene: EngineScene) async throws -> DeliveryFunnel {
        try #require(try await scene.view(id, for: couple.ana).deliveries.first)
    }

    @Test("A phone without system alarms is followed from the relay to the answer, and which rung worked is told")
    func pushed() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let start = scene.now
        let id = try await scene.setAlarm(couple, in: .minutes(5))
        try await scene.pass(.seconds(2))
        try await scene.report(.received, of: id, from: couple.ben)
        try await scene.pass(until: start + .minutes(5) + .seconds(61))
        var told = try await funnel(id, couple, in: scene)
        #expect(told.worked == nil)
        #expect(told.attempts == 3)
        try await scene.report(.ringing, of: id, from: couple.ben)
        try await scene.pass(.seconds(60))
        try await scene.report(.acknowledged, of: id, from: couple.ben)
        told = try await funnel(id, couple, in: scene)
        #expect((told.relayed, told.delivered, told.received) == (start, start, start + .seconds(2)))
        #expect(told.armed == nil)
        #expect(told.ringing == start + .minutes(5) + .seconds(61))
        #expect(told.acknowledged == start + .minutes(5) + .seconds(121))
        #expect(told.worked == DeliveryFunnel.Rung(stage: .ring, urgency: .timeSensitive, offset: .seconds(60)))
        #expect(told.worked?.description == "ring +1m time-sensitive")
        #expect(told.attempts == 4)
    }

    @Test("Of a phone that armed itself and rang on time it is told that the handoff worked")
    func armed() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let id = try await scene.setAlarm(couple, in: .minutes(5))
        try await scene.catchUp()
        scene.clock.advance(by: .seconds(1))
        try await scene.report(.armed, of: id, from: couple.ben)
        #expect(try await funnel(id, couple, in: scene).received == scene.now)
        try await scene.pass(.minutes(5))
        try await scene.report(.ringing, of: id, from: couple.ben)
        let told = try await funnel(id, couple, in: scene)
        #expect(told.worked == DeliveryFunnel.Rung(stage: .handoff, urgency: .timeSensitive))
        #expect(told.worked?.description == "handoff")
    }

    @Test("A critical repeat that woke the phone is told as such")
    func critical() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        var ben = couple.ben
        ben.capabilities.criticalAlerts = true
        let entitled = ben
        try await scene.store.write { try $0.update(entitled) }
        let id = try await scene.setAlarm(couple, in: .zero)
        try await scene.pass(.seconds(185))
        try await scene.report(.acknowledged, of: id, from: couple.ben)
        #expect(try await funnel(id, couple, in: scene).worked?.description == "ring +3m critical")
    }

    @Test("A push that was refused or is still to come did not work; one that is under way may have")
    func unsent() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let id = try await scene.setAlarm(couple, in: .zero)
        scene.channel.answerNext(.rejected(reason: "BadTopic"))
        try await scene.pass(.seconds(59))
        scene.channel.hold()
        scene.clock.advance(by: .seconds(1))
        _ = try await scene.scheduler.wakeDue()
        async let sent = scene.dispatcher.sendReady()
        await scene.channel.started(3)
        try await scene.report(.ringing, of: id, from: couple.ben)
        #expect(try await funnel(id, couple, in: scene).worked?.offset == .seconds(60))
        scene.channel.release()
        _ = try await sent
        let told = try await funnel(id, couple, in: scene)
        #expect(told.worked?.offset == .seconds(60))
        #expect(told.error == "BadTopic")
    }

    @Test("What a device is told in a synchronisation it has received, once, and nobody is called for that")
    func synchronised() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let id = try await scene.setAlarm(couple)
        scene.clock.advance(by: .seconds(3))
        let before = try await scene.row(id)
        let cursor = try await scene.synchronise(couple.ben).cursor
        #expect(try await funnel(id, couple, in: scene).received == scene.now)
        let after = try await scene.row(id)
        #expect((after.change, after.changedAt) == (before.change, before.changedAt))
        scene.clock.advance(by: .seconds(3))
        for since in [nil, cursor] { _ = try await scene.synchronise(couple.ben, since: since) }
        #expect(try await scene.synchronise(couple.ben, since: cursor).alarms.isEmpty)
        #expect(try await scene.record(id) == [.accepted, .received])
        #expect(try await funnel(id, couple, in: scene).received == scene.now - .seconds(3))
    }

    @Test("A synchronisation of the sender, or one that finds the relay's disk full, tells what it has to tell")
    func unnoted() async throws {
        let store = InterruptedStore()
        let scene = try EngineScene(store: store)
        let couple = try await scene.couple()
        let id = try await scene.setAlarm(couple)
        _ = try await scene.synchronise(couple.ana)
        #expect(try await scene.record(id) == [.accepted])
        store.failNextWrites(.full)
        #expect(try await scene.synchronise(couple.ben).alarms.map(\.id) == [id])
        #expect(try await scene.record(id) == [.accepted])
        _ = try await scene.synchronise(couple.ben)
        #expect(try await scene.record(id) == [.accepted, .received])
    }

    @Test("A device that came later and was told of it has its funnel begin there")
    func later() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let id = try await scene.setAlarm(couple, in: .minutes(5))
        scene.clock.advance(by: .seconds(30))
        let tablet = try await scene.addDevice(besides: couple.ben)
        let told = scene.now
        _ = try await scene.synchronise(tablet)
        try await scene.pass(.minutes(5))
        let funnel = try #require(try await scene.view(id, for: couple.ana).deliveries.last)
        #expect((funnel.relayed, funnel.received) == (told, told))
        #expect(funnel.delivered == told + .minutes(4) + .seconds(30))
    }

    @Test(
        "What a phone says again changes no alarm, and calls nobody",
        arguments: [AlarmReceipt.Report.received, .armed]
    )
    func repeated(report: AlarmReceipt.Report) async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let id = try await scene.setAlarm(couple)
        try await scene.report(report, of: id, from: couple.ben)
        let row = try await scene.row(id)
        scene.clock.advance(by: .seconds(1))
        for _ in 0..<3 { try await scene.report(report, of: id, from: couple.ben) }
        #expect(try await scene.row(id) == row)
    }
}
