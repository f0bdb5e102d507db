import AlarmCore
import AlarmWire
import Wording

extension ReminderSilence {
    /// That the reminder will not ring, and why, as a sentence.
    func sentence(of reminder: Reminder, in family: CircleView, _ language: Language) -> String {
        let clause = explanation(of: reminder, in: family, language).capitalizedAtStart
        return clause + (language == .english ? "." : "。")
    }

    /// Why the reminder will not ring, as the rest of a line.
    func explanation(of reminder: Reminder, in family: CircleView, _ language: Language = .english) -> String {
        let creator = family.members.first { $0.person == reminder.creator }?.shownName ?? language.text(.listLeft)
        let member = family.members.first { $0.person == reminder.assignee }
        let assignee = member?.shownName ?? language.text(.listLeft)
        return switch self {
        case .muted: language.text(.listSilentMuted, [.person: creator])
        case .paused: language.text(.listSilentPaused, [.person: creator])
        case .hours: language.text(.listSilentHours, [.person: creator])
        case .refused: language.text(.listSilentRefused, [.person: creator, .helper: assignee])
        case .takenOff: language.text(.listSilentTakenOff)
        case .unreachable:
            member?.isSelf == true
                ? language.text(.listSilentUnreachableOwn)
                : language.text(.listSilentUnreachable, [.person: assignee])
        }
    }
}
