import AlarmCore
import AlarmWire
import DeviceKit
import Wording

/// Why an alarm does not ring at this terminal any more.
struct EndReason: Hashable {
    /// The reason in a clause, such as "you have muted Ana".
    let clause: String
    /// When it rings next; nil where it is over for good, or that is not known.
    var next: Instant?
    /// Whether it may ring for other reasons all the same: what it rings for was perhaps only changed.
    var mayRingAnew = false
    /// Whether somebody has taken over what it rang for, which rings by another alarm now: that one tells it.
    var isTakenOver = false
    /// The time that it skips, where it repeats and goes on.
    var skipped: Instant?
    /// The time after ``skipped``, where that is skipped too as things are.
    var skippedNext: Instant?
    /// Whether it repeated, and has ended with all its times.
    var hasEnded = false
    /// Whether it rang for a reminder that stays, and that the person's consent keeps from ringing as things are.
    var isHeldBack = false
    /// The end of a snooze, at which it rings again; nil unless it was put off.
    var putOffUntil: Instant?
}

/// Why an alarm does not ring at this terminal any more: what the relay's records and this device's say.
extension Listener {
    /// Says why an alarm rings no more.
    ///
    /// - Parameters:
    ///   - id: the alarm.
    ///   - isRinging: whether it rang at this terminal until now.
    ///   - due: the time for which it rang at this terminal; nil where that is not known.
    /// - Returns: the reason; nil where it cannot be known.
    func reason(forEndOf id: AlarmID, isRinging: Bool, for due: Instant? = nil) async -> EndReason? {
        let known = await device.profile.alarm(id)
        if let pair = known?.pair, let reason = await reason(forEndOf: pair) { return reason }
        guard let view = try? await device.show(id).view else { return nil }
        if view.preset == nil, let reason = await reason(forEndOf: view.pair) { return reason }
        switch (view.state, view.ending) {
        // Whoever set a reminder may say that it is done as well.
        case (_, .answered) where view.isReminder, (_, .cancelled) where view.isReminder:
            return await reason(forEndOfReminder: view)
        case (_, .declined) where view.isReminder: return await reason(forDeclinedReminder: view)
        case (_, let ending?):
            let hasEnded = ending == .declined && view.rule != nil
            return await clause(of: ending, view, known, isRinging).map { EndReason(clause: $0, hasEnded: hasEnded) }
        case (.ringing, nil) where isRinging && view.isSilencedElsewhere(unless: known?.phase):
            return EndReason(clause: text(.listenWhySoundOffElsewhere))
        case (.snoozed, nil),
            (.blocked, nil) where view.snoozedUntil != nil:
            return EndReason(clause: await snooze(of: view, known), putOffUntil: view.snoozedUntil)
        case (_, nil) where view.isRefused:
            guard let clause = await refusal(of: view) else { return nil }
            guard view.rule != nil else { return EndReason(clause: clause) }
            guard view.isNextRefused else {
                return EndReason(clause: clause, next: view.nextTime, skipped: view.time)
            }
            return EndReason(clause: clause, skipped: view.time, skippedNext: view.nextTime)
        case (_, nil):
            // A recurring one goes on with its next time.
            // This device may have heard of that one already.
            let isLater = due.map { $0 < view.time } ?? false || isRinging && view.last?.ending == .declined
            guard let known, known.time < view.time || isLater else { return nil }
            var refusal: String?
            if let last = view.last, last.ending == .declined {
                refusal = await self.refusal(of: view, at: known.snoozeEnd ?? last.time)
            }
            return EndReason(clause: refusal ?? text(.listenWhyTimeOver), next: view.time)
        }
    }

