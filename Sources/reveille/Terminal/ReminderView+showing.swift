import AlarmCore
import AlarmWire
import Wording

extension ReminderView {
    /// Who is reminded.
    func shownAssignee(in family: CircleView) -> String {
        family.members.first { $0.person == reminder.assignee }?.shownName ?? "(left)"
    }

    /// `open`, `completed`, or `overdue` for one that is open and was due.
    func shownStatus(at now: Instant) -> String {
        reminder.status == .open && reminder.due < now ? "overdue" : reminder.status.rawValue
    }

    /// How it stands, in the language of whoever reads it.
    func sentence(for session: DeviceSession) -> String {
        StatusText.reminder(
            due: reminder.due,
            completed: reminder.completion?.at,
            at: session.clock.now,
            in: session.zone,
            session.language
        )
    }

    /// What the relay tells of it besides words, line by line.
    func facts(in family: CircleView, clock: LocalClock) -> [(String, String)] {
        var facts = [
            ("for", shownAssignee(in: family)),
            ("due", "\(clock.text(reminder.due)), \(clock.distance(to: reminder.due))"),
            ("status", shownStatus(at: clock.now)),
        ]
        if case .selectedDays(let days) = reminder.details.schedule {
            facts.append(("repeats", "\(days.rule) in \(days.timeZone)"))
        }
        if let snoozedUntil { facts.append(("put off", "until \(clock.text(snoozedUntil))")) }
        if let completion = reminder.completion { facts.append(("done", clock.text(completion.at))) }
        if let next { facts.append(("next", "\(next)")) }
        if let place = reminder.place {
            facts.append(("place", "\(place)\(reminder.isPlaceWatched ? ", watched" : "")"))
        }
        return facts
    }
}

extension Terminal {
    /// Writes facts in two columns.
    static func say(facts: [(String, String)]) {
        let width = (facts.map(\.0.count).max() ?? 0) + 2
        for (name, value) in facts {
            say(name + String(repeating: " ", count: width - name.count) + value)
        }
    }
}
