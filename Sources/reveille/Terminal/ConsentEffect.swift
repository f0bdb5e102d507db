import AlarmCore
import AlarmWire
import DeviceKit
import Wording

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
    func lines(name: String, in language: Language) -> [String] {
        func counted(_ count: Int, _ one: TextKey, _ several: TextKey) -> String? {
            count > 0 ? language.text(one, several, for: count, [.person: name]) : nil
        }
        let lines = [
            endedLine(name: name, in: language),
            counted(skipping, .answerEffectSkips, .answerEffectSkipsSeveral),
            counted(stopped, .answerEffectStopped, .answerEffectStoppedSeveral),
            counted(stoppedReminders, .answerEffectReminderStopped, .answerEffectReminderStoppedSeveral),
            counted(silenced, .answerEffectReminderSilenced, .answerEffectReminderSilencedSeveral),
            counted(silencedForGood, .answerEffectReminderOver, .answerEffectReminderOverSeveral),
            counted(resumed, .answerEffectReminderResumed, .answerEffectReminderResumedSeveral),
            counted(overdue, .answerEffectReminderOverdue, .answerEffectReminderOverdueSeveral),
            hasSilenced ? language.text(.answerEffectOffline) : nil,
        ]
        return lines.compactMap(\.self)
    }

    /// That alarms have ended for good; nil where none has.
    private func endedLine(name: String, in language: Language) -> String? {
        let series = language.text(.answerEffectSeries, .answerEffectSeriesSeveral, for: endedSeries)
        let once = language.text(.answerEffectOnce, .answerEffectOnceSeveral, for: endedOnce)
        let ended: String
        switch (endedSeries > 0, endedOnce > 0) {
        case (true, true): ended = language.text(.answerEffectBoth, [.title: series, .words: once])
        case (true, false): ended = series
        case (false, true): ended = once
        case (false, false): return nil
        }
        let values: [Placeholder: String] = [.words: ended, .person: name]
        return language.text(.answerEffectEnded, .answerEffectEndedSeveral, for: endedOnce + endedSeries, values)
    }
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
