import AlarmCore
import AlarmWire
import DeviceKit

extension OpenedWords {
    /// What a family's reminder says, in quotes; else that this device cannot read it, and why.
    var shownOfReminder: String {
        switch self {
        case .verified, .clear: shown
        case .unverified(let doubt): "a reminder whose words cannot be read here (\(doubt.explanationAmongMembers))"
        }
    }
}

extension OpenedWords.VerificationFailure {
    /// What is added to the relay's own text about a reminder where the words are missing.
    var remarkOnReminder: String { "(its words cannot be read here: \(explanationAmongMembers))" }
}

extension IncomingAlarm {
    /// Whoever set a reminder; nil where that is not known.
    private var setter: String? { isOwn ? "you" : partnerName?.asForeign }

    /// The words of a reminder, and who set it, to tell it from others.
    var reminderTitle: String { "\(words.shownOfReminder)\(setter.map { " from \($0)" } ?? "")" }

    /// Returns the line for a reminder that was set, without a text of the relay's.
    func reminderAnnouncement(time: String) -> String {
        "Set\(setter.map { " by \($0)" } ?? "") for \(time): \(words.shownOfReminder)"
    }

    /// Returns the line for a reminder that rings, without a text of the relay's.
    func reminderCall(_ occasion: String) -> String {
        "\(occasion)\(setter.map { " from \($0)" } ?? ""): \(words.shownOfReminder)"
    }
}

extension AlarmListing {
    /// The words and whoever set it, to tell it from others.
    var title: String {
        let shown = isReminder ? words.shownOfReminder : words.shown
        return "\(shown)\(partnerName.map { " from \($0.asForeign)" } ?? "")"
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
