import AlarmCore
import AlarmWire
import Delivery
import Engine
import RelayTesting
import Storage
import Testing

@Suite("The funnel of a device")
struct FunnelTests {
    private func funnel(
        _ id: AlarmID,
        _ couple: PairedDevices,
        in fixture: EngineFixture
    ) async throws -> DeliveryFunnel {
        try #require(try await fixture.view(id, for: couple.ana).deliveries.first)
    }

    @Test("A phone without system alarms is followed from the relay to the answer, with the step that worked")
    func pushed() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let start = fixture.now
        let id = try await fixture.setAlarm(couple, in: .minutes(5))
        try await fixture.pass(.seconds(2))
        try await fixture.report(.received, of: id, from: couple.ben)
        try await fixture.pass(until: start + .minutes(5) + .seconds(61))
        var told = try await funnel(id, couple, in: fixture)
        #expect(told.worked == nil)
        #expect(told.attempts == 3)
        try await fixture.report(.ringing, of: id, from: couple.ben)
        try await fixture.pass(.seconds(60))
        try await fixture.report(.acknowledged, of: id, from: couple.ben)
        told = try await funnel(id, couple, in: fixture)
        #expect((told.relayed, told.delivered, told.received) == (start, start, start + .seconds(2)))
        #expect(told.armed == nil)
        #expect(told.ringing == start + .minutes(5) + .seconds(61))
        #expect(told.acknowledged == start + .minutes(5) + .seconds(121))
        #expect(told.worked == DeliveryFunnel.Step(stage: .ring, urgency: .timeSensitive, offset: .seconds(60)))
        #expect(told.worked?.description == "ring +1m time-sensitive")
        #expect(told.attempts == 4)
    }

    @Test("For a phone that armed itself and rang on time the handoff is named as the step that worked")
    func armed() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple, in: .minutes(5))
        try await fixture.catchUp()
        fixture.clock.advance(by: .seconds(1))
        try await fixture.report(.armed, of: id, from: couple.ben)
        #expect(try await funnel(id, couple, in: fixture).received == fixture.now)
        try await fixture.pass(.minutes(5))
        try await fixture.report(.ringing, of: id, from: couple.ben)
        let told = try await funnel(id, couple, in: fixture)
        #expect(told.worked == DeliveryFunnel.Step(stage: .handoff, urgency: .timeSensitive))
        #expect(told.worked?.description == "handoff")
    }

    @Test(
        "A phone without a connection rang when its late report says, no earlier than it can have, and no later than now",
        arguments: [(Span.minutes(5), Span.minutes(5)), (-.days(1), .minutes(4)), (.days(1), .minutes(9))]
    )
    func offline(told: Span, shown: Span) async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let start = fixture.now
        let id = try await fixture.setAlarm(couple, in: .minutes(5))
        try await fixture.catchUp()
        fixture.clock.advance(by: .seconds(1))
        try await fixture.report(.armed, of: id, from: couple.ben)
        try await fixture.pass(until: start + .minutes(9))
        try await fixture.report(.ringing, of: id, from: couple.ben, at: start + told)
        let funnel = try await funnel(id, couple, in: fixture)
        #expect(funnel.ringing == start + shown)
        #expect((funnel.received, funnel.armed) == (start + .seconds(1), start + .seconds(1)))
    }

    @Test("A push that failed before a late report that the phone rang is an error of the past")
    func lateContact() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let start = fixture.now
        fixture.channel.answer { $0.alarm?.stage == .ring ? .rejected(reason: "BadTopic") : .accepted }
        let id = try await fixture.setAlarm(couple, in: .minutes(5))
        try await fixture.catchUp()
        try await fixture.report(.armed, of: id, from: couple.ben)
        try await fixture.pass(until: start + .minutes(9))
        #expect(try await funnel(id, couple, in: fixture).error == "BadTopic")
        try await fixture.report(.ringing, of: id, from: couple.ben, at: start + .minutes(5))
        let told = try await funnel(id, couple, in: fixture)
        #expect((told.error, told.pastError) == (nil, "BadTopic"))
    }

    @Test("A ring that is reported after the answer is told if it was before, once, and changes nothing else")
    func answeredFirst() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let start = fixture.now
        let id = try await fixture.setAlarm(couple, in: .minutes(5))
        try await fixture.catchUp()
        try await fixture.report(.armed, of: id, from: couple.ben)
        try await fixture.pass(until: start + .minutes(9))
        try await fixture.report(.acknowledged, of: id, from: couple.ben)
        try await fixture.pass(.seconds(1))
        let row = try await fixture.row(id)
        try await fixture.report(.ringing, of: id, from: couple.ben)
        #expect(try await funnel(id, couple, in: fixture).ringing == nil)
        for _ in 0..<2 {
            try await fixture.report(.ringing, of: id, from: couple.ben, at: start + .minutes(5))
        }
        let told = try await funnel(id, couple, in: fixture)
        #expect((told.ringing, told.acknowledged) == (start + .minutes(5), start + .minutes(9)))
        #expect(try await fixture.record(id).count { $0 == .ringing } == 1)
        #expect(try await fixture.view(id, for: couple.ana).ending == .answered)
        #expect(try await fixture.row(id) == row)
    }

    @Test("A critical repeat that woke the phone is named as the step that worked")
    func critical() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        var ben = couple.ben
        ben.capabilities.criticalAlerts = true
        let entitled = ben
        try await fixture.store.write { try $0.update(entitled) }
        let id = try await fixture.setAlarm(couple, in: .zero)
        try await fixture.pass(.seconds(185))
        try await fixture.report(.acknowledged, of: id, from: couple.ben)
        #expect(try await funnel(id, couple, in: fixture).worked?.description == "ring +3m critical")
    }

    @Test("A push that was refused or is still to come did not work; one that is under way may have")
    func unsent() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple, in: .zero)
        fixture.channel.answerNext(.rejected(reason: "BadTopic"))
        try await fixture.pass(.seconds(59))
        fixture.channel.hold()
        fixture.clock.advance(by: .seconds(1))
        _ = try await fixture.scheduler.wakeDue()
        async let sent = fixture.dispatcher.sendReady()
        await fixture.channel.started(3)
        try await fixture.report(.ringing, of: id, from: couple.ben)
        #expect(try await funnel(id, couple, in: fixture).worked?.offset == .seconds(60))
        fixture.channel.release()
        _ = try await sent
        let told = try await funnel(id, couple, in: fixture)
        #expect(told.worked?.offset == .seconds(60))
        #expect((told.error, told.pastError) == (nil, "BadTopic"))
    }

    @Test("The error of a push is told as one of the past once a later push was taken, with its time")
    func overcome() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let start = fixture.now
        fixture.channel.answer { $0.alarm?.stage == .handoff ? .rejected(reason: "BadTopic") : .accepted }
        let id = try await fixture.setAlarm(couple, in: .minutes(5))
        try await fixture.pass(.minutes(4))
        var told = try await funnel(id, couple, in: fixture)
        #expect((told.error, told.pastError, told.pastErrorAt) == ("BadTopic", nil, nil))
        try await fixture.pass(until: start + .minutes(5) + .seconds(5))
        told = try await funnel(id, couple, in: fixture)
        #expect(told.delivered != nil)
        #expect((told.error, told.pastError, told.pastErrorAt) == (nil, "BadTopic", start))
    }

    @Test("The error of a push is one of the past once its phone has reported, until a push fails again")
    func confirmed() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        fixture.channel.answer { _ in .rejected(reason: "BadTopic") }
        let id = try await fixture.setAlarm(couple, in: .minutes(5))
        try await fixture.pass(.minutes(1))
        #expect(try await funnel(id, couple, in: fixture).error == "BadTopic")
        try await fixture.report(.received, of: id, from: couple.ben)
        var told = try await funnel(id, couple, in: fixture)
        #expect((told.error, told.pastError) == (nil, "BadTopic"))
        try await fixture.pass(.minutes(4) + .seconds(5))
        told = try await funnel(id, couple, in: fixture)
        #expect((told.error, told.pastError) == ("BadTopic", nil))
    }

    @Test("A push that got through at a later attempt leaves no error but one of the past")
    func retried() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let start = fixture.now
        let reason = RetryReason(label: "not listening", description: "not listening", concernsChannel: false)
        fixture.channel.answerNext(.retry(after: .seconds(5), reason: reason, indeterminate: false))
        let id = try await fixture.setAlarm(couple, in: .minutes(30))
        try await fixture.catchUp()
        #expect(try await funnel(id, couple, in: fixture).error == "not listening")
        try await fixture.pass(.minutes(1))
        let told = try await funnel(id, couple, in: fixture)
        #expect((told.error, told.pastError, told.pastErrorAt) == (nil, "not listening", start))
    }

    @Test("An alarm in a synchronisation counts as received, once, which is no change to announce")
    func synchronised() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple)
        fixture.clock.advance(by: .seconds(3))
        let before = try await fixture.row(id)
        let cursor = try await fixture.synchronise(couple.ben).cursor
        #expect(try await funnel(id, couple, in: fixture).received == fixture.now)
        let after = try await fixture.row(id)
        #expect((after.change, after.changedAt) == (before.change, before.changedAt))
        fixture.clock.advance(by: .seconds(3))
        for since in [nil, cursor] { _ = try await fixture.synchronise(couple.ben, since: since) }
        #expect(try await fixture.synchronise(couple.ben, since: cursor).alarms.isEmpty)
        #expect(try await fixture.record(id) == [.accepted, .received])
        #expect(try await funnel(id, couple, in: fixture).received == fixture.now - .seconds(3))
    }

    @Test("A synchronisation of the sender, or on a full disk, returns its alarms and records no receipt")
    func unnoted() async throws {
        let store = InterruptedStore()
        let fixture = try EngineFixture(store: store)
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple)
        _ = try await fixture.synchronise(couple.ana)
        #expect(try await fixture.record(id) == [.accepted])
        store.failNextWrites(.full)
        #expect(try await fixture.synchronise(couple.ben).alarms.map(\.id) == [id])
        #expect(try await fixture.record(id) == [.accepted])
        _ = try await fixture.synchronise(couple.ben)
        #expect(try await fixture.record(id) == [.accepted, .received])
    }

    @Test("The funnel of a device that was linked later begins when it was told")
    func later() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple, in: .minutes(5))
        fixture.clock.advance(by: .seconds(30))
        let tablet = try await fixture.addDevice(besides: couple.ben)
        let told = fixture.now
        _ = try await fixture.synchronise(tablet)
        try await fixture.pass(.minutes(5))
        let funnel = try #require(try await fixture.view(id, for: couple.ana).deliveries.last)
        #expect((funnel.relayed, funnel.received) == (told, told))
        #expect(funnel.delivered == told + .minutes(4) + .seconds(30))
    }

    @Test(
        "A repeated report changes no alarm, and sends no notice",
        arguments: [AlarmReceipt.Report.received, .armed]
    )
    func repeated(report: AlarmReceipt.Report) async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple)
        try await fixture.report(report, of: id, from: couple.ben)
        let row = try await fixture.row(id)
        fixture.clock.advance(by: .seconds(1))
        for _ in 0..<3 { try await fixture.report(report, of: id, from: couple.ben) }
        #expect(try await fixture.row(id) == row)
    }
}
