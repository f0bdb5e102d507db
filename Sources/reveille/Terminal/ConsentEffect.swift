import AlarmCore
import AlarmWire
import DeviceKit

/// What a change of a consent has done to what one person has set, by this person's lists of alarms before and after it.
struct ConsentEffect: Hashable {
    /// The alarms for a single time that have ended.
    var endedOnce = 0
    /// The alarms that repeat and have ended, with all their times.
    var endedSeries = 0
    /// The alarms that repeat and go on, but skip their next time.
    var skipping = 0
    /// The alarms that repeat and go on, but are over for the time for which they rang, or were put off.
    var stopped = 0
    /// The reminders of a family that are over for the time for which they rang, or were put off, and ring again.
    var stoppedReminders = 0
    /// The reminders of a family that do not ring at their next time any more.
    var silenced = 0
    /// The reminders of a family whose only time has passed, and that do not ring any more.
    var silencedForGood = 0
    /// The reminders of a family that ring at their next time again.
    var resumed = 0
    /// The reminders of a family that stay overdue, and do not ring although they may.
    var overdue = 0

    /// Whether the consent has kept something from ringing that a phone may have armed.
    var hasSilenced: Bool {
        endedOnce + endedSeries + skipping + stopped + stoppedReminders + silenced + silencedForGood > 0
    }
}

extension ConsentEffect {
    /// Compares the alarms before and after the consent to `subject` was changed, at `now` by the relay's clock.
    init(before: [AlarmView], after: [AlarmView], of subject: ConsentSubject, at now: Instant) {
        let (before, after) = (before.filter(subject.hasSet), after.filter(subject.hasSet))
        let present = Dictionary(after.map { ($0.id, $0) }) { first, _ in first }
        for view in before {
            let found = present[view.id]
            if view.preset == nil, found == nil {
                if view.rule == nil { endedOnce += 1 } else { endedSeries += 1 }
            } else if let found, view.isUnderWay, found.time > view.time {
                if view.preset == nil { stopped += 1 } else { stoppedReminders += 1 }
            } else if !view.isRefused, found?.isRefused != false {
                if view.preset == nil {
                    skipping += 1
                } else if view.rule == nil, view.time <= now {
                    silencedForGood += 1
                } else {
                    silenced += 1
                }
            }
        }
        let rang = Set(before.filter { !$0.isRefused }.map(\.id))
        resumed = after.count { $0.preset != nil && !$0.isRefused && !rang.contains($0.id) }
    }

    /// What is said of it, a sentence each; `name` is that of whoever set the alarms.
    func lines(name: String) -> [String] {
        var lines: [String] = []
        let repeats = endedSeries == 1 ? "repeats" : "repeat"
        let series = endedSeries > 0 ? "\(Self.alarms(endedSeries)) that \(repeats)" : nil
        let once = endedOnce > 0 ? "\(Self.alarms(endedOnce)) for a single time" : nil
        let ended = [series, once].compactMap(\.self).joined(separator: " and ")
        if !ended.isEmpty {
            let (verb, them) = endedOnce + endedSeries == 1 ? ("has", "it") : ("have", "them")
            lines.append(
                """
                \(ended) from \(name) \(verb) ended for good, also if you take this back: \(name) would have to set \(them) \
                again.
                """
            )
        }
        if skipping > 0 {
            let verbs = skipping == 1 ? "repeats goes on, and skips" : "repeat go on, and skip"
            lines.append(
                "\(Self.alarms(skipping)) from \(name) that \(verbs) the times at which \(name) may not ring you."
            )
        }
        if stopped > 0 {
            let repeats = stopped == 1 ? "repeats" : "repeat"
            lines.append(Self.end("\(Self.alarms(stopped)) from \(name) that \(repeats)", of: stopped, name))
        }
        if stoppedReminders > 0 {
            let reminders = "\(Self.reminders(stoppedReminders)) from \(name) in a family"
            lines.append(Self.end(reminders, of: stoppedReminders, name))
        }
        if silenced > 0 {
            let (verb, time) = silenced == 1 ? ("does", "its next time") : ("do", "their next times")
            lines.append(
                """
                \(Self.reminders(silenced)) from \(name) in a family \(verb) not ring at \(time), and \(verb) again once \
                you let \(name) ring you then.
                """
            )
        }
        if silencedForGood > 0 {
            let (whose, verb, stay) =
                silencedForGood == 1 ? ("its", "does", "it stays") : ("their", "do", "they stay")
            lines.append(
                """
                \(Self.reminders(silencedForGood)) from \(name) in a family \(verb) not ring any more, also if you take \
                this back: \(whose) time has passed, and \(stay) overdue until somebody says 'done'.
                """
            )
        }
        if resumed > 0 {
            let verb = resumed == 1 ? "rings" : "ring"
            lines.append("\(Self.reminders(resumed)) from \(name) in a family \(verb) again.")
        }
        if overdue > 0 {
            let (whose, verb, them) = overdue == 1 ? ("its", "stays", "it") : ("their", "stay", "them")
            lines.append(
                """
                \(Self.reminders(overdue)) from \(name) in a family \(verb) overdue and will not ring, since \(whose) \
                time has passed: do \(them) and say 'done', or ask \(name) to give \(them) a new time.
                """
            )
        }
        if hasSilenced {
            lines.append(
                """
                A phone of yours that is offline now and has set its own alarm for one of these rings all the same, until \
                it hears of this.
                """
            )
        }
        return lines
    }

    /// That `number` of what `subject` names have stopped, and when they ring again.
    private static func end(_ subject: String, of number: Int, _ name: String) -> String {
        let (has, it, rings, its) = number == 1 ? ("has", "it", "rings", "its") : ("have", "they", "ring", "their")
        return """
            \(subject) \(has) stopped for this time; \(it) \(rings) again at \(its) next time at which \(name) may \
            ring you.
            """
    }

    private static func alarms(_ number: Int) -> String { number == 1 ? "1 alarm" : "\(number) alarms" }

    private static func reminders(_ number: Int) -> String { number == 1 ? "1 reminder" : "\(number) reminders" }
}

extension Consent {
    /// Whether something that `former` kept from ringing may ring now.
    func takesBack(_ former: Consent) -> Bool {
        former.isMuted && !isMuted || former.pausedUntil != nil && pausedUntil == nil
            || former.hours != nil && hours == nil
    }
}

extension ReminderView {
    /// Whether it is open for a person, of a member's making, and has no time left at which it rings.
    func staysOverdue(from creator: PersonID, for assignee: PersonID, at now: Instant) -> Bool {
        guard case .at = reminder.details.schedule else { return false }
        return reminder.status == .open && reminder.due <= now && alarm == nil && reminder.creator == creator
            && reminder.assignee == assignee
    }
}

extension ConsentSubject {
    /// Whether an alarm for this person is the subject's.
    ///
    /// The relay does not say which member of a family a partner is: what changes for a reminder together with the consent
    /// to a partner is theirs.
    func hasSet(_ view: AlarmView) -> Bool {
        guard view.direction == .incoming else { return false }
        switch self {
        case .partner(let pair): return view.pair == pair.id || view.preset == EscalationPolicy.reminder.name
        case .member(let member):
            return view.setBy == member.person
                && (view.preset == nil || view.preset == EscalationPolicy.reminder.name)
        }
    }
}

extension AlarmView {
    /// Whether its occurrence rings, or was put off.
    fileprivate var isUnderWay: Bool { state == .ringing || state == .snoozed || snoozedUntil != nil }
}
