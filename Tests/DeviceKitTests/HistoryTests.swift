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

    /// How a device hears of an alarm that another device of its person has set.
    enum Hearing: CaseIterable {
        case list, notice
    }

    @Test(
        "A device keeps what another one of its person had set, and the reply, once their pair has ended",
        arguments: Hearing.allCases
    )
    func linkedDevice(hearing: Hearing) async throws {
        var couple = try PairedProfiles()
        let message = try couple.seal(MessagePlaintext(id: Self.sentID, time: noon, text: "Coffee?"))
        let reply = try couple.ben.pairs[0].seal(
            MessagePlaintext(id: Self.sentID, time: noon, text: "Yes"),
            at: noon
        )
        let transport = ScriptedTransport()
        let tablet = LocalDevice(couple.ana, transport)
        switch hearing {
        case .list:
            var listed = view(Self.sentID, .outgoing, .ringing, nil, revision: 1, time: noon)
            (listed.message, listed.reply) = (message, reply)
            transport.add(.ok(AlarmList(alarms: [listed])))
            #expect(try await tablet.list().map(\.words) == [.verified("Coffee?")])
        case .notice:
            var push = AlarmPush(stage: PushStage(.acknowledged), id: Self.sentID, revision: 1, time: noon)
            push.reply = reply
            _ = try await tablet.open(push: try PushPayload(push, urgency: .active).bytes)
        }
        transport.add(.answer(WireResponse(status: 200)))
        _ = try await tablet.revoke(PairedProfiles.pairID)
        #expect(try await Profile(parsing: tablet.profile.wire).readWords == tablet.profile.readWords)

        transport.add(.ok(view(Self.sentID, .outgoing, .acknowledged, .answered, revision: 1, time: noon)))
        let history = try await tablet.history(limit: 20)
        #expect(history.map(\.lastEnding) == [.answered])
        #expect(history.map(\.words.text) == [hearing == .list ? "Coffee?" : nil])
        #expect(history.map(\.reply) == [.verified("Yes")])
        #expect(history.map(\.partnerName) == ["Ben"])
    }

    @Test("A reply is read after the pair has ended by whoever got it, and by whoever wrote it")
    func replies() async throws {
        let transport = ScriptedTransport()
        let device = try device(transport)
        var couple = try PairedProfiles()
        var sent = view(Self.sentID, .outgoing, .acknowledged, .answered, revision: 1, time: noon)
        sent.message = try couple.ben.pairs[0].seal(
            MessagePlaintext(id: Self.sentID, time: noon, text: "Coffee?"),
            at: noon
        )
        sent.reply = try couple.seal(MessagePlaintext(id: Self.sentID, time: noon, text: "Gladly"))
        transport.add(
            .ok(sent),
            .ok(ReceiptAccepted(id: PlannerTests.id, state: .acknowledged, revision: 2)),
            .answer(WireResponse(status: 200))
        )
        #expect(try await device.show(Self.sentID).reply == .verified("Gladly"))
        try await device.report(.acknowledged, of: PlannerTests.id, reply: "Up!")
        _ = try await device.revoke(PairedProfiles.pairID)

        (sent.message, sent.reply) = (nil, nil)
        transport.add(
            .ok(view(PlannerTests.id, .incoming, .acknowledged, .answered, time: PlannerTests.due)),
            .ok(sent)
        )
        let history = try await device.history(limit: 20)
        #expect(history.map(\.reply) == [nil, .verified("Gladly")])
        #expect(history.map(\.ownReply) == ["Up!", nil])
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
        transport.add(.ok(ReminderList(reminders: [])), .ok(done), .ok(next))
        let history = try await device.history(limit: 20)
        #expect(history.map(\.view.id) == [next.id, done.id])
        #expect(history.map(\.endedTime) == [noon + .hours(1), noon])
        #expect(history.map(\.lastEnding) == [.missed, .answered])
        #expect(history.map(\.doer) == [nil, .other("Leo")])
    }

    @Test("What ended last comes first, whenever it was due, and also within a limit")
    func order() async throws {
        let transport = ScriptedTransport()
        var ben = try PairedProfiles().ben
        func sent(_ number: UInt64, at time: Instant, _ rule: RecurrenceRule? = nil) -> SentAlarm {
            SentAlarm(
                id: AlarmID(high: 3, low: number),
                pair: PairedProfiles.pairID,
                text: "Tea",
                time: time,
                rule: rule
            )
        }
        func ended(_ alarm: SentAlarm, due: Instant? = nil, at end: Instant) -> AlarmView {
            let time = due ?? alarm.time
            var view = view(alarm.id, .outgoing, .cancelled, .cancelled, time: time)
            view.last = PastOccurrence(time: time, ending: .cancelled, at: end)
            return view
        }
        let tomorrow = sent(1, at: noon + .days(1))
        let rang = sent(2, at: noon - .minutes(5))
        let daily = sent(3, at: noon - .days(5), try RecurrenceRule("FREQ=DAILY"))
        let old = sent(4, at: noon - .days(4))
        ben.outgoing = [tomorrow, rang, daily, old]
        let device = LocalDevice(ben, transport)
        // Of the old one the relay is not asked, as it cannot be among the last two.
        transport.add(
            .ok(ended(tomorrow, at: noon - .hours(3))),
            .ok(ended(daily, due: noon - .hours(1), at: noon - .minutes(50))),
            .ok(ended(rang, at: noon - .minutes(2)))
        )
        let history = try await device.history(limit: 2)
        #expect(history.map(\.view.id) == [rang.id, daily.id])
        #expect(history.map(\.endedAt) == [noon - .minutes(2), noon - .minutes(50)])
        #expect(transport.sent.count == 3)
    }

    /// Kim's device in the family with `leo`, on which a reminder's alarm rang.
    private func deviceInFamily(_ leo: PersonID, _ transport: ScriptedTransport) throws -> (LocalDevice, CircleID) {
        let family = CircleID(high: 7, low: 7)
        let other = KnownMember(person: leo, key: try X25519.PrivateKey().publicKey, since: noon, name: "Leo")
        var kim = try PairedProfiles().ben
        kim.circles = [
            KnownCircle(
                id: family,
                person: Self.kim,
                key: try X25519.PrivateKey(),
                since: noon,
                members: [other]
            )
        ]
        kim.incoming = [
            KnownAlarm(id: PlannerTests.id, revision: 1, time: noon, phase: .ringing, since: noon, text: "Violin")
        ]
        return (LocalDevice(kim, transport), family)
    }

    private static let kim = PersonID(high: 0, low: 1)

    private func reminderView(
        _ family: CircleID,
        _ state: AlarmState,
        _ ending: AlarmView.Ending? = nil,
        setBy leo: PersonID
    ) -> AlarmView {
        var view = view(PlannerTests.id, .incoming, state, ending, revision: 1, time: noon + .seconds(3))
        view.pair = family
        view.setBy = leo
        view.preset = EscalationPolicy.reminder.name
        view.clear = ClearWords(circle: family, by: leo, text: "Violin")
        return view
    }

    @Test("A list says whom the reminders are for that its reader has set, also those for themselves")
    func receivers() async throws {
        let (leo, transport) = (PersonID(high: 0, low: 2), ScriptedTransport())
        let (device, family) = try deviceInFamily(leo, transport)
        func reminder(_ number: UInt64, for assignee: PersonID) throws -> ReminderView {
            let id = ReminderID(high: 5, low: number)
            let reminder = Reminder(
                id: id,
                circle: family,
                creator: Self.kim,
                details: try ReminderDetails(assignee: assignee, title: "Violin", schedule: .at(noon)),
                due: noon
            )
            return ReminderView(reminder, alarm: AlarmID(high: id.high, low: id.low))
        }
        func set(_ number: UInt64) -> AlarmView {
            var view = view(AlarmID(high: 5, low: number), .outgoing, .scheduled, nil, time: noon)
            (view.pair, view.preset) = (family, EscalationPolicy.reminder.name)
            return view
        }
        let mine = reminderView(family, .scheduled, setBy: leo)
        transport.add(
            .ok(AlarmList(alarms: [set(1), set(2), set(3), mine])),
            .ok(ReminderList(reminders: [try reminder(1, for: leo), try reminder(2, for: Self.kim)]))
        )
        let listed = try await device.namingReceivers(of: try await device.list())
        #expect(listed.map(\.receiverName) == ["Leo", nil, nil, nil])
        #expect(listed.map(\.isForOneself) == [false, true, false, false])
        #expect(transport.sent.count == 2, "one request for a family")
    }

    @Test("A reminder's end, its words and who set it are kept by the device after the reminder was deleted")
    func deletedReminder() async throws {
        let (leo, transport) = (PersonID(high: 0, low: 2), ScriptedTransport())
        let (device, family) = try deviceInFamily(leo, transport)
        var known = reminderView(family, .acknowledged, .answered, setBy: leo)
        known.last = PastOccurrence(time: noon, ending: .answered, at: noon + .seconds(8), by: Self.kim)
        var forgotten = known
        forgotten.clear = nil
        forgotten.last = PastOccurrence(time: noon + .seconds(3), ending: .answered, at: noon + .seconds(8))
        for view in [known, forgotten] {
            transport.add(.ok(ReminderList(reminders: [])), .ok(view))
            let listing = try #require(try await device.history(limit: 20).first)
            #expect(listing.view.last == known.last)
            #expect((listing.doer, listing.words.text, listing.partnerName) == (.own, "Violin", "Leo"))
        }
    }

    @Test("A completion that was taken back after the device had heard of it is none, also of a deleted reminder")
    func takenBack() async throws {
        let (leo, transport) = (PersonID(high: 0, low: 2), ScriptedTransport())
        let (device, family) = try deviceInFamily(leo, transport)
        var known = reminderView(family, .acknowledged, .answered, setBy: leo)
        known.last = PastOccurrence(time: noon, ending: .answered, at: noon + .seconds(8), by: Self.kim)
        var forgotten = reminderView(family, .acknowledged, .cancelled, setBy: leo)
        forgotten.clear = nil
        forgotten.last = PastOccurrence(time: noon, ending: .cancelled, at: noon + .seconds(8))
        transport.add(.ok(known), .ok(forgotten))
        #expect(try await device.show(PlannerTests.id).lastEnding == .answered)
        #expect(try await device.show(PlannerTests.id).lastEnding == .cancelled)
    }

    @Test("The sound of a reminder is off where this device or the relay says so, unless it rings here")
    func soundOff() async throws {
        let (leo, transport) = (PersonID(high: 0, low: 2), ScriptedTransport())
        let (device, family) = try deviceInFamily(leo, transport)
        let rings = reminderView(family, .ringing, setBy: leo)
        var silent = rings
        silent.isSoundOff = true
        transport.add(.ok(silent))
        #expect(try await !device.show(PlannerTests.id).isSoundOff, "it rings here")
        transport.add(.failure(.unreachable("a test")))
        #expect(try await device.report(.dismissed, of: PlannerTests.id) == .kept)
        transport.add(.ok(rings))
        #expect(try await device.show(PlannerTests.id).isSoundOff, "it was turned off here")
        var elsewhere = silent
        elsewhere.direction = .outgoing
        transport.add(.ok(elsewhere))
        #expect(try await device.show(PlannerTests.id).isSoundOff, "the relay says so to whoever set it")
    }

    @Test("A parent's history names the reminders that they have set, done and not, and who has done them")
    func ofParent() async throws {
        let (leo, transport) = (PersonID(high: 0, low: 2), ScriptedTransport())
        let (device, family) = try deviceInFamily(leo, transport)
        func reminder(_ number: UInt64, by creator: PersonID, due: Instant, doneAt: Instant? = nil) throws -> Reminder {
            Reminder(
                id: ReminderID(high: 6, low: number),
                circle: family,
                creator: creator,
                details: try ReminderDetails(assignee: leo, title: "Violin", schedule: .at(due)),
                due: due,
                completion: doneAt.map { Reminder.Completion(at: $0, by: leo) }
            )
        }
        let (undone, missed) = (noon - .hours(2), noon - .hours(1))
        let list = [
            ReminderView(try reminder(1, by: Self.kim, due: undone, doneAt: undone + .minutes(2))),
            ReminderView(try reminder(2, by: leo, due: undone)),
            ReminderView(try reminder(3, by: Self.kim, due: missed)),
            ReminderView(try reminder(4, by: Self.kim, due: noon + .hours(1))),
        ]
        func own(_ number: UInt64, _ state: AlarmState, _ ending: AlarmView.Ending, due: Instant) -> AlarmView {
            var view = reminderView(family, state, ending, setBy: Self.kim)
            view.id = AlarmID(high: 6, low: number)
            view.direction = .outgoing
            view.time = due
            view.last = PastOccurrence(time: due, ending: ending, at: due + .minutes(1))
            return view
        }
        transport.add(
            .ok(ReminderList(reminders: list)),
            .problem(Problem(.notFound)),
            .ok(own(3, .missed, .missed, due: missed)),
            // Its first completion was taken back, and another alarm rang for the second.
            .ok(own(1, .acknowledged, .cancelled, due: undone))
        )
        let history = try await device.history(limit: 20)
        #expect(history.map(\.view.id.low) == [3, 1])
        #expect(history.map(\.lastEnding) == [.missed, .answered])
        #expect(history.map(\.doer) == [nil, .other("Leo")])
        #expect(history.map(\.receiverName) == ["Leo", "Leo"])
    }

    @Test("The history of a parent who took a reminder over names it by its last alarm, as the first was not theirs")
    func ofHeir() async throws {
        let (leo, transport) = (PersonID(high: 0, low: 2), ScriptedTransport())
        let (device, family) = try deviceInFamily(leo, transport)
        let (due, last) = (noon - .hours(2), AlarmID(high: 6, low: 9))
        let reminder = Reminder(
            id: ReminderID(high: 6, low: 1),
            circle: family,
            creator: Self.kim,
            details: try ReminderDetails(assignee: leo, title: "Violin", schedule: .at(due)),
            due: due,
            completion: Reminder.Completion(at: due + .minutes(2), by: leo)
        )
        var view = reminderView(family, .acknowledged, .answered, setBy: Self.kim)
        (view.id, view.direction, view.time) = (last, .outgoing, due)
        transport.add(
            .ok(ReminderList(reminders: [ReminderView(reminder, lastAlarm: last)])),
            .problem(Problem(.notFound)),
            .ok(view)
        )
        let history = try await device.history(limit: 20)
        #expect(history.map(\.lastEnding) == [.answered])
        #expect(transport.sent.last?.target.contains("\(last)") == true)
    }

    @Test(
        "A reminder that was set anew has not ended, however its former alarm has",
        arguments: [AlarmView.Ending.cancelled, .declined]
    )
    func setAnew(ending: AlarmView.Ending) async throws {
        let (leo, transport) = (PersonID(high: 0, low: 2), ScriptedTransport())
        let (device, family) = try deviceInFamily(leo, transport)
        var former = reminderView(family, .cancelled, ending, setBy: leo)
        for isSetAnew in [true, false] {
            former.isSetAnew = isSetAnew
            transport.add(.ok(ReminderList(reminders: [])), .ok(former))
            #expect(try await device.history(limit: 20).isEmpty == isSetAnew)
        }
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

    @Test("An answer that was kept, and came after the alert had been signalled again, is named once; others are not")
    func outdatedAnswer() async throws {
        let transport = ScriptedTransport()
        let device = try device(transport)
        let alert = AlarmNotice(
            stage: PushStage(.alert),
            id: AlarmID(high: 7, low: 7),
            revision: 1,
            time: PlannerTests.known(.armed).time,
            preset: EscalationPolicy.careAlert.name
        )
        let answers = [
            ReceiptAccepted(id: alert.id, state: .acknowledged, revision: 1),
            ReceiptAccepted(id: alert.id, state: .acknowledged, revision: 2),
            ReceiptAccepted(id: alert.id, state: .ringing, revision: 2),
        ]
        for answer in answers {
            #expect(try await device.answer(alert, with: .acknowledged) == .kept)
            #expect(try await device.takeOutdatedAnswers().isEmpty)
            transport.add(.ok(answer))
            try await device.sendReceipts()
            #expect(await device.profile.hasNewsOfReceipts == (answer == answers.last))
        }
        #expect(try await device.takeOutdatedAnswers() == [alert.id])
        #expect(try await device.takeOutdatedAnswers().isEmpty)
    }
}
