/// One thing that a person may do or know in a circle.
public enum Permission: String, CaseIterable, Hashable, Sendable, Comparable {
    /// Set reminders for the children of the family.
    case setForChildren
    /// Set reminders for oneself.
    case setForSelf
    /// See the dweller's status: when they were last active, whether alerts are paused.
    case status
    /// See where the dweller is, with an alert or a status.
    case place
    /// Read the history of alerts.
    case history
    /// Be told that the dweller fell.
    case alertFall = "alert.fall"
    /// Be told that the dweller has not been active.
    case alertInactivity = "alert.inactivity"
    /// Be told that the dweller has been less active for days.
    case alertWellness = "alert.wellness"
    /// Be told that the dweller pressed the button.
    case alertManual = "alert.manual"
    /// Be told that the dweller's glucose left its bounds.
    case alertGlucose = "alert.glucose"

    /// The permissions that a dweller can grant and withdraw: all those of a care circle.
    public static let care: Set<Permission> = [
        .status, .place, .history, .alertFall, .alertInactivity, .alertWellness, .alertManual, .alertGlucose,
    ]

    /// The default permissions of a member of a care circle: status and every alert, but neither place nor history.
    public static let defaultCare: Set<Permission> = care.subtracting([.place, .history])

    /// Returns the permission to be told of a signal, by the signal's name; nil for an unknown one.
    public static func alert(_ signal: String) -> Permission? { Permission(rawValue: "alert.\(signal)") }

    /// Orders permissions as lists show them: by name.
    public static func < (left: Permission, right: Permission) -> Bool { left.rawValue < right.rawValue }
}
