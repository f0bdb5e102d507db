import AlarmCore
import AlarmWire
import DeviceKit
import Wording

/// Whose a reminder is now, whose setter has left the family.
struct ReminderInheritance {
    /// The name of whoever has taken it over, as it is shown.
    let heir: String
    /// The name of whoever has left, as it is shown.
    let former: String
    /// The family.
    let family: CircleView

    /// What the texts about it name.
    func values(for alarm: IncomingAlarm, in language: Language) -> [Placeholder: String] {
        [
            .title: alarm.words.shownOfReminder(in: language), .person: heir, .former: former,
            .circle: family.name.asForeign,
        ]
    }
}

extension IncomingAlarm {
    /// Returns the one line for a reminder that was taken over, with its time; nil where more than that has changed.
    ///
    /// - Parameters:
    ///   - inheritance: whose it is now.
    ///   - clock: the clock of this machine, for the reader.
    ///   - announcement: what is announced of it.
    /// - Returns: the line.
    func announcement(
        of inheritance: ReminderInheritance,
        clock: LocalClock,
        as announcement: AlarmAnnouncement
    ) -> String? {
        var values = inheritance.values(for: self, in: clock.language)
        if let snoozedUntil {
            values[.time] = clock.both(snoozedUntil, in: timeZone)
            return clock.language.text(.listenReminderHeirPutOff, values)
        }
        guard announcement == .set else { return nil }
        values[.time] = dueWords(clock)
        return clock.language.text(.listenReminderHeirSet, values)
    }
}

extension Language {
    /// How words become readable on a device that lacks the key to them; `flag` names the profile in a command.
    func cureOfMissingKey(flag: String) -> String {
        text(.listenReminderCure, [.link: "reveille device link", .words: "reveille join\(flag) CODE"])
    }
}
