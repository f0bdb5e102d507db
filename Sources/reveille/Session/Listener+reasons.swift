import AlarmCore
import AlarmWire
import DeviceKit

/// Why an alarm does not ring at this terminal any more: what the relay's records and this device's say.
extension Listener {
    /// Says why an alarm rings no more.
    ///
    /// - Parameters:
    ///   - id: the alarm.
    ///   - isRinging: whether it rang at this terminal until now.
    /// - Returns: the reason in a clause, such as "you have muted Ana"; nil where it cannot be known.
    func reason(forEndOf id: AlarmID, isRinging: Bool) async -> String? {
        let known = await device.profile.alarm(id)
        if let pair = known?.pair, let reason = await reason(forEndOf: pair) { return reason }
        guard let view = try? await device.show(id).view else { return nil }
        if view.preset == nil, let reason = await reason(forEndOf: view.pair) { return reason }
        let isReminder = view.preset == EscalationPolicy.reminder.name
        switch (view.state, view.ending) {
        case (_, .dismissed): return "you dismissed it\(place(of: known, isRinging))"
        case (_, .missed):
            // The relay may have been away for all of its time; a notice says so where it was.
            let hasRung = isRinging || view.deliveries.contains { $0.ringing != nil }
            return hasRung ? "nobody answered it in time" : "its time is over, and it rang nowhere as far as is known"
        // Whoever set a reminder may say that it is done as well.
        case (_, .answered) where isReminder: return await reason(forEndOfReminder: view)
        case (_, .answered): return "you answered it\(place(of: known, isRinging))"
        case (_, .declined):
            return await refusal(of: view) ?? "you took it off"
        case (_, .cancelled):
            if isReminder { return await reason(forEndOfReminder: view) }
            guard view.preset == nil else { return nil }
            // The news of a pair's end comes as that of its alarms.
            _ = try? await device.refreshPairs()
            return await reason(forEndOf: view.pair) ?? "it was taken back"
        case (_, .ended):
            return view.preset == nil
                ? await reason(forEndOf: view.pair) ?? "the pair has ended" : "somebody concerned has left the circle"
        case (.snoozed, nil):
            if case .snoozed? = known?.phase { return "you put it off on this device" }
            return isReminder ? "you put it off" : "you put it off on another device of yours"
        case (_, nil):
            // A recurring one goes on with its next time.
            return known.map { $0.time < view.time } == true ? "this time is over" : nil
        }
    }

    /// Where this person has answered, with a space before it; nothing where that is not sure.
    ///
    /// An answer here is remembered here, but another device may have been first.
    private func place(of known: KnownAlarm?, _ isRinging: Bool) -> String {
        guard known?.phase == .answered else { return " on another device of yours" }
        return isRinging ? " on this device" : ""
    }

    private func reason(forEndOf pair: PairID) async -> String? {
        guard let pair = await device.profile.pair(pair), !pair.isActive else { return nil }
        return "your pair with \(pair.partnerName.asForeign) has ended"
    }

    /// What this person's consent says against a time at which somebody wanted to ring.
    private func refusal(of view: AlarmView) async -> String? {
        let isPartners = view.preset == nil
        let message =
            isPartners
            ? try? await device.consentMessage(for: view.pair) : try? await device.consentMessage(for: view.setBy)
        guard let consent = message?.consent,
            let refusal = ConsentRules.refusal(of: consent, at: view.time, in: session.zone)
        else { return nil }
        let partner = await device.profile.pair(view.pair)?.partnerName.asForeign
        let family = isPartners ? nil : try? await device.circle(view.pair)
        let name = partner ?? family?.name(of: view.setBy) ?? "whoever set it"
        return switch refusal {
        case .muted: "you have muted \(name)"
        case .paused: "you have paused \(name)"
        case .hours: "you do not let \(name) ring at that time"
        }
    }

    /// What became of a reminder for which an alarm rings no more.
    ///
    /// A reminder that was deleted is not told from one that had been set anew before: its alarm has another name then.
    private func reason(forEndOfReminder view: AlarmView) async -> String? {
        guard let found = try? await device.reminder(ReminderID(high: view.id.high, low: view.id.low)),
            let family = try? await device.circle(found.reminder.circle)
        else { return nil }
        let reminder = found.reminder
        let own = family.members.first { $0.isSelf }?.person
        if let person = reminder.completion?.by {
            return person == own
                ? "you said that it is done" : "\(family.name(of: person) ?? "somebody else") said that it is done"
        }
        guard reminder.assignee == own else {
            return "it was handed over to \(family.name(of: reminder.assignee) ?? "somebody else")"
        }
        guard let alarm = found.alarm, alarm != view.id else { return nil }
        return "it was set anew, for \(clock.text(reminder.due))"
    }
}

extension CircleView {
    /// The name of one of its people; nil for somebody who has left, or has none.
    func name(of person: PersonID) -> String? {
        members.first { $0.person == person }?.displayName?.asForeign
    }
}
