import AlarmCore
import AlarmWire
import Sealing
import Testing

@testable import DeviceKit

@Suite("A device's history of alarms")
struct HistoryTests {
    private static let sentID = AlarmID(high: 2, low: 2)

    /// What tells a device that its pair has ended.
    enum End: CaseIterable {
        case sync, receipt, pairList, setting, itself, itselfOffline
    }

    /// Ben's device, on which an alarm of Ana's was to ring, and which has set one for her.
    private func device(_ transport: ScriptedTransport) throws -> LocalDevice {
        var ben = try PairedProfiles().ben
        ben.incoming = [PlannerTests.known(.armed)]
        ben.outgoing = [SentAlarm(id: Self.sentID, pair: PairedProfiles.pairID, text: "Coffee?", time: noon)]
        return LocalDevice(ben, transport)
    }

    private func view(
        _ id: AlarmID,
        _ direction: AlarmView.Direction,
        _ state: AlarmState,
        _ ending: AlarmView.Ending?,
        revision: Int = 2,
        time: Instant,
        rule: RecurrenceRule? = nil
    ) -> AlarmView {
        AlarmView(
            id: id,
            pair: PairedProfiles.pairID,
            setBy: PersonID(high: 9, low: 9),
            direction: direction,
            state: state,
            revision: revision,
            time: time,
            rule: rule,
            timeZone: rule == nil ? nil : "Europe/Berlin",
            ttl: .minutes(10),
            sound: "default",
            setAt: noon - .days(1),
            ending: ending
        )
    }

    @Test(
        "After a pair has ended its alarms stay in the history, with their words and what became of them",
        arguments: End.allCases
    )
    func endedPair(way: End) async throws {
        let transport = ScriptedTransport()
        let device = try device(transport)
        let pair = PairedProfiles.pairID
        switch way {
        case .sync:
            let gone = GoneAlarm(id: PlannerTests.id, reason: .revoked)
            transport.add(
                .ok(SyncAnswer(cursor: SyncCursor(change: 2), alarms: [], gone: [gone], serverTime: noon))
            )
            #expect(try await device.sync().disarm == [PlannerTests.id])
        case .receipt:
            transport.add(.problem(Problem(.gone)))
            await #expect(throws: DeviceError.self) { try await device.report(.ringing, of: PlannerTests.id) }
        case .pairList:
            let view = PairView(id: pair, state: .ended, since: noon - .days(9))
            transport.add(.ok(PairList(pairs: [view])))
            #expect(try await device.refreshPairs().map(\.isActive) == [false])
        case .setting:
            transport.add(.problem(Problem(.gone)))
            await #expect(throws: DeviceError.self) { _ = try await device.send(text: "Tea", at: noon, to: pair) }
        case .itself:
            transport.add(.answer(WireResponse(status: 200)))
            #expect(try await device.revoke(pair) == [PlannerTests.id])
        case .itselfOffline:
            #expect(try await device.revoke(pair) == [PlannerTests.id])
            transport.add(.answer(WireResponse(status: 200)))
            try await device.sendRevocations()
        }
        #expect(await device.profile.pairs[0].isActive == false)
        #expect(await device.profile.alarm(PlannerTests.id)?.isOver == true, "a push of it must not ring")

        transport.add(
            .ok(view(PlannerTests.id, .incoming, .cancelled, .ended, time: PlannerTests.due)),
            .ok(view(Self.sentID, .outgoing, .acknowledged, .answered, revision: 1, time: noon))
        )
        let history = try await device.history(limit: 20)
        #expect(history.map(\.view.ending) == [.ended, .answered])
        #expect(history.map(\.words) == [.verified("Tea?"), .verified("Coffee?")])
        #expect(history.map(\.partnerName) == ["Ana", "Ana"])
    }

