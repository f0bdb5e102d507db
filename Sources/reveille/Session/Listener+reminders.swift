import AlarmCore
import AlarmWire
import DeviceKit

/// Reminders of a family: an answer completes one, and that is said.
extension Listener {
    /// Gives an answer to a reminder, and says what it has done.
    mutating func give(_ answer: RingAnswer, toReminder item: RingingItem) async {
        let title = item.title.unstopped
        switch answer {
        case .gotIt(let words):
            guard let outcome = await report(.acknowledged, of: item.id) else { return }
            let lost = words == nil ? "" : " Nobody takes a reply to it: your words were not sent."
            Terminal.say("          Done: \(title).\(lost)")
            if case .taken = outcome {
                Terminal.say("          The parents hear of it in 30 seconds; take it back: \(await undoing(item.id))")
            }
        case .snooze(let span):
            let end = clock.now + span
            guard let outcome = await report(.snoozed, of: item.id, until: end) else { return }
            await remember(answer, to: item)
            Terminal.say("          Put off until \(await self.end(of: outcome, asked: end)): \(title).")
        case .dismiss:
            guard await report(.dismissed, of: item.id) != nil else { return }
            Terminal.say("          The sound is off. It is not done: \(title).")
        }
        await end(item)
    }

    /// The end of a snooze, as the relay has set it, by this machine's clock.
    func end(of outcome: ReceiptOutcome, asked: Instant) async -> String {
        guard case .taken(let answer) = outcome, let told = answer.snoozedUntil else { return clock.timeOfDay(asked) }
        let end = told - (await device.profile.clockOffset)
        // The two clocks are compared to about a second.
        guard end < asked - .seconds(5) else { return clock.timeOfDay(asked) }
        return "\(clock.timeOfDay(end)) (your family allows no longer)"
    }

    /// The command that takes a completion back.
    private func undoing(_ alarm: AlarmID) async -> String {
        let reminder = ReminderID(high: alarm.high, low: alarm.low)
        // An alarm that rings anew has another name than its reminder.
        let id = (try? await device.reminder(reminder)).map { "\($0.reminder.id)" } ?? "ID"
        return "reveille reminder undo\(session.profileFlag) \(id)"
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
