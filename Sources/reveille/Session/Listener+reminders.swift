import AlarmCore
import AlarmWire
import DeviceKit
import Wording

/// Reminders of a family: an answer completes one, and that is said.
extension Listener {
    /// Gives an answer to a reminder, and says what it has done.
    mutating func give(_ answer: RingAnswer, toReminder item: RingingItem) async {
        let title = item.title.unstopped
        switch answer {
        case .gotIt(let words):
            guard let outcome = await report(.gotIt(reply: nil), to: item) else { return }
            var found: ReminderView?
            if case .kept = outcome {} else { found = await reminder(of: item) }
            if let found, let loss = await loss(of: answer, completing: found) { return await lose(item, loss) }
            let lost = words.map { _ in text(.listenNoReply) }
            add(
                .answered(item.id, .gotIt(reply: nil), kept: outcome == .kept),
                language.joining(text(.listenDone, [.title: title]), lost, await next(after: found))
            )
            if case .taken = outcome, let id = found?.reminder.id {
                add(text(.listenDoneUndo, [.link: "reveille reminder undo\(session.profileFlag) \(id)"]))
            }
        case .snooze(let span):
            let end = clock.now + span
            guard let outcome = await report(answer, to: item, until: end) else { return }
            await remember(answer, to: item)
            add(
                .answered(item.id, answer, until: outcome.end ?? end, kept: outcome == .kept),
                text(.listenPutOff, [.time: await self.end(of: outcome, asked: end), .title: title])
            )
        case .dismiss:
            guard let outcome = await report(answer, to: item) else { return }
            add(.answered(item.id, answer, kept: outcome == .kept), text(.listenSoundOff, [.title: title]))
        }
        await end(item)
    }

    /// The reminder for which an alarm rings, whose identifier an alarm that was set anew does not have.
    private func reminder(of item: RingingItem) async -> ReminderView? {
        guard let view = try? await device.show(item.id).view else { return nil }
        return try? await device.reminder(view.shownReminder)
    }

    /// The end of a snooze, as the relay has set it, by this machine's clock.
    func end(of outcome: ReceiptOutcome, asked: Instant) async -> String {
        guard case .taken(let answer) = outcome, let told = answer.snoozedUntil else { return clock.timeOfDay(asked) }
        let end = told - (await device.profile.clockOffset)
        // The two clocks are compared to about a second.
        guard end < asked - .seconds(5) else { return clock.timeOfDay(asked) }
        return text(.listenSnoozedLimit, [.time: clock.timeOfDay(end)])
    }

    /// How an answer that the relay has taken has not completed a reminder; nil where it has, or that is not known.
    private func loss(of answer: RingAnswer, completing found: ReminderView) async -> String? {
        guard let family = try? await device.circle(found.reminder.circle),
            let own = family.members.first(where: \.isSelf)?.person
        else { return nil }
        if found.reminder.completion?.by == own { return nil }
        let reason = reason(forEndOf: found, in: family) ?? text(.listenLostAnswerOver)
        return answer.tooLate(reason, in: language)
    }

    /// Who took back that a reminder is done, which rings again at once by that; nil for any other alarm, and where the
    /// relay does not say.
    func reopening(of alarm: IncomingAlarm) async -> String? {
        guard let view = try? await device.show(alarm.id).view, view.reminderDue != nil,
            let found = try? await device.reminder(view.shownReminder), let person = found.reopenedBy,
            let family = try? await device.circle(found.reminder.circle)
        else { return nil }
        let own = family.members.first { $0.isSelf }?.person
        let name = person == own ? text(.listenYou) : family.name(of: person) ?? text(.listenSomebodyElse)
        return text(.listenReopened, [.person: name]).capitalizedAtStart
    }

    /// Whose a reminder is now whose setter has left the family; nil for any other alarm.
    func inheritance(of alarm: IncomingAlarm) async -> ReminderInheritance? {
        guard alarm.isReminder, let former = alarm.partnerName?.asForeign,
            let view = try? await device.show(alarm.id).view, let family = try? await device.circle(view.pair),
            let heir = family.heir(of: view)
        else { return nil }
        let name = heir.isSelf ? text(.listenYou) : heir.shownName
        return ReminderInheritance(heir: name, former: former, family: family)
    }

    /// Says of a reminder whose setter has left the family whose it is now.
    func say(_ inheritance: ReminderInheritance, of alarm: IncomingAlarm) {
        let line = text(.listenReminderHeir, inheritance.values(for: alarm, in: language))
        tell(ListenerEvent(.circleChanged, inheritance.family.facts), line)
    }

    /// Says once how the words of a reminder become readable here that this device lacks the key to.
    mutating func sayCure(of alarm: IncomingAlarm) {
        guard !isCureTold, alarm.isReminder, case .unverified(.unknownKey) = alarm.words else { return }
        isCureTold = true
        add(language.cureOfMissingKey(flag: session.profileFlag))
    }

    /// When the reminder after one that is done is due; nil where none is to come.
    private func next(after found: ReminderView?) async -> String? {
        guard let id = found?.next, let next = try? await device.reminder(id) else { return nil }
        return text(.listenNext, [.time: clock.text(next.reminder.due)])
    }
}

extension CircleView {
    /// Whoever has taken over a reminder from a member who has left; nil for any other.
    func heir(of view: AlarmView) -> CircleMemberView? {
        guard let author = view.sealed?.by ?? view.clear?.by, !members.contains(where: { $0.person == author }) else {
            return nil
        }
        return members.first { $0.person == view.setBy }
    }
}

extension IncomingAlarm {
    /// Whether it is the reminder of a family: what a push says, else that it comes from a circle and no partner.
    var isReminder: Bool {
        if let preset { return preset == EscalationPolicy.reminder.name }
        if circle != nil { return true }
        guard pair == nil else { return false }
        if case .clear = words { return true }
        return isOwn || partnerName != nil
    }
}
