/// One thing that a person may do or know in a circle.
public enum Permission: String, CaseIterable, Hashable, Sendable, Comparable {
    /// Set reminders for the children of the family.
    case setForChildren
    /// Set reminders for oneself.
    case setForSelf
    /// See how the dweller is: when they last were active, whether alerts are paused.
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
    /// Be told that the dweller calls.
    case alertManual = "alert.manual"
    /// Be told that the dweller's glucose left its bounds.
    case alertGlucose = "alert.glucose"

    /// What a dweller can give and take: all that a care circle knows.
    public static let care: Set<Permission> = [
        .status, .place, .history, .alertFall, .alertInactivity, .alertWellness, .alertManual, .alertGlucose,
    ]

    /// What a member of a care circle has until the dweller says otherwise: how they are and every alert, but not where
    /// they are, nor what has been.
    public static let usualCare: Set<Permission> = care.subtracting([.place, .history])

    /// The permission to be told of a signal, by the signal's word; nil for an unknown one.
    public static func alert(_ signal: String) -> Permission? { Permission(rawValue: "alert.\(signal)") }

    /// The order in which lists name them: that of their words.
    public static func < (left: Permission, right: Permission) -> Bool { left.rawValue < right.rawValue }
}