    private func clause(
        of ending: AlarmView.Ending,
        _ view: AlarmView,
        _ known: KnownAlarm?,
        _ isRinging: Bool
    ) async -> String? {
        switch ending {
        case .dismissed:
            switch place(of: known, isRinging) {
            case .here: return text(.listenWhyDismissedHere)
            case .elsewhere: return text(.listenWhyDismissedElsewhere)
            case nil: return text(.listenWhyDismissed)
            }
        case .answered:
            switch place(of: known, isRinging) {
            case .here: return text(.listenWhyAnsweredHere)
            case .elsewhere: return text(.listenWhyAnsweredElsewhere)
            case nil: return text(.listenWhyAnswered)
            }
        case .missed:
            // The relay may have been away for all of its time; a notice says so where it was.
            let hasRung = isRinging || view.deliveries.contains { $0.ringing != nil }
            return text(hasRung ? .listenWhyUnanswered : .listenWhyUnheard)
        case .declined: return await refusal(of: view) ?? text(.listenWhyDeclined)
        case .cancelled:
            guard view.preset == nil else { return nil }
            return await newestReason(forEndOf: view.pair)?.clause ?? text(.listenWhyTakenBack)
        case .ended:
            if view.preset == nil { return await newestReason(forEndOf: view.pair)?.clause ?? text(.listenWhyPairOver) }
            return text(await reasonOut(of: view.pair) ?? .listenWhyCircleLeft)
        }
    }

    /// A device on which this person has answered.
    private enum AnsweringDevice {
        case here, elsewhere
    }

    /// Where this person has answered; nil where that is not sure.
    ///
    /// An answer here is remembered here, but another device may have been first.
    private func place(of known: KnownAlarm?, _ isRinging: Bool) -> AnsweringDevice? {
        guard known?.phase == .answered else { return .elsewhere }
        return isRinging ? .here : nil
    }

    /// That an alarm was put off, on which device, and until when.
    private func snooze(of view: AlarmView, _ known: KnownAlarm?) async -> String {
        let clause: String
        if case .snoozed? = known?.phase {
            clause = text(.listenWhyPutOffHere)
        } else {
            clause = text(view.isReminder ? .listenWhyPutOff : .listenWhyPutOffElsewhere)
        }
        guard let end = view.snoozedUntil else { return clause }
        let time = clock.timeOfDay(end - (await device.profile.clockOffset))
        return text(.listenWhyUntil, [.reason: clause, .time: time])
    }

    private func reason(forEndOf pair: PairID) async -> EndReason? {
        guard let pair = await device.profile.pair(pair), !pair.isActive else { return nil }
        return EndReason(clause: text(.listenWhyPairEnded, [.person: pair.partnerName.asForeign]))
    }

    /// Says that a pair has ended, also where the news of that comes as that of its alarms.
    private func newestReason(forEndOf pair: PairID) async -> EndReason? {
        _ = try? await device.refreshPairs()
        return await reason(forEndOf: pair)
    }

    /// What this person's consent says against a time at which somebody wanted to ring; by default the present one.
    private func refusal(of view: AlarmView, at time: Instant? = nil) async -> String? {
        let isPartners = view.preset == nil
        let message =
            isPartners
            ? try? await device.consentMessage(for: view.pair) : try? await device.consentMessage(for: view.setBy)
        guard let consent = message?.consent,
            let refusal = ConsentRules.refusal(of: consent, at: time ?? view.time, in: session.zone)
        else { return nil }
        let partner = await device.profile.pair(view.pair)?.partnerName.asForeign
        let family = isPartners ? nil : try? await device.circle(view.pair)
        let name = partner ?? family?.name(of: view.setBy) ?? text(.listenSetter)
        return switch refusal {
        case .muted: text(.listenWhyMuted, [.person: name])
        case .paused: text(.listenWhyPaused, [.person: name])
        case .hours: text(.listenWhyHours, [.person: name])
        }
    }
}

