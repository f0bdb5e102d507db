import AlarmCore
import AlarmWire
import Engine
import Testing
import Wording

@testable import reveille

@Suite("What a change of a consent is said to have done")
struct ConsentEffectTests {
    private let now = Instant(seconds: 1_800_000_000)
    private let ana = PersonID(high: 2, low: 2)

    private var subject: ConsentSubject {
        .member(CircleMemberView(person: ana, isSelf: false, role: .parent, displayName: "Ana", since: now))
    }

    private func alarm(
        _ number: UInt64,
        from sender: PersonID? = nil,
        repeat rule: String? = nil,
        preset: String? = nil,
        state: AlarmState = .armed,
        due: Instant? = nil,
        isRefused: Bool = false
    ) throws -> AlarmView {
        AlarmView(
            id: AlarmID(high: 0, low: number),
            pair: PairID(high: 1, low: 1),
            setBy: sender ?? ana,
            preset: preset,
            direction: .incoming,
            state: state,
            revision: 1,
            time: due ?? now + .hours(1),
            rule: try rule.map { try RecurrenceRule($0) },
            timeZone: rule == nil ? nil : "Europe/Berlin",
            ttl: .hours(1),
            sound: "default",
            setAt: now,
            isRefused: isRefused
        )
    }

    private func change(
        from former: Consent,
        to consent: Consent,
        before: [AlarmView],
        after: [AlarmView]
    ) -> [String] {
        ConsentChange(
            subject: subject,
            former: former,
            message: ConsentMessage(consent),
            effect: ConsentEffect(before: before, after: after, of: subject, at: now)
        ).remarks(in: .english)
    }

    private let offline = """
        A phone of yours that is offline now and has set its own alarm for one of these rings all the same, until it hears \
        of this.
        """

    @Test("A pause is shown until it is over, and not from then on")
    func pauseOver() {
        let clock = LocalClock(zones: ZoneDirectory(), zoneName: "UTC")
        let paused = ConsentMessage(Consent(pausedUntil: now))
        #expect(paused.holding(at: now - .seconds(1)) == paused)
        let over = paused.holding(at: now)
        #expect(over.json == ConsentMessage(Consent()).json)
        #expect(over.consent.sentence(about: "Ana", clock) == "Ana may ring you at any time.")
        #expect(paused.consent.sentence(about: "Ana", clock).hasPrefix("Ana may not ring you until "))
    }

