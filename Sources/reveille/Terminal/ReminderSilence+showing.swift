import AlarmCore
import AlarmWire

extension ReminderSilence {
    /// Why the reminder will not ring, as the rest of a line.
    func explanation(of reminder: Reminder, in family: CircleView) -> String {
        let creator = family.members.first { $0.person == reminder.creator }?.shownName ?? "(left)"
        let member = family.members.first { $0.person == reminder.assignee }
        let assignee = member?.shownName ?? "(left)"
        return switch self {
        case .muted: "it will not ring: you have muted \(creator)"
        case .paused: "it will not ring: you have paused \(creator)"
        case .hours: "it will not ring: \(creator) may not ring you at that hour"
        case .refused: "it will not ring: \(assignee) takes nothing from \(creator) then; ask \(assignee)"
        case .takenOff: "it will not ring: its alarm was taken off; give it a time anew, the same or another"
        case .unreachable:
            member?.isSelf == true
                ? "it cannot ring: none of your devices can be reached"
                : "it cannot ring: no device of \(assignee) can be reached"
        }
    }
}