/// Why a reminder of a family does not ring at this terminal any more.
extension Listener {
    /// What became of a reminder for which an alarm rings no more.
    ///
    /// One that is there, and that this person may not see any more, is somebody else's now: the relay names the reminder
    /// of an alarm until it is deleted.
    private func reason(forEndOfReminder view: AlarmView) async -> EndReason? {
        let found: ReminderView
        do {
            found = try await device.reminder(view.shownReminder)
        } catch {
            guard error.problemKind == .notFound else { return nil }
            if let out = await reasonOut(of: view.pair) { return EndReason(clause: text(out)) }
            guard view.ending == .cancelled else { return nil }
            guard view.reminder != nil else { return EndReason(clause: text(.listenWhyReminderGone)) }
            let clause = text(.listenWhyHandedOver, [.person: text(.listenSomebodyElse)])
            return EndReason(clause: clause, mayRingAnew: true)
        }
        guard let family = try? await device.circle(found.reminder.circle),
            let clause = reason(forEndOf: found, in: family, alarm: view.id)
        else { return nil }
        var next: Instant?
        if let id = found.next { next = (try? await device.reminder(id))?.reminder.due }
        var reason = EndReason(clause: clause, next: next)
        guard let alarm = found.alarm, alarm != view.id else { return reason }
        reason.mayRingAnew = true
        if let present = try? await device.show(alarm).view, present.setBy != view.setBy {
            reason.isTakenOver = family.heir(of: present) != nil
        }
        return reason
    }

    /// Why the alarm of a reminder that this person has declined rings no more: the reminder stays, and another alarm may
    /// ring for it by now.
    private func reason(forDeclinedReminder view: AlarmView) async -> EndReason {
        let found = try? await device.reminder(view.shownReminder)
        if let alarm = found?.alarm, alarm != view.id, let present = try? await device.show(alarm).view {
            let clause = text(.listenWhySetAnew, [.time: clock.text(present.time)])
            return EndReason(clause: clause, mayRingAnew: true)
        }
        let clause = await refusal(of: view) ?? text(.listenWhyDeclined)
        return EndReason(clause: clause, isHeldBack: found?.isHeldBack ?? false)
    }

    /// Says what became of a reminder.
    ///
    /// - Parameters:
    ///   - found: the reminder.
    ///   - family: its family.
    ///   - alarm: the alarm that rang for it; nil where that is its present one.
    /// - Returns: a clause; nil where the reminder stands as it was, as far as is known.
    func reason(forEndOf found: ReminderView, in family: CircleView, alarm: AlarmID? = nil) -> String? {
        let reminder = found.reminder
        let own = family.members.first { $0.isSelf }?.person
        if let person = reminder.completion?.by {
            guard person != own else { return text(.listenWhyDone) }
            let name = family.name(of: person) ?? text(.listenSomebodyElse)
            return text(.listenWhyDoneBy, [.person: name])
        }
        guard reminder.assignee == own else {
            let name = family.name(of: reminder.assignee) ?? text(.listenSomebodyElse)
            return text(.listenWhyHandedOver, [.person: name])
        }
        guard let present = found.alarm, let alarm, present != alarm else { return nil }
        return text(.listenWhySetAnew, [.time: clock.text(reminder.due)])
    }

    /// That this person has left a circle by this device; else that they are in it no more, or it has ended; nil for one
    /// in which they are, and where the relay does not say.
    func reasonOut(of circle: CircleID) async -> TextKey? {
        do {
            _ = try await device.circle(circle)
            return nil
        } catch {
            guard error.problemKind == .notFound else { return nil }
            return await hasLeft(circle) ? .listenWhyCircleOwn : .listenWhyCircleOut
        }
    }

    /// Whether this person has left a circle by this device, rather than been taken out of it.
    func hasLeft(_ circle: CircleID) async -> Bool {
        (try? await device.hasLeft(circle)) ?? false
    }
}

extension AlarmView {
    /// Whether it rings for a reminder of a family.
    fileprivate var isReminder: Bool { preset == EscalationPolicy.reminder.name }

    /// Whether it is a reminder that goes on although this device was told to fall silent: another device of the person
    /// has turned its sound off, unless this one has, as its `phase` says.
    func isSilencedElsewhere(unless phase: KnownAlarm.Phase?) -> Bool {
        isReminder && state == .ringing && ending == nil && phase != .answered
    }
}

extension CircleView {
    /// The name of one of its people; nil for somebody who has left, or has none.
    func name(of person: PersonID) -> String? {
        members.first { $0.person == person }?.displayName?.asForeign
    }
}

extension ReminderView {
    /// Whether its assignee's consent keeps it from ringing at its next time, as the assignee sees it.
    var isHeldBack: Bool { silence.map { [.muted, .paused, .hours].contains($0) } ?? false }
}
