import AlarmCore
import AlarmWire
import Testing

@testable import DeviceKit

@Suite("A device decides what to do about an alarm")
struct PlannerTests {
    static let id = AlarmID(high: 1, low: 1)
    static let due = noon + .hours(1)
    static let system = AlarmPlanner.SystemAlarmCapacity(isAvailable: true)
    static let none = AlarmPlanner.SystemAlarmCapacity(isAvailable: false)

    static func incoming(_ stage: PushStage, revision: Int = 2, time: Instant = due) -> IncomingAlarm {
        IncomingAlarm(
            stage: stage,
            id: id,
            revision: revision,
            time: time,
            sound: "default",
            words: .verified("Tea?"),
            pair: PairedProfiles.pairID,
            isLate: false
        )
    }

    static func known(_ phase: KnownAlarm.Phase, revision: Int = 2, since: Instant = noon - .hours(1)) -> KnownAlarm {
        KnownAlarm(
            id: id,
            revision: revision,
            time: due,
            phase: phase,
            since: since,
            pair: PairedProfiles.pairID,
            text: "Tea?"
        )
    }

    @Test("A restored relay rings no device for what that was told to stop before, and any other for it")
    func restored() {
        for stage in [PushStage.ring, .handoff] {
            var alarm = Self.incoming(stage)
            alarm.restoredAt = noon
            func plan(_ known: KnownAlarm?) -> AlarmPlan {
                AlarmPlanner.plan(alarm, known: known, system: Self.none, at: noon + .minutes(5))
            }
            #expect(plan(Self.known(.released, since: noon - .hours(1))) == .ignore(.overtaken))
            #expect(plan(Self.known(.released, since: noon + .minutes(1))) != .ignore(.overtaken))
            #expect(plan(nil) != .ignore(.overtaken))
            alarm.restoredAt = nil
            #expect(plan(Self.known(.released, since: noon - .hours(1))) != .ignore(.overtaken))
        }
    }

    @Test("What was silenced on another device of the person rings here no more, also where the push of that was lost")
    func soundOff() {
        let now = Self.due + .minutes(1)
        func plan(_ known: KnownAlarm?) -> AlarmPlan {
            var alarm = Self.incoming(.ring)
            alarm.isSoundOff = true
            return AlarmPlanner.plan(alarm, known: known, system: Self.none, at: now)
        }
        for phase in [KnownAlarm.Phase.ringing, .armed, .pending, .snoozed(until: now - .minutes(1))] {
            #expect(plan(Self.known(phase)).actions == [.disarm])
            #expect(plan(Self.known(phase)).next?.phase == .released)
        }
        #expect(plan(Self.known(.ringing, revision: 1)).actions == [.disarm], "the occurrence before")
        #expect(plan(nil).actions == [.ignore(.soundOff)])
        #expect(plan(nil).next?.phase == .released)
        for phase in [KnownAlarm.Phase.released, .answered] {
            #expect(plan(Self.known(phase)) == .ignore(.soundOff))
        }
        #expect(plan(Self.known(.snoozed(until: now + .minutes(1)))) == .ignore(.snoozed), "put off here since")
        let ring = AlarmPlanner.plan(
            Self.incoming(.ring),
            known: Self.known(.released),
            system: Self.none,
            at: now
        )
        #expect(ring.rings, "the relay rings again")
    }

    @Test("An answer that the relay does not know yet keeps what was put off elsewhere from ringing here")
    func unsentAnswer() {
        var snoozed = Self.incoming(.handoff)
        snoozed.snoozedUntil = Self.due + .minutes(9)
        let now = Self.due + .minutes(1)
        func plan(unsent: Bool, in circle: CircleID? = CircleID(high: 2, low: 1)) -> AlarmPlan {
            var alarm = snoozed
            alarm.circle = circle
            return plan(alarm, unsent: unsent)
        }
        func plan(_ alarm: IncomingAlarm, unsent: Bool) -> AlarmPlan {
            AlarmPlanner.plan(
                alarm,
                known: Self.known(.answered, since: Self.due),
                system: Self.none,
                hasUnsentAnswer: unsent,
                at: now
            )
        }
        #expect(plan(unsent: true) == .ignore(.answered))
        #expect(plan(unsent: false).actions == [.notify])
        #expect(plan(unsent: false).next?.phase == .pending)
        #expect(plan(unsent: false, in: nil) == .ignore(.answered), "an answer ends a partner alarm")
    }

    @Test(
        "A reminder that was done here does not ring for a late push of a snooze before that",
        arguments: [false, true]
    )
    func doneBeforeALatePush(isDone: Bool) {
        let end = Self.due + .minutes(9)
        var known = Self.known(.answered, since: Self.due + .minutes(2))
        known.isDone = isDone
        for (stage, now) in [(PushStage.handoff, Self.due + .minutes(3)), (.ring, end)] {
            var alarm = Self.incoming(stage)
            alarm.snoozedUntil = end
            alarm.circle = CircleID(high: 2, low: 1)
            let plan = AlarmPlanner.plan(alarm, known: known, system: Self.none, at: now)
            #expect((plan == .ignore(.answered)) == isDone, "\(stage.rawValue)")
        }
    }

