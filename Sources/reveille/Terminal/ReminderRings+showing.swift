import AlarmCore
import AlarmWire
import DeviceKit
import Wording

extension OpenedWords {
    /// What a family's reminder says, in quotes; else that this device cannot read it, and why.
    func shownOfReminder(in language: Language) -> String {
        switch self {
        case .verified, .clear: shown(in: language)
        case .unverified(let doubt):
            language.text(.listenReminderUnreadable, [.reason: doubt.explanationAmongMembers(in: language)])
        }
    }
}

extension OpenedWords.VerificationFailure {
    /// What is added to the relay's own text about a reminder where the words are missing.
    func remarkOnReminder(in language: Language) -> String {
        language.text(.listenReminderRemark, [.reason: explanationAmongMembers(in: language)])
    }
}

extension IncomingAlarm {
    /// Whoever set a reminder; nil where that is not known.
    private func setter(in language: Language) -> String? {
        isOwn ? language.text(.listenYou) : partnerName?.asForeign
    }

    /// The words of a reminder, and who set it, to tell it from others.
    func reminderTitle(in language: Language) -> String {
        let title = words.shownOfReminder(in: language)
        return setter(in: language).map { language.text(.listenTitleFrom, [.title: title, .person: $0]) } ?? title
    }

    /// Returns the line for a reminder that was set, without a text of the relay's.
    func reminderAnnouncement(time: String, in language: Language) -> String {
        let values: [Placeholder: String] = [.time: time, .title: words.shownOfReminder(in: language)]
        // Another parent may have changed it since, and the relay does not say who has.
        guard revision == 1, let setter = setter(in: language) else { return language.text(.listenSet, values) }
        return language.text(.listenSetBy, values.merging([.person: setter]) { _, new in new })
    }

    /// Returns the line for a reminder that rings.
    func reminderCall(again: Bool, in language: Language) -> String {
        let title = words.shownOfReminder(in: language)
        guard let setter = setter(in: language) else {
            return language.text(again ? .listenStill : .listenRing, [.title: title])
        }
        return language.text(again ? .listenStillFrom : .listenRingFrom, [.person: setter, .title: title])
    }
}

extension AlarmView {
    /// The reminder for which it rings; of one that is deleted, what its first alarm was named after.
    var shownReminder: ReminderID { reminder ?? ReminderID(high: id.high, low: id.low) }
}

extension AlarmListing {
    /// The words and whoever set it, to tell it from others.
    func title(in language: Language) -> String {
        let shown = isReminder ? words.shownOfReminder(in: language) : words.shown(in: language)
        return partnerName.map { language.text(.listenTitleFrom, [.title: shown, .person: $0.asForeign]) } ?? shown
    }

    /// Returns the line for one that has rung since before the listener began, as of one that rings again.
    func stillRinging(in language: Language) -> String {
        let shown = isReminder ? words.shownOfReminder(in: language) : words.shown(in: language)
        guard let partnerName else { return language.text(.listenStill, [.title: shown]) }
        return language.text(.listenStillFrom, [.person: partnerName.asForeign, .title: shown])
    }

    /// Whether it is the reminder of a family.
    var isReminder: Bool { view.preset == EscalationPolicy.reminder.name }
}

extension AlarmNotice {
    /// Whether it is about a reminder of a family.
    var isOfFamily: Bool {
        let families: [EscalationPolicy] = [.reminder, .completion, .movement]
        return families.contains { $0.name == preset }
    }
}