    @Test("A mute says how many alarms it ended for good, skipped ones among them, and that phones may not know yet")
    func muted() throws {
        let reminder = EscalationPolicy.reminder.name
        let before = [
            try alarm(1, repeat: "FREQ=DAILY"), try alarm(2, repeat: "FREQ=DAILY", isRefused: true), try alarm(3),
            try alarm(4, preset: reminder), try alarm(5, from: PersonID(high: 3, low: 3)),
        ]
        let said = change(from: Consent(), to: Consent(isMuted: true), before: before, after: [before[4]])
        #expect(
            said == [
                """
                2 alarms that repeat and 1 alarm for a single time from Ana have ended for good, also if you take this back: \
                Ana would have to set them again.
                """,
                """
                1 reminder from Ana in a family does not ring at its next time, and does again once you let Ana ring you \
                then.
                """,
                offline,
            ]
        )
    }

    @Test("A reminder whose only time has passed is not said to ring again, and is counted apart")
    func overdue() throws {
        let (reminder, due) = (EscalationPolicy.reminder.name, now - .hours(1))
        let before = [
            try alarm(1, preset: reminder), try alarm(2, preset: reminder, due: due),
            try alarm(3, preset: reminder, due: due), try alarm(4, repeat: "FREQ=DAILY", preset: reminder, due: due),
        ]
        let said = change(from: Consent(), to: Consent(isMuted: true), before: before, after: [])
        #expect(
            said == [
                """
                2 reminders from Ana in a family do not ring at their next times, and do again once you let Ana ring you \
                then.
                """,
                """
                2 reminders from Ana in a family do not ring any more, also if you take this back: their time has passed, \
                and they stay overdue until somebody says 'done'.
                """,
                offline,
            ]
        )
    }

    @Test("Hours say that what repeats goes on and skips times, and that phones may not know yet")
    func hours() throws {
        let hours = Consent.Hours(
            from: try #require(LocalTime(hour: 8, minute: 0)),
            until: try #require(LocalTime(hour: 21, minute: 0))
        )
        let before = [try alarm(1, repeat: "FREQ=DAILY"), try alarm(2)]
        let after = [try alarm(1, repeat: "FREQ=DAILY", isRefused: true), before[1]]
        let said = change(from: Consent(), to: Consent(hours: hours), before: before, after: after)
        #expect(
            said == [
                "1 alarm from Ana that repeats goes on, and skips the times at which Ana may not ring you.",
                offline,
            ]
        )
    }

    @Test("A pause says of what repeats and rang that it has stopped for this time, and not only skips others")
    func stopped() throws {
        let (reminder, due) = (EscalationPolicy.reminder.name, now - .minutes(1))
        let daily = "FREQ=DAILY"
        let before = [
            try alarm(1, repeat: daily, state: .ringing, due: due),
            try alarm(2, repeat: daily, preset: reminder, state: .ringing, due: due),
            try alarm(3, repeat: daily, preset: reminder, state: .snoozed, due: due),
        ]
        let after = [
            try alarm(1, repeat: daily, due: due + .days(1), isRefused: true),
            try alarm(2, repeat: daily, preset: reminder, due: due + .days(1)),
            try alarm(3, repeat: daily, preset: reminder, due: due + .days(1)),
        ]
        let pause = Consent(pausedUntil: now + .days(2))
        #expect(
            change(from: Consent(), to: pause, before: before, after: after) == [
                """
                1 alarm from Ana that repeats has stopped for this time; it rings again at its next time at which Ana \
                may ring you.
                """,
                """
                2 reminders from Ana in a family have stopped for this time; they ring again at their next time at \
                which Ana may ring you.
                """,
                offline,
            ]
        )
    }

    @Test("What changes nothing for any alarm says nothing more")
    func nothing() throws {
        let alarms = [try alarm(1), try alarm(2, repeat: "FREQ=DAILY", isRefused: true)]
        let pause = Consent(pausedUntil: now + .minutes(10))
        #expect(change(from: Consent(), to: pause, before: alarms, after: alarms) == [])
        #expect(change(from: pause, to: Consent(), before: alarms, after: alarms) == [])
    }

    @Test("A mute of a member of a family that is taken back says which reminders ring again, and nothing of alarms")
    func takenBack() throws {
        let reminder = EscalationPolicy.reminder.name
        let after = [try alarm(1, preset: reminder), try alarm(2, preset: reminder)]
        let said = change(from: Consent(isMuted: true), to: Consent(), before: [], after: after)
        #expect(said == ["2 reminders from Ana in a family ring again."])
    }

    @Test("A consent that is taken back names the reminders that stay overdue all the same")
    func staysOverdue() throws {
        var effect = ConsentEffect(before: [], after: [], of: subject, at: now)
        effect.overdue = 1
        #expect(
            effect.lines(name: "Ana", in: .english) == [
                """
                1 reminder from Ana in a family stays overdue and will not ring, since its time has passed: do it and say \
                'done', or ask Ana to give it a new time.
                """
            ]
        )
        let kim = PersonID(high: 4, low: 4)
        func view(due: Instant, alarm: AlarmID? = nil, from creator: PersonID) throws -> ReminderView {
            let details = try ReminderDetails(assignee: kim, title: "Violin", schedule: .at(due))
            return ReminderView(
                Reminder(
                    id: ReminderID(high: 5, low: 5),
                    circle: CircleID(high: 6, low: 6),
                    creator: creator,
                    details: details,
                    due: due
                ),
                alarm: alarm
            )
        }
        let views = [
            try view(due: now - .hours(1), from: ana), try view(due: now + .hours(1), from: ana),
            try view(due: now - .hours(1), alarm: AlarmID(high: 7, low: 7), from: ana),
            try view(due: now - .hours(1), from: kim),
        ]
        #expect(views.map { $0.staysOverdue(from: ana, for: kim, at: now) } == [true, false, false, false])
        let hours = Consent.Hours(
            from: try #require(LocalTime(hour: 8, minute: 0)),
            until: try #require(LocalTime(hour: 21, minute: 0))
        )
        let formers = [Consent(isMuted: true), Consent(pausedUntil: now + .hours(1)), Consent(hours: hours)]
        #expect(formers.allSatisfy { Consent().takesBack($0) && !$0.takesBack(Consent()) })
    }

    @Test("Where the alarms cannot be listed, what a consent does is said all the same")
    func unknown() {
        let change = ConsentChange(
            subject: subject,
            former: Consent(),
            message: ConsentMessage(Consent(isMuted: true)),
            effect: nil
        )
        #expect(
            change.remarks(in: .english) == [
                """
                Reminders from Ana in a family do not ring at a time that this excludes, and do again once you let Ana \
                ring you then.
                """
            ]
        )
    }
}