    @Test(
        "A snooze on another device rings here at its end, also where its cancellation comes after the news of it",
        arguments: [KnownAlarm.Phase.ringing, .answered]
    )
    func cancelledAfterTheNews(phase: KnownAlarm.Phase) throws {
        let now = Self.due + .minutes(1)
        var alarm = Self.incoming(.handoff)
        alarm.snoozedUntil = now + .seconds(8)
        alarm.circle = CircleID(high: 2, low: 1)
        func plan(_ alarm: IncomingAlarm, _ known: KnownAlarm?, at time: Instant) -> AlarmPlan {
            AlarmPlanner.plan(alarm, known: known, system: Self.none, at: time)
        }
        let told = try #require(plan(alarm, Self.known(phase, since: Self.due), at: now).next)
        let cancelled = try #require(plan(Self.incoming(.cancel), told, at: now + .seconds(1)).next)
        #expect(cancelled.phase == .released)
        #expect(plan(Self.incoming(.ring), cancelled, at: now + .seconds(2)) == .ignore(.overtaken))
        #expect(plan(Self.incoming(.ring), cancelled, at: now + .seconds(8)).rings)
    }

    @Test("A ring that crosses the cancellation at the end of a snooze on another device stays silent")
    func cancelledAtTheEndOfASnooze() {
        let end = Self.due + .seconds(9)
        var known = Self.known(.released, since: Self.due)
        known.putOffUntil = end
        func plan(_ stage: PushStage, _ known: KnownAlarm?) -> AlarmPlan {
            AlarmPlanner.plan(Self.incoming(stage), known: known, system: Self.none, at: end)
        }
        #expect(plan(.ring, known).rings)
        let cancelled = plan(.cancel, known)
        #expect(cancelled.actions == [.ignore(.repeated)])
        #expect(plan(.ring, cancelled.next) == .ignore(.overtaken))
    }

    struct Case: CustomTestStringConvertible {
        var stage: PushStage
        var known: KnownAlarm?
        var system = PlannerTests.system
        var now = noon
        var actions: [AlarmPlan.Action]
        var receipts: [AlarmReceipt.Report] = []
        var phase: KnownAlarm.Phase?

        var testDescription: String {
            "\(stage.rawValue) when \(known.map { "revision \($0.revision) \($0.phase)" } ?? "unknown")"
        }
    }

    static let handoffs: [Case] = [
        Case(stage: .handoff, actions: [.arm(at: due)], receipts: [.armed], phase: .pending),
        Case(stage: .handoff, system: none, actions: [.notify], receipts: [.received], phase: .pending),
        Case(
            stage: .handoff,
            system: .init(isAvailable: true, limit: 5, registered: 5),
            actions: [.notify],
            receipts: [.received],
            phase: .pending
        ),
        Case(
            stage: .handoff,
            system: .init(isAvailable: false, keepsNotifications: true),
            actions: [.notifyLocally(at: due + .seconds(10))],
            receipts: [.received],
            phase: .pending
        ),
        Case(
            stage: .handoff,
            known: known(.pending, revision: 1),
            system: .init(isAvailable: true, limit: 0, keepsNotifications: true),
            actions: [.disarm, .notifyLocally(at: due + .seconds(10))],
            receipts: [.received],
            phase: .pending
        ),
        Case(
            stage: .cancel,
            known: known(.pending),
            system: .init(isAvailable: false, keepsNotifications: true),
            actions: [.disarm],
            phase: .released
        ),
        Case(stage: .handoff, known: known(.pending), actions: [.arm(at: due)], receipts: [.armed], phase: .pending),
        Case(stage: .handoff, known: known(.pending), system: none, actions: [.ignore(.repeated)]),
        Case(
            stage: .handoff,
            known: known(.pending),
            system: .init(isAvailable: false, keepsNotifications: true),
            actions: [.notifyLocally(at: due + .seconds(10))]
        ),
        Case(stage: .handoff, known: known(.armed), actions: [.ignore(.repeated)]),
        Case(stage: .handoff, known: known(.ringing), actions: [.ignore(.repeated)]),
        Case(stage: .handoff, known: known(.answered), actions: [.ignore(.answered)]),
        Case(stage: .handoff, known: known(.snoozed(until: due + .minutes(9))), actions: [.ignore(.snoozed)]),
        Case(stage: .handoff, known: known(.armed, revision: 3), actions: [.ignore(.older)]),
        Case(
            stage: .handoff,
            known: known(.armed, revision: 1),
            actions: [.disarm, .arm(at: due)],
            receipts: [.armed],
            phase: .pending
        ),
        Case(
            stage: .handoff,
            known: known(.armed, revision: 1),
            system: .init(isAvailable: true, limit: 1, registered: 1),
            actions: [.disarm, .arm(at: due)],
            receipts: [.armed],
            phase: .pending
        ),
        Case(
            stage: .handoff,
            known: known(.answered, revision: 1),
            actions: [.arm(at: due)],
            receipts: [.armed],
            phase: .pending
        ),
        Case(stage: .handoff, known: known(.released), actions: [.arm(at: due)], receipts: [.armed], phase: .pending),
        Case(stage: .handoff, known: known(.released, since: noon - .seconds(9)), actions: [.ignore(.overtaken)]),
        Case(
            stage: .handoff,
            now: due + .seconds(5),
            actions: [.ring(again: false)],
            receipts: [.ringing],
            phase: .ringing
        ),
    ]

