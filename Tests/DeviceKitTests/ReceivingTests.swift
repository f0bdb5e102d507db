import AlarmCore
import AlarmWire
import Sealing
import Testing

@testable import DeviceKit

@Suite("A device takes over alarms and reports what became of them")
struct ReceivingTests {
    private static let due = noon + .hours(1)

    private func push(
        _ stage: PushStage,
        _ couple: inout PairedProfiles,
        revision: Int = 1,
        snoozedUntil: Instant? = nil
    ) throws -> [UInt8] {
        let message = try couple.seal(MessagePlaintext(id: PlannerTests.id, time: Self.due, text: "Tea?"))
        let push = AlarmPush(
            stage: stage,
            id: PlannerTests.id,
            revision: revision,
            time: Self.due,
            snoozedUntil: snoozedUntil,
            message: stage == .cancel ? nil : message
        )
        return try PushPayload(push, urgency: .timeSensitive).bytes
    }

    private func receipt(_ state: AlarmState, revision: Int = 1) -> ScriptedTransport.Step {
        .ok(ReceiptAccepted(id: PlannerTests.id, state: state, revision: revision))
    }

    private func synced(
        _ couple: inout PairedProfiles,
        _ id: AlarmID,
        state: AlarmState = .scheduled
    ) throws -> SyncedAlarm {
        SyncedAlarm(
            id: id,
            pair: PairedProfiles.pairID,
            state: state,
            revision: 1,
            time: Self.due,
            ttl: .minutes(10),
            sound: "default",
            message: try couple.seal(MessagePlaintext(id: id, time: Self.due, text: "Tea?"))
        )
    }

    @Test("Handed off, armed, rung, answered: each step is asked for once and reported once")
    func life() async throws {
        var couple = try PairedProfiles()
        let clock = TestClock()
        let transport = ScriptedTransport()
        let device = LocalDevice(couple.ben, transport, clock: clock)

        let handoff = try push(.handoff, &couple)
        #expect(try await device.open(push: handoff).plan.armsAt == Self.due)
        transport.add(receipt(.armed))
        try await device.report(.armed, of: PlannerTests.id)
        #expect(try await device.open(push: handoff).plan.actions == [.ignore(.repeated)])

        clock.advance(by: .minutes(61))
        let ring = try push(.ring, &couple)
        #expect(try await device.open(push: ring).plan.actions == [.ring(again: false)])
        transport.add(receipt(.ringing), receipt(.acknowledged))
        try await device.report(.ringing, of: PlannerTests.id)
        try await device.report(.acknowledged, of: PlannerTests.id, reply: "Got it")
        #expect(try await device.open(push: ring).plan.actions == [.ignore(.answered)])

        let reports = try transport.sent.map { try Receipt(json: couple.ben.opened($0).body) }
        #expect(reports.map(\.report) == [.armed, .ringing, .acknowledged])
        #expect(reports.map(\.at) == [noon, clock.now, clock.now])
        couple.ana.outgoing = [
            SentAlarm(id: PlannerTests.id, pair: PairedProfiles.pairID, text: "Tea?", time: Self.due)
        ]
        let reply = try #require(reports[2].reply)
        let opened = couple.ana.open(reply: reply, to: PlannerTests.id, time: Self.due, at: noon)
        #expect(opened.words == .verified("Got it"))
    }

    @Test("A newer revision at the relay is told, so that the device syncs")
    func stale() async throws {
        var couple = try PairedProfiles()
        let transport = ScriptedTransport([receipt(.scheduled, revision: 2)])
        let device = LocalDevice(couple.ben, transport)
        _ = try await device.open(push: try push(.handoff, &couple))
        let outcome = try await device.report(.armed, of: PlannerTests.id)
        #expect(outcome == .stale(ReceiptAccepted(id: PlannerTests.id, state: .scheduled, revision: 2)))
    }

