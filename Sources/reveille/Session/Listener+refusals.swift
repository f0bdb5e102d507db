import AlarmCore
import AlarmWire
import DeviceKit
import Wording

/// Partners and children who take no alarms of this person's for a while: that, and that they take them again.
extension Listener {
    /// Says of a partner who has declined an alarm whether they take none at present, and notes which reminders are kept
    /// from ringing.
    func follow(refusal notice: AlarmNotice) async {
        guard let sent = await device.profile.outgoing.first(where: { $0.id == notice.id }) else {
            if notice.isOfFamily { _ = await remindersThatRingAgain() }
            return
        }
        guard let pair = try? await device.refreshPairs().first(where: { $0.id == sent.pair }), pair.isActive,
            await device.profile.refusing.contains(pair.id)
        else { return }
        add(text(.listenNewsRefuses, [.person: pair.partnerName.asForeign]))
    }

    /// Says once of each reminder that was kept from ringing that it rings again.
    func sayWhatRingsAgain() async {
        guard await !device.profile.refusedReminders.isEmpty else { return }
        for (view, family) in await remindersThatRingAgain() {
            Terminal.say(timed(await device.profile.listing(view).ringsAgain(in: family, language)))
        }
    }

    /// Fetches the open reminders of this person's families; returns those that ring again.
    private func remindersThatRingAgain() async -> [(view: ReminderView, family: CircleView)] {
        guard let filter = try? ReminderFilter(status: .open) else { return [] }
        var found: [(view: ReminderView, family: CircleView)] = []
        for family in circles where family.kind == .family {
            guard let views = try? await session.reminders(of: family, showing: filter) else { return [] }
            found += views.map { (view: $0, family: family) }
        }
        guard let again = try? await device.followRefusals(of: found.map(\.view), areAll: true) else { return [] }
        let ids = Set(again.map(\.reminder.id))
        return found.filter { ids.contains($0.view.reminder.id) }
    }
}

extension ReminderListing {
    /// The sentence about a reminder that its assignee has kept from ringing, and that rings again.
    func ringsAgain(in family: CircleView, _ language: Language) -> String {
        let words = text.map { OpenedWords.verified($0.title) } ?? .unverified(doubt ?? .missing)
        let values: [Placeholder: String] = [
            .title: words.shownOfReminder(in: language),
            .person: family.name(of: view.reminder.assignee) ?? language.text(.listenSomebodyElse),
        ]
        return language.text(.listenNewsRingsAgain, values).capitalizedAtStart
    }
}
