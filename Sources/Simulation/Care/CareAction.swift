import AlarmCore
import AlarmWire

/// A request that somebody in a care circle makes of the relay.
enum CareAction {
    /// A device of the dweller detected something, or the dweller pressed the button.
    case signal(CareSignal)
    /// The dweller is well.
    case cancel(AlarmID)
    /// A member acknowledges that they look after the dweller.
    case acknowledge(AlarmID)
    /// A sign of activity.
    case activity([WellnessDay] = [])
    case settings(CareSettings)
    case pause(Instant)
    case resume
    /// The dweller changes what a member may know, or the member's priority.
    case change(PersonID, MemberChange)
    /// A member leaves, or is removed.
    case remove(PersonID)
    /// A member registers their own telephone number, and says whether it may be called.
    case leaveNumber(calls: Bool)
    /// A member withdraws their telephone number.
    case removeNumber
}

extension CareAction: CustomStringConvertible {
    var description: String {
        switch self {
        case .signal(let signal): "signal \(signal.kind.rawValue)"
        case .cancel: "call an alert off"
        case .acknowledge: "look after the dweller"
        case .activity(let days): days.isEmpty ? "be active" : "be active, after \(days.count) days"
        case .settings(let settings):
            "watch \(settings.inactivity.map { "\($0.wait.milliseconds / 60_000) min" } ?? "nothing")"
        case .pause(let end): "pause until \(end.iso8601)"
        case .resume: "resume"
        case .change(_, let change):
            change.priority.map { "be told in tier \($0)" }
                ?? "may know \((change.permissions ?? []).sorted().map(\.rawValue).joined(separator: " "))"
        case .remove: "remove a member"
        case .leaveNumber(let calls): calls ? "leave a number, also for calls" : "leave a number"
        case .removeNumber: "take the number back"
        }
    }
}
