package import AlarmCore

/// Condition of a phone, its system and its app, as far as it affects alarms.
///
/// A value that can be made or changed freely; ``contradiction`` names what a real phone could not be in.
package struct PhoneState: Hashable, Sendable {
    /// The browser that runs the web app; nil for a phone with the app.
    package var browser: BrowserKind?
    /// Whether the web app is in Bedside mode: the page is left open in front, to ring by itself.
    package var isBedside: Bool
    /// Version of the phone's system.
    package var system: SystemVersion
    /// Whether the app may register alarms with the system.
    package var alarmKit: AlarmKitAccess
    /// Whether the app is entitled to critical alerts and its user allowed them.
    package var criticalAlerts: Bool
    /// Whether the user lets the app show notifications.
    package var allowsNotifications: Bool
    /// Whether a Focus holds notifications back.
    package var focus: Focus
    /// Whether the ring switch is on silent, so that ordinary notifications vibrate.
    package var isSilent: Bool
    /// Whether the battery is being saved.
    package var isLowPower: Bool
    /// Whether the phone has a network.
    package var isOnline: Bool
    /// Whether the phone is on; turning it off or on locks it until its user has unlocked it once.
    package var isPoweredOn: Bool {
        didSet {
            guard isPoweredOn != oldValue else { return }
            lock = .beforeFirstUnlock
            // After a restart the system starts an app again by itself, force-quit or not.
            if app == .forceQuit { app = .installed }
        }
    }
    /// Whether the phone is locked, and whether its user has unlocked it since it was turned on.
    package var lock: Lock
    /// Whether the app is installed, and may be started by the system.
    package var app: App
    /// Whether the app's notification service extension finishes; without it a push keeps its generic text.
    package var extensionWorks: Bool
    /// Whether the extension may register system alarms; if not, alarms are registered when the app next runs.
    ///
    /// Apple does not document this.
    package var extensionMayArm: Bool
    /// Whether the app learns that its system alarm has begun to sound.
    ///
    /// Apple promises this for a running app. If false, the relay hears nothing until the user stops the alarm.
    package var alarmTellsApp: Bool
    /// How far the phone's clock is ahead of the right time; negative for behind.
    package var clockError: Span
    /// IANA name of the phone's time zone.
    package var timeZone: String

    /// Creates the state of a phone that is locked, on and online, with the app installed and everything allowed.
    ///
    /// - Parameters:
    ///   - system: the version of its system; iOS 26.1 by default.
    ///   - alarmKit: by default allowed from iOS 26 on, and undetermined before.
    ///   - criticalAlerts: whether they are entitled and allowed.
    ///   - timeZone: the IANA name of its zone.
    package init(
        system: SystemVersion = SystemVersion(26, 1),
        alarmKit: AlarmKitAccess? = nil,
        criticalAlerts: Bool = false,
        timeZone: String = "Europe/Berlin"
    ) {
        self.system = system
        self.alarmKit = alarmKit ?? (system.hasAlarmKit ? .allowed : .undetermined)
        self.criticalAlerts = criticalAlerts
        self.timeZone = timeZone
        browser = nil
        isBedside = false
        allowsNotifications = true
        focus = .off
        isSilent = false
        isLowPower = false
        isOnline = true
        isPoweredOn = true
        lock = .locked
        app = .installed
        extensionWorks = true
        extensionMayArm = true
        alarmTellsApp = true
        clockError = .zero
    }

    /// Whether the phone is locked.
    ///
    /// Unlocking it counts as its first unlock since it was turned on.
    package var isLocked: Bool {
        get { lock != .unlocked }
        set { lock = newValue ? (lock == .unlocked ? .locked : lock) : .unlocked }
    }

    /// Whether the user has unlocked the phone since it was turned on; only then can the app's keys be read.
    package var isUnlockedSinceBoot: Bool {
        get { lock != .beforeFirstUnlock }
        set { lock = newValue ? (lock == .beforeFirstUnlock ? .locked : lock) : .beforeFirstUnlock }
    }

    /// Whether a page in Bedside mode is in front and awake, so that it rings by itself.
    ///
    /// Saving power is assumed to end its wake lock, which it may (Screen Wake Lock API).
    package var ringsByPage: Bool {
        browser != nil && isBedside && isPoweredOn && lock == .unlocked && app == .installed && !isLowPower
    }

    /// Whether the system accepts alarms of the app, up to its limit; of a browser, whether its page rings by itself.
    package var takesSystemAlarms: Bool {
        if browser != nil { return ringsByPage }
        guard system.hasAlarmKit, app != .removed else { return false }
        return switch alarmKit {
        case .allowed, .limited: true
        case .undetermined, .refused: false
        }
    }

    /// Capabilities that the app reports to the relay.
    package var capabilities: Device.Capabilities {
        Device.Capabilities(
            alarmKit: takesSystemAlarms,
            criticalAlerts: criticalAlerts && allowsNotifications,
            os: browser?.name ?? system.description
        )
    }
}

extension PhoneState {
    /// Whether the app may register alarms with the system (iOS 26).
    package enum AlarmKitAccess: Hashable, Sendable {
        /// The user has not been asked.
        case undetermined
        case allowed
        /// Allowed, with an upper limit on the number of alarms.
        case limited(Int)
        case refused
    }

    /// Whether a Focus, such as Do Not Disturb or Sleep, is on.
    package enum Focus: String, CaseIterable, Hashable, Sendable {
        case off
        /// On; time-sensitive notifications get through, as the user allows.
        case on
        /// On, and only critical alerts get through.
        case strict
    }

    /// Whether the phone is locked.
    package enum Lock: String, CaseIterable, Hashable, Sendable {
        case unlocked
        case locked
        /// Locked since it was turned on: nothing that needs the passcode can be read yet.
        case beforeFirstUnlock = "before-first-unlock"
    }

    /// Whether the app is installed and may be started.
    package enum App: String, CaseIterable, Hashable, Sendable {
        /// Installed, in the background or not running.
        case installed
        /// Swiped away by its user: only the user can start it until the phone is restarted.
        case forceQuit = "force-quit"
        /// Deleted.
        case removed
    }
}