    @Test("A ring at the end of a snooze that the relay cut short rings, and one before it does not")
    func shortenedSnooze() async throws {
        var couple = try PairedProfiles()
        let accepted = ReceiptAccepted(
            id: PlannerTests.id,
            state: .snoozed,
            revision: 1,
            snoozedUntil: Self.due + .minutes(5)
        )
        let transport = ScriptedTransport([receipt(.ringing), .ok(accepted)])
        let clock = TestClock(Self.due)
        let device = LocalDevice(couple.ben, transport, clock: clock)
        let ring = try push(.ring, &couple)
        _ = try await device.open(push: ring)
        try await device.report(.ringing, of: PlannerTests.id)
        try await device.report(.snoozed, of: PlannerTests.id, until: Self.due + .hours(1))
        clock.advance(by: .minutes(2))
        #expect(try await device.open(push: ring).plan.actions == [.ignore(.snoozed)])
        clock.advance(by: .minutes(3))
        #expect(try await device.open(push: ring).plan.rings)
    }

    @Test("A device that fell silent because another one turned the sound off does not ring at its next sync")
    func soundOffElsewhere() async throws {
        var couple = try PairedProfiles()
        let clock = TestClock(Self.due)
        let transport = ScriptedTransport()
        let device = LocalDevice(couple.ben, transport, clock: clock)
        #expect(try await device.open(push: try push(.ring, &couple)).plan.rings)
        #expect(try await device.open(push: try push(.cancel, &couple)).plan.actions == [.disarm])
        clock.advance(by: .minutes(1))
        var alarm = try synced(&couple, PlannerTests.id, state: .ringing)
        for isSoundOff in [true, false] {
            alarm.isSoundOff = isSoundOff
            transport.add(
                .ok(SyncAnswer(cursor: SyncCursor(change: 2), alarms: [alarm], gone: [], serverTime: clock.now))
            )
            #expect(try await device.sync().toRing.isEmpty == isSoundOff)
        }
    }

    /// Rings, ends that here as `ending` says, and hears by a sync after `pause` of a snooze of `length` elsewhere.
    private func snoozeElsewhere(
        after ending: (LocalDevice, inout PairedProfiles) async throws -> Void,
        pause: Span,
        for length: Span,
        _ transport: ScriptedTransport = ScriptedTransport()
    ) async throws -> (device: LocalDevice, clock: TestClock, ring: [UInt8]) {
        var couple = try PairedProfiles()
        let clock = TestClock(Self.due)
        let device = LocalDevice(couple.ben, transport, clock: clock)
        let ring = try push(.ring, &couple)
        #expect(try await device.open(push: ring).plan.rings)
        try await ending(device, &couple)
        clock.advance(by: pause)
        var alarm = try synced(&couple, PlannerTests.id, state: .snoozed)
        alarm.snoozedUntil = clock.now + length
        alarm.clear = ClearWords(circle: CircleID(high: 2, low: 1), by: PersonID(high: 1, low: 1), text: "Tea?")
        transport.add(.ok(SyncAnswer(cursor: SyncCursor(change: 2), alarms: [alarm], gone: [], serverTime: clock.now)))
        #expect(try await device.sync().toRing.isEmpty)
        clock.advance(by: length)
        return (device, clock, ring)
    }

    @Test(
        "A device whose sound was turned off rings again at the end of a snooze that was taken on another device",
        arguments: [Span.seconds(2), .minutes(1)]
    )
    func snoozedElsewhereAfterSoundOff(pause: Span) async throws {
        let transport = ScriptedTransport([receipt(.ringing)])
        let (device, _, ring) = try await snoozeElsewhere(
            after: { device, _ in try await device.report(.dismissed, of: PlannerTests.id) },
            pause: pause,
            for: .seconds(15),
            transport
        )
        #expect(try await device.open(push: ring).plan.actions == [.ring(again: false)])
    }

