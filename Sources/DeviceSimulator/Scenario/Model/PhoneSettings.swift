package import AlarmCore

/// What a scenario says about a phone or its user: at the start, or as a change; nil for what stays as it is.
package struct PhoneSettings: Hashable, Sendable {
    /// Whether it is on.
    package enum Power: String, CaseIterable, Hashable, Sendable {
        case on, off
    }

    /// Whether the app may show notifications.
    package enum Permission: String, CaseIterable, Hashable, Sendable {
        case allowed, refused
    }

    /// Whether the app's notification extension gets to run.
    package enum Extension: String, CaseIterable, Hashable, Sendable {
        case running, killed
    }

    package var system: SystemVersion?
    package var alarmKit: PhoneState.AlarmKitAccess?
    package var notifications: Permission?
    package var isCriticalAllowed: Bool?
    package var isLocked: Bool?
    package var focus: PhoneState.Focus?
    package var isSilent: Bool?
    package var isLowPower: Bool?
    package var isOffline: Bool?
    package var power: Power?
    package var app: PhoneState.App?
    package var notificationExtension: Extension?
    /// Whether the extension may register system alarms.
    package var extensionArms: Bool?
    /// Whether the app learns that its system alarm sounds.
    package var alarmTellsApp: Bool?
    /// How far its clock is ahead of the right time; negative for behind.
    package var clockError: Span?
    /// The IANA name of the zone it is in.
    package var zone: String?
    /// What its user does about an alarm.
    package var habits: Habits?

    package init() {}

    /// Changes a phone accordingly; what its power changes by itself comes first.
    func apply(to state: inout PhoneState) {
        if let power { state.isPoweredOn = power == .on }
        if let system {
            let wasUsual = state.alarmKit == PhoneState(system: state.system).alarmKit
            state.system = system
            // Nobody was asked before there was something to ask for.
            if wasUsual { state.alarmKit = PhoneState(system: system).alarmKit }
        }
        state.alarmKit = alarmKit ?? state.alarmKit
        state.allowsNotifications = notifications.map { $0 == .allowed } ?? state.allowsNotifications
        state.criticalAlerts = isCriticalAllowed ?? state.criticalAlerts
        state.isLocked = isLocked ?? state.isLocked
        state.focus = focus ?? state.focus
        state.isSilent = isSilent ?? state.isSilent
        state.isLowPower = isLowPower ?? state.isLowPower
        state.isOnline = isOffline.map { !$0 } ?? state.isOnline
        state.app = app ?? state.app
        state.extensionWorks = notificationExtension.map { $0 == .running } ?? state.extensionWorks
        state.extensionMayArm = extensionArms ?? state.extensionMayArm
        state.alarmTellsApp = alarmTellsApp ?? state.alarmTellsApp
        state.clockError = clockError ?? state.clockError
        state.timeZone = zone ?? state.timeZone
    }
}

extension ScenarioPhone {
    /// What the phone is like when the run begins.
    package var state: PhoneState {
        var state = PhoneState()
        settings.apply(to: &state)
        return state
    }

    /// What its user does when the run begins: answers after ten seconds, unless told otherwise.
    package var habits: Habits {
        settings.habits ?? Habits(answer: .acknowledge(reply: nil), reaction: .seconds(10))
    }
}