    static let rings: [Case] = [
        Case(stage: .ring, now: due, actions: [.ring(again: false)], receipts: [.ringing], phase: .ringing),
        Case(
            stage: .ring,
            known: known(.pending),
            system: none,
            now: due,
            actions: [.ring(again: false)],
            receipts: [.ringing],
            phase: .ringing
        ),
        // Armed, yet the relay asks for a ring, as it has no receipt: better to ring twice than not at all.
        Case(
            stage: .ring,
            known: known(.armed),
            now: due + .minutes(1),
            actions: [.ring(again: false)],
            receipts: [.ringing],
            phase: .ringing
        ),
        Case(stage: .ring, known: known(.ringing), now: due + .minutes(2), actions: [.ring(again: true)]),
        Case(stage: .ring, known: known(.answered), now: due, actions: [.ignore(.answered)]),
        Case(stage: .ring, known: known(.ringing, revision: 3), now: due, actions: [.ignore(.older)]),
        Case(
            stage: .ring,
            known: known(.ringing, revision: 1),
            now: due,
            actions: [.disarm, .ring(again: false)],
            receipts: [.ringing],
            phase: .ringing
        ),
        Case(
            stage: .ring,
            known: known(.snoozed(until: due + .minutes(9))),
            now: due + .minutes(1),
            actions: [.ignore(.snoozed)]
        ),
        Case(
            stage: .ring,
            known: known(.snoozed(until: due + .minutes(9))),
            now: due + .minutes(8),
            actions: [.ring(again: false)],
            receipts: [.ringing],
            phase: .ringing
        ),
        Case(
            stage: .ring,
            known: known(.released, since: due - .seconds(10)),
            now: due,
            actions: [.ring(again: false)],
            receipts: [.ringing],
            phase: .ringing
        ),
        Case(stage: .ring, known: known(.released, since: due - .seconds(9)), now: due, actions: [.ignore(.overtaken)]),
    ]

    static let cancels: [Case] = [
        Case(stage: .cancel, actions: [.ignore(.unknown)], phase: .released),
        Case(stage: .cancel, known: known(.pending), actions: [.disarm], phase: .released),
        Case(stage: .cancel, known: known(.armed), actions: [.disarm], phase: .released),
        Case(stage: .cancel, known: known(.ringing), actions: [.disarm], phase: .released),
        Case(stage: .cancel, known: known(.snoozed(until: due)), actions: [.disarm], phase: .released),
        Case(stage: .cancel, known: known(.armed, revision: 1), actions: [.disarm], phase: .released),
        Case(stage: .cancel, known: known(.answered), actions: [.disarm]),
        Case(stage: .cancel, known: known(.released), actions: [.ignore(.repeated)]),
        Case(stage: .cancel, known: known(.answered, revision: 1), actions: [.disarm], phase: .released),
        Case(stage: .cancel, known: known(.armed, revision: 3), actions: [.ignore(.older)]),
        Case(stage: PushStage(.noAnswer), known: known(.armed), actions: [.ignore(.notice)]),
    ]

    @Test("Each stage, in each phase, has one answer", arguments: handoffs + rings + cancels)
    func table(row: Case) {
        let plan = AlarmPlanner.plan(Self.incoming(row.stage), known: row.known, system: row.system, at: row.now)
        #expect(plan.actions == row.actions)
        #expect(plan.receipts == row.receipts)
        #expect(plan.next?.phase == row.phase)
        if let next = plan.next {
            #expect(next.revision == 2)
            #expect(next.since == row.now)
        }
    }

    @Test("The next occurrence under the same revision is told from the present one by its time")
    func occurrences() {
        let next = Self.due + .days(1)
        let plan = AlarmPlanner.plan(
            Self.incoming(.ring, time: next),
            known: Self.known(.answered),
            system: Self.system,
            at: next
        )
        #expect(plan.actions == [.ring(again: false)])
        let late = AlarmPlanner.plan(
            Self.incoming(.ring, time: Self.due - .days(1)),
            known: Self.known(.armed),
            system: Self.system,
            at: noon
        )
        #expect(late.actions == [.ignore(.older)])
    }

    @Test("Words that were verified once are not forgotten when a later push of the occurrence has lost them")
    func lostWords() {
        var alarm = Self.incoming(.ring)
        alarm.words = .unverified(.missing)
        alarm.pair = nil
        let plan = AlarmPlanner.plan(alarm, known: Self.known(.armed), system: Self.system, at: Self.due)
        #expect(plan.next?.text == "Tea?")
        #expect(plan.next?.pair == PairedProfiles.pairID)
        let other = AlarmPlanner.plan(alarm, known: Self.known(.armed, revision: 1), system: Self.system, at: Self.due)
        #expect(other.next?.text == nil)
    }
}
