package import AlarmCore

/// A scenario's settings of a phone or its user, at the start or as a change; nil for what stays as it is.
package struct PhoneSettings: Hashable, Sendable {
    /// Whether the phone is on.
    package enum Power: String, CaseIterable, Hashable, Sendable {
        case on, off
    }

    /// Whether the app may show notifications.
    package enum NotificationPermission: String, CaseIterable, Hashable, Sendable {
        case allowed, refused
    }

    /// Whether the app's notification extension may run.
    package enum Extension: String, CaseIterable, Hashable, Sendable {
        case running, killed
    }

    /// The browser that runs the web app; only at the start.
    package var browser: BrowserKind?
    /// Whether the web app's page is open in Bedside mode.
    package var isBedside: Bool?
    package var system: SystemVersion?
    package var alarmKit: PhoneState.AlarmKitAccess?
    package var notifications: NotificationPermission?
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
    /// How far the phone's clock is ahead of the right time; negative for behind.
    package var clockError: Span?
    /// IANA name of the phone's zone.
    package var zone: String?
    /// The user's reaction to an alarm.
    package var habits: Habits?

    package init() {}

    /// Applies the settings to a phone, first power, which changes other parts of the state.
    func apply(to state: inout PhoneState) {
        if let power { state.isPoweredOn = power == .on }
        state.browser = browser ?? state.browser
        state.isBedside = isBedside ?? state.isBedside
        if let system {
            let wasDefault = state.alarmKit == PhoneState(system: state.system).alarmKit
            state.system = system
            // Below iOS 26 the user cannot have been asked.
            if wasDefault { state.alarmKit = PhoneState(system: system).alarmKit }
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
    /// State of the phone when the run begins.
    package var state: PhoneState {
        var state = PhoneState()
        settings.apply(to: &state)
        return state
    }

    /// Habits of the user when the run begins: answers after ten seconds by default.
    package var habits: Habits {
        settings.habits ?? Habits(answer: .acknowledge(reply: nil), reaction: .seconds(10))
    }
}

/// A phone of a scenario, as it is at the start.
package struct ScenarioPhone: Hashable, Sendable {
    /// Name in the scenario: lower-case letters, digits and hyphens.
    package var name: String
    /// The phone's owner; two phones of one person share their alarms.
    package var person: String
    /// Settings at the start that differ from the defaults.
    package var settings: PhoneSettings

    package init(name: String, person: String, settings: PhoneSettings = PhoneSettings()) {
        self.name = name
        self.person = person
        self.settings = settings
    }
}