    @Test("A snooze on another device that is shorter than a ring may take on its way rings at its end, not before")
    func shortSnoozeElsewhere() async throws {
        let (device, clock, ring) = try await snoozeElsewhere(
            after: { device, couple in
                let cancel = try push(.cancel, &couple)
                #expect(try await device.open(push: cancel).plan.actions == [.disarm])
            },
            pause: .milliseconds(500),
            for: .seconds(8)
        )
        clock.advance(by: -.seconds(5))
        #expect(try await device.open(push: ring).plan.actions == [.ignore(.overtaken)])
        clock.advance(by: .seconds(5))
        #expect(try await device.open(push: ring).plan.actions == [.ring(again: false)])
    }

    @Test("A phone that first hears of an alarm while it is snoozed arms it for the end of the snooze")
    func snoozedElsewhere() async throws {
        var couple = try PairedProfiles()
        let end = Self.due + .minutes(30)
        let clock = TestClock(Self.due + .minutes(20))
        let device = LocalDevice(couple.ben, ScriptedTransport(), clock: clock)
        let handoff = try push(.handoff, &couple, snoozedUntil: end)
        let plan = try await device.open(push: handoff).plan
        #expect(plan.actions == [.arm(at: end)])
    }

    @Test("A snooze that the relay refuses is none: what it rings next sounds")
    func refusedSnooze() async throws {
        var couple = try PairedProfiles()
        let transport = ScriptedTransport([receipt(.ringing), .problem(Problem(.conflict))])
        let clock = TestClock(Self.due)
        let device = LocalDevice(couple.ben, transport, clock: clock)
        let ring = try push(.ring, &couple)
        _ = try await device.open(push: ring)
        try await device.report(.ringing, of: PlannerTests.id)
        await #expect(throws: DeviceError.self) {
            try await device.report(.snoozed, of: PlannerTests.id, until: Self.due + .hours(1))
        }
        clock.advance(by: .minutes(1))
        #expect(try await device.open(push: ring).plan.rings)
    }

    @Test("An answer given without a network is kept, counts here at once, and goes out with the next sync")
    func offline() async throws {
        var couple = try PairedProfiles()
        let transport = ScriptedTransport()
        let device = LocalDevice(couple.ben, transport, clock: TestClock(Self.due))
        let ring = try push(.ring, &couple)
        _ = try await device.open(push: ring)
        #expect(try await device.report(.acknowledged, of: PlannerTests.id) == .kept)
        #expect(try await device.open(push: ring).plan.actions == [.ignore(.answered)])

        let before = transport.sent.count
        transport.add(
            receipt(.acknowledged),
            .ok(SyncAnswer(cursor: SyncCursor(change: 1), alarms: [], gone: [], serverTime: noon))
        )
        _ = try await device.sync()
        let requests = try transport.sent[before...].map { try couple.ben.opened($0) }
        #expect(
            requests.map(\.target) == [
                Endpoints.Alarms.report.target(PlannerTests.id), Endpoints.Sync.synchronise.path,
            ]
        )
        #expect(try Receipt(json: requests[0].body).report == .acknowledged)
        #expect(await device.profile.unsentReceipts.isEmpty)
    }

    @Test("A device without system alarms says that a handoff has come, and remembers nothing more for it")
    func received() async throws {
        var couple = try PairedProfiles()
        couple.ben.capabilities = Device.Capabilities(alarmKit: false, criticalAlerts: false, os: "18.1")
        let transport = ScriptedTransport([receipt(.scheduled)])
        let device = LocalDevice(couple.ben, transport)
        let plan = try await device.open(push: try push(.handoff, &couple)).plan
        #expect((plan.actions, plan.receipts) == ([.notify], [.received]))
        let before = await device.profile.alarm(PlannerTests.id)
        try await device.report(.received, of: PlannerTests.id)
        let sent = try Receipt(json: couple.ben.opened(transport.sent[0]).body)
        #expect((sent.report, sent.revision) == (.received, 1))
        #expect(await device.profile.alarm(PlannerTests.id) == before)
    }

    @Test("An alarm in a sync need not be reported as received")
    func receivedBySync() async throws {
        var couple = try PairedProfiles()
        couple.ben.capabilities = Device.Capabilities(alarmKit: false, criticalAlerts: false, os: "18.1")
        let alarm = try synced(&couple, PlannerTests.id)
        let answer = SyncAnswer(cursor: SyncCursor(change: 9), alarms: [alarm], gone: [], serverTime: noon)
        let outcome = try await LocalDevice(couple.ben, ScriptedTransport([.ok(answer)])).sync()
        #expect(outcome.items.map(\.plan.actions) == [[.notify]])
        #expect(outcome.items.map(\.plan.receipts) == [[]])
    }

    @Test("A kept receipt that the relay refuses for good does not block the sync")
    func refusedReceipt() async throws {
        var ben = try PairedProfiles().ben
        ben.unsentReceipts = [
            UnsentReceipt(id: PlannerTests.id, receipt: Receipt(report: .ringing, revision: 1, at: noon))
        ]
        let transport = ScriptedTransport([
            .problem(Problem(.notFound)),
            .ok(SyncAnswer(cursor: SyncCursor(change: 1), alarms: [], gone: [], serverTime: noon)),
        ])
        let device = LocalDevice(ben, transport)
        _ = try await device.sync()
        #expect(await device.profile.unsentReceipts.isEmpty)
    }

    @Test("A snooze ends by the relay's clock, also on a device whose own is wrong")
    func snooze() async throws {
        var couple = try PairedProfiles()
        couple.ben.clockOffset = .minutes(30)
        let clock = TestClock(Self.due - .minutes(30))
        let transport = ScriptedTransport([receipt(.snoozed)])
        let device = LocalDevice(couple.ben, transport, clock: clock)
        _ = try await device.open(push: try push(.ring, &couple))
        try await device.report(.snoozed, of: PlannerTests.id, until: clock.now + .minutes(5))
        let sent = try Receipt(json: couple.ben.opened(transport.sent[0]).body)
        #expect(sent.until == Self.due + .minutes(5))
        #expect(await device.profile.alarm(PlannerTests.id)?.phase == .snoozed(until: Self.due + .minutes(5)))
    }

    @Test("A message that could not be verified cannot be replied to")
    func unverifiedReply() async throws {
        let push = AlarmPush(stage: .ring, id: PlannerTests.id, revision: 1, time: Self.due)
        let transport = ScriptedTransport()
        let device = LocalDevice(try PairedProfiles().ben, transport)
        _ = try await device.open(push: try PushPayload(push, urgency: .active).bytes)
        await #expect {
            _ = try await device.report(.acknowledged, of: PlannerTests.id, reply: "Who are you?")
        } throws: { error in
            if case DeviceError.noOneToReplyTo = error { true } else { false }
        }
        #expect(transport.sent.isEmpty)
    }

    @Test("A sync arms what is new, rings what is due, and takes off what has gone")
    func sync() async throws {
        var couple = try PairedProfiles()
        let (new, due, gone) = (AlarmID(high: 0, low: 1), AlarmID(high: 0, low: 2), PlannerTests.id)
        couple.ben.incoming = [PlannerTests.known(.armed)]
        couple.ben.cursor = SyncCursor(change: 7)
        let alarms = [try synced(&couple, due, state: .ringing), try synced(&couple, new)]
        let transport = ScriptedTransport([
            .ok(
                SyncAnswer(
                    cursor: SyncCursor(change: 9),
                    alarms: alarms,
                    gone: [GoneAlarm(id: gone, reason: .cancelled)],
                    serverTime: noon
                )
            )
        ])
        let device = LocalDevice(couple.ben, transport)
        let outcome = try await device.sync()
        #expect(outcome.toArm.map(\.alarm.id) == [new])
        #expect(outcome.toRing.map(\.alarm.id) == [due])
        #expect(outcome.disarm == [gone])
        #expect(outcome.items.allSatisfy { $0.alarm.words == .verified("Tea?") && $0.alarm.partnerName == "Ana" })
        #expect(try couple.ben.opened(transport.sent[0]).target == "/v1/sync?since=7")
        #expect(await device.profile.cursor == SyncCursor(change: 9))
    }

    @Test(
        "What a sync lets ring ten seconds after its time or later is late",
        arguments: [(Span.zero, false), (.seconds(9), false), (.seconds(10), true), (.minutes(5), true)]
    )
    func lateSync(after span: Span, isLate: Bool) throws {
        var couple = try PairedProfiles()
        let alarm = try synced(&couple, PlannerTests.id, state: .ringing)
        #expect(couple.ben.open(alarm, at: Self.due + span).isLate == isLate)
    }

    @Test("What a sync arms is not late, nor what it lets ring at the end of a snooze")
    func promptSync() throws {
        var couple = try PairedProfiles()
        let early = try synced(&couple, PlannerTests.id)
        #expect(!couple.ben.open(early, at: noon).isLate)
        var alarm = try synced(&couple, PlannerTests.id, state: .snoozed)
        alarm.snoozedUntil = Self.due + .minutes(9)
        #expect(!couple.ben.open(alarm, at: Self.due + .minutes(9)).isLate)
        #expect(couple.ben.open(alarm, at: Self.due + .minutes(10)).isLate)
        var released = PlannerTests.known(.released, revision: 1)
        released.time = Self.due
        couple.ben.incoming = [released]
        alarm = try synced(&couple, PlannerTests.id, state: .ringing)
        #expect(!couple.ben.open(alarm, at: Self.due + .minutes(9)).isLate, "another device snoozed it")
    }

    @Test("A sync from scratch takes off what the relay does not name, and leaves what is ringing alone")
    func fromScratch() async throws {
        var couple = try PairedProfiles()
        var ringing = PlannerTests.known(.ringing, revision: 1)
        ringing.time = Self.due
        let other = KnownAlarm(
            id: AlarmID(high: 5, low: 5),
            revision: 1,
            time: Self.due,
            phase: .armed,
            since: noon
        )
        couple.ben.incoming = [ringing, other]
        couple.ben.cursor = SyncCursor(change: 7)
        let answer = SyncAnswer(
            cursor: SyncCursor(change: 9),
            alarms: [try synced(&couple, PlannerTests.id, state: .ringing)],
            gone: [],
            serverTime: noon
        )
        let device = LocalDevice(couple.ben, ScriptedTransport([.ok(answer)]), clock: TestClock(Self.due))
        let outcome = try await device.sync(fromScratch: true)
        #expect(outcome.disarm == [other.id])
        #expect(outcome.items.map(\.plan.actions) == [[.ignore(.repeated)]])
    }

    @Test("An alarm handed off during a sync is not disarmed because it is missing in the response")
    func crossing() async throws {
        var couple = try PairedProfiles()
        let handoff = try push(.handoff, &couple)
        let transport = ScriptedTransport()
        let device = LocalDevice(couple.ben, transport)
        let answer = SyncAnswer(cursor: SyncCursor(change: 1), alarms: [], gone: [], serverTime: noon)
        transport.add(
            .late(WireResponse(status: 200, body: answer.wire)) {
                await #expect(throws: Never.self) { _ = try await device.open(push: handoff) }
            }
        )
        #expect(try await device.sync(fromScratch: true).disarm == [])
        #expect(await device.profile.alarm(PlannerTests.id)?.phase == .pending)
    }

    @Test("An alarm taken back while the system was arming it does not count as armed afterwards")
    func armedTooLate() async throws {
        var couple = try PairedProfiles()
        let transport = ScriptedTransport([receipt(.cancelled)])
        let device = LocalDevice(couple.ben, transport)
        _ = try await device.open(push: try push(.handoff, &couple))
        _ = try await device.open(push: try push(.cancel, &couple))
        try await device.report(.armed, of: PlannerTests.id)
        #expect(await device.profile.alarm(PlannerTests.id)?.phase == .released)
        #expect(await device.profile.armedCount == 0)
    }

    @Test("An alarm that this device had let go of is named once it has ended, though nothing is left to disarm")
    func endedSinceReleased() async throws {
        var ben = try PairedProfiles().ben
        ben.incoming = [PlannerTests.known(.released)]
        let gone = GoneAlarm(id: PlannerTests.id, reason: .cancelled)
        let answer = SyncAnswer(cursor: SyncCursor(change: 2), alarms: [], gone: [gone], serverTime: noon)
        let outcome = try await LocalDevice(ben, ScriptedTransport([.ok(answer)])).sync()
        #expect(outcome.disarm == [])
        #expect(outcome.gone == [PlannerTests.id])
    }

    @Test("A pair that the other side has revoked loses its keys, whether a sync or a receipt tells")
    func revoked() async throws {
        var ben = try PairedProfiles().ben
        ben.incoming = [PlannerTests.known(.armed)]
        let gone = GoneAlarm(id: PlannerTests.id, reason: .revoked)
        let answer = SyncAnswer(cursor: SyncCursor(change: 2), alarms: [], gone: [gone], serverTime: noon)
        let synced = LocalDevice(ben, ScriptedTransport([.ok(answer)]))
        #expect(try await synced.sync().disarm == [PlannerTests.id])
        #expect(await synced.profile.pairs[0].secrets == nil)

        let reporting = LocalDevice(ben, ScriptedTransport([.problem(Problem(.gone))]))
        await #expect {
            try await reporting.report(.ringing, of: PlannerTests.id)
        } throws: { error in
            if case DeviceError.pairEnded(PairedProfiles.pairID) = error { true } else { false }
        }
        #expect(await reporting.profile.pairs[0].secrets == nil)
    }

    @Test("A relay that was set up anew does not know the cursor: the device begins from scratch")
    func unknownCursor() async throws {
        var ben = try PairedProfiles().ben
        ben.cursor = SyncCursor(change: 700)
        let transport = ScriptedTransport([
            .problem(Problem(.malformed)),
            .ok(SyncAnswer(cursor: SyncCursor(change: 1), alarms: [], gone: [], serverTime: noon)),
        ])
        let device = LocalDevice(ben, transport)
        _ = try await device.sync()
        #expect(try transport.sent.map { try ben.opened($0).target } == ["/v1/sync?since=700", "/v1/sync"])
        #expect(await device.profile.cursor == SyncCursor(change: 1))
    }

    @Test("A relay that has lost the push token says so with the sync", arguments: [true, false])
    func needsToken(lost: Bool) async throws {
        let cursor = SyncCursor(change: 1)
        let answer = SyncAnswer(cursor: cursor, alarms: [], gone: [], serverTime: noon, needsToken: lost)
        let device = LocalDevice(try PairedProfiles().ben, ScriptedTransport([.ok(answer)]))
        #expect(try await device.sync().needsToken == lost)
    }

    @Test("An occurrence that is over is forgotten after two days, and not before")
    func forgetting() async throws {
        var ben = try PairedProfiles().ben
        var old = PlannerTests.known(.answered, since: noon - .days(2) - .seconds(1))
        old.time = old.since
        var recent = KnownAlarm(id: AlarmID(high: 6, low: 6), revision: 1, time: noon, phase: .answered, since: noon)
        recent.time = noon - .days(2)
        ben.incoming = [old, recent]
        ben.cursor = SyncCursor(change: 1)
        let answer = SyncAnswer(cursor: SyncCursor(change: 2), alarms: [], gone: [], serverTime: noon)
        let device = LocalDevice(ben, ScriptedTransport([.ok(answer)]))
        _ = try await device.sync()
        #expect(await device.profile.incoming.map(\.id) == [recent.id])
    }

    @Test("An alarm that this device takes off is not rung by a push that was under way")
    func cancelHere() async throws {
        var couple = try PairedProfiles()
        let transport = ScriptedTransport([.answer(WireResponse(status: 200))])
        let device = LocalDevice(couple.ben, transport)
        _ = try await device.open(push: try push(.handoff, &couple))
        #expect(try await device.cancel(PlannerTests.id))
        #expect(try await device.open(push: try push(.ring, &couple)).plan.actions == [.ignore(.answered)])
    }
}
