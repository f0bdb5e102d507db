import AlarmCore
import AlarmWire
import DeviceKit
import Wording

/// Partners and children who take no alarms of this person's for a while: that, and that they take them again.
extension Listener {
    /// Says of a partner who has declined an alarm that they take none at present, once for all that they decline by that;
    /// of a family's reminder notes that it is kept from ringing, and says which others skip their next time.
    mutating func follow(refusal notice: AlarmNotice) async {
        guard let sent = await device.profile.outgoing.first(where: { $0.id == notice.id }) else {
            if notice.isOfFamily { await followReminders(declined: notice.id) }
            return
        }
        guard let pair = try? await device.refreshPairs().first(where: { $0.id == sent.pair }), pair.isActive,
            await device.profile.refusing.contains(pair.id), refusalsTold.insert(pair.id).inserted
        else { return }
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
    ///
    /// The relay tells of a reminder whose alarm has ended, and of none that goes on and skips a time: that is said here,
    /// once.
    ///
    /// - Parameter alarm: the alarm of which the relay has just told that it was declined; nil for none.
    private func followReminders(declined alarm: AlarmID? = nil) async {
        let families = circles.filter { $0.kind == .family }
        guard !families.isEmpty, let filter = try? ReminderFilter(status: .open) else { return }
        var views: [ReminderView] = []
        for family in families {
            guard let found = try? await session.reminders(of: family, showing: filter) else { return }
            views += found
        }
        var told: Set<ReminderID> = []
        var skipping: [ReminderView] = []
        if let alarm {
            if let declined = try? await device.show(alarm).view.shownReminder { told.insert(declined) }
            let known = told.union(await device.profile.refusedReminders)
            skipping = views.skipping(by: families).filter { !known.contains($0.reminder.id) }
            told.formUnion(skipping.map(\.reminder.id))
        }
        for view in (try? await device.followRefusals(of: views, areAll: true, noting: told)) ?? [] {
            guard let family = families.first(where: { $0.id == view.reminder.circle }) else { continue }
            tell(.reminder(.ringsAgain, view), await device.profile.listing(view).ringsAgain(in: family, language))
        }
        for view in skipping {
            guard let family = families.first(where: { $0.id == view.reminder.circle }) else { continue }
            tell(.reminder(.skips, view), await device.profile.listing(view).skips(in: family, language))
        }
    }
}

extension ReminderListing {
    /// The sentence about a reminder that its assignee has kept from ringing, and that rings again.
    func ringsAgain(in family: CircleView, _ language: Language) -> String {
        language.text(.listenNewsRingsAgain, values(in: family, language)).capitalizedAtStart
    }

    /// The sentence about a reminder that goes on, and whose next time its assignee keeps from ringing.
    func skips(in family: CircleView, _ language: Language) -> String {
        language.text(.listenNewsSkips, values(in: family, language)).capitalizedAtStart
    }

    private func values(in family: CircleView, _ language: Language) -> [Placeholder: String] {
        let words = text.map { OpenedWords.verified($0.title) } ?? .unverified(doubt ?? .missing)
        return [
            .title: words.shownOfReminder(in: language),
            .person: family.name(of: view.reminder.assignee) ?? language.text(.listenSomebodyElse),
        ]
    }
}

extension [ReminderView] {
    /// Those that this person has set in one of these families, and that go on without their next time, as their
    /// assignees take none then.
    func skipping(by families: [CircleView]) -> [ReminderView] {
        let own = Set(families.compactMap { $0.members.first(where: \.isSelf)?.person })
        return filter { $0.silence == .refused && $0.alarm != nil && own.contains($0.reminder.creator) }
    }
}
