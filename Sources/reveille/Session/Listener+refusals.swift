import AlarmCore
import AlarmWire
import DeviceKit
import Wording

/// Partners and children who take no alarms of this person's for a while: that, and that they take them again.
extension Listener {
    /// Says of a partner who has declined an alarm whether they take none at present, and notes which reminders are kept
    /// from ringing.
    mutating func follow(refusal notice: AlarmNotice) async {
        guard let sent = await device.profile.outgoing.first(where: { $0.id == notice.id }) else {
            if notice.isOfFamily { await followReminders() }
            return
        }
        guard let pair = try? await device.refreshPairs().first(where: { $0.id == sent.pair }), pair.isActive,
            await device.profile.refusing.contains(pair.id)
        else { return }
        refusalsTold.insert(pair.id)
        add(
            ListenerEvent(.partnerRefuses, pair.facts),
            text(.listenNewsRefuses, [.person: pair.partnerName.asForeign])
        )
    }

    /// Says once of each reminder that was kept from ringing that it rings again.
    func sayWhatRingsAgain() async {
        if await !device.profile.refusedReminders.isEmpty { await followReminders() }
    }

    /// Looks at all open reminders of this person's families; without an answer about each family nothing is noted.
    private func followReminders() async {
        let families = circles.filter { $0.kind == .family }
        guard !families.isEmpty, let filter = try? ReminderFilter(status: .open) else { return }
        var views: [ReminderView] = []
        for family in families {
            guard let found = try? await session.reminders(of: family, showing: filter) else { return }
            views += found
        }
        for view in (try? await device.followRefusals(of: views, areAll: true)) ?? [] {
            guard let family = families.first(where: { $0.id == view.reminder.circle }) else { continue }
            let facts: KeyValuePairs<String, JSONValue?> = [
                "reminderId": .identifier(view.reminder.id), "circleId": .identifier(family.id),
            ]
            let line = await device.profile.listing(view).ringsAgain(in: family, language)
            tell(ListenerEvent(.ringsAgain, facts), line)
        }
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