    @Test("Of what waited to be sent when its pair ended, only what may have reached the relay stays")
    func neverSent() async throws {
        var ben = try PairedProfiles().ben
        func waiting(_ number: UInt64, mayBeSet: Bool) throws -> SentAlarm {
            var sent = SentAlarm(
                id: AlarmID(high: 3, low: number),
                pair: PairedProfiles.pairID,
                text: "Tea?",
                time: noon
            )
            sent.request = AlarmRequest(
                id: sent.id,
                partnerToken: try #require(ben.pairs[0].secrets).partnerToken,
                time: AlarmTime(noon),
                message: try ben.pairs[0].seal(sent.plaintext, at: noon)
            )
            sent.mayBeSet = mayBeSet
            return sent
        }
        ben.outgoing = [try waiting(1, mayBeSet: false), try waiting(2, mayBeSet: true)]
        let device = LocalDevice(ben, ScriptedTransport())
        _ = try await device.revoke(PairedProfiles.pairID)
        #expect(await device.profile.outgoing.map(\.id) == [AlarmID(high: 3, low: 2)])
        #expect(await device.profile.outbox.isEmpty)
    }

    @Test("Of an alarm that goes on the last time that is over is listed, and of a reminder who has done it")
    func goesOn() async throws {
        let (family, own, leo) = (CircleID(high: 7, low: 7), PersonID(high: 0, low: 1), PersonID(high: 0, low: 2))
        let other = KnownMember(person: leo, key: try X25519.PrivateKey().publicKey, since: noon, name: "Leo")
        let transport = ScriptedTransport()
        var ben = try PairedProfiles().ben
        ben.circles = [
            KnownCircle(id: family, person: own, key: try X25519.PrivateKey(), since: noon, members: [other])
        ]
        ben.incoming = [
            KnownAlarm(id: PlannerTests.id, revision: 2, time: noon + .days(7), phase: .answered, since: noon),
            KnownAlarm(id: AlarmID(high: 4, low: 4), revision: 1, time: noon, phase: .pending, since: noon),
        ]
        let device = LocalDevice(ben, transport)
        let daily = try RecurrenceRule("FREQ=DAILY")
        var done = view(PlannerTests.id, .incoming, .cancelled, .answered, time: noon + .days(7), rule: daily)
        done.pair = family
        done.preset = EscalationPolicy.reminder.name
        done.last = PastOccurrence(time: noon, ending: .answered, at: noon + .minutes(1), by: leo)
        var next = view(AlarmID(high: 4, low: 4), .incoming, .scheduled, nil, time: noon + .days(1), rule: daily)
        next.last = PastOccurrence(time: noon + .hours(1), ending: .missed, at: noon + .hours(2))
        transport.add(.ok(done), .ok(next))
        let history = try await device.history(limit: 20)
        #expect(history.map(\.view.id) == [next.id, done.id])
        #expect(history.map(\.endedTime) == [noon + .hours(1), noon])
        #expect(history.map(\.lastEnding) == [.missed, .answered])
        #expect(history.map(\.doer) == [nil, .other("Leo")])
    }

    @Test("A reply that was kept without a network and that nobody gets is named once")
    func lostReply() async throws {
        let transport = ScriptedTransport()
        let device = try device(transport)
        #expect(try await device.report(.acknowledged, of: PlannerTests.id, reply: "Up!") == .kept)
        #expect(await device.profile.hasNewsOfReceipts)
        #expect(try await device.takeLostReplies().isEmpty, "nobody knows yet")
        let answer = ReceiptAccepted(id: PlannerTests.id, state: .acknowledged, revision: 2, isReplyLost: true)
        transport.add(.ok(answer))
        try await device.sendReceipts()
        let lost = LostReply(id: PlannerTests.id, text: "Tea?", partnerName: "Ana")
        #expect(try await device.takeLostReplies() == [lost])
        #expect(try await device.takeLostReplies().isEmpty)
        #expect(await !device.profile.hasNewsOfReceipts)
        #expect(ReceiptOutcome.taken(answer).isReplyLost)
    }

    @Test("A reply that waits when its pair ends is lost, and is said to be")
    func lostWithPair() async throws {
        let device = try device(ScriptedTransport())
        _ = try await device.report(.acknowledged, of: PlannerTests.id, reply: "Up!")
        _ = try await device.revoke(PairedProfiles.pairID)
        #expect(try await device.takeLostReplies().map(\.id) == [PlannerTests.id])
    }
}
