package import AlarmCore

/// The condition of a phone, of its system and of the app on it, as far as it decides what becomes of an alarm.
///
/// A value that is made or changed at will; ``contradiction`` says what could not be on a real phone.
package struct PhoneState: Hashable, Sendable {
    /// The version of its system.
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
    /// Whether it has a network.
    package var isOnline: Bool
    /// Whether it is on; turning it off or on locks it until its user has unlocked it once.
    package var isPoweredOn: Bool {
        didSet {
            guard isPoweredOn != oldValue else { return }
            lock = .beforeFirstUnlock
            // The system starts an app again by itself once the phone was restarted, force-quit or not.
            if app == .forceQuit { app = .installed }
        }
    }
    /// Whether it is locked, and whether its user has unlocked it since it was turned on.
    package var lock: Lock
    /// Whether the app is there, and may be started by the system.
    package var app: App
    /// Whether the app's notification service extension gets to its end; without it a push keeps its generic words.
    package var extensionWorks: Bool
    /// Whether the extension may register system alarms; if not, they wait for the app.
    ///
    /// Apple does not say.
    package var extensionMayArm: Bool
    /// Whether the app learns that its system alarm has begun to sound.
    ///
    /// Apple promises it to an app that runs already. If not, the relay hears nothing until the user stops the alarm.
    package var alarmTellsApp: Bool
    /// By how much its clock is ahead of the right time.
    package var clockError: Span
    /// The IANA name of the time zone that it is in.
    package var timeZone: String

    /// Describes a phone that lies locked, on and on line, with the app installed and everything allowed.
    ///
    /// - Parameters:
    ///   - system: the version of its system; iOS 26.1 unless told.
    ///   - alarmKit: allowed from iOS 26 on, unless told; nobody was asked before.
    ///   - criticalAlerts: whether they are entitled and allowed.
    ///   - timeZone: the IANA name of the zone it is in.
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

    /// Whether it is locked.
    ///
    /// Unlocking it counts as its first unlock since it was turned on.
    package var isLocked: Bool {
        get { lock != .unlocked }
        set { lock = newValue ? (lock == .unlocked ? .locked : lock) : .unlocked }
    }

    /// Whether its user has unlocked it since it was turned on; only then can the app's keys be read.
    package var isUnlockedSinceBoot: Bool {
        get { lock != .beforeFirstUnlock }
        set { lock = newValue ? (lock == .beforeFirstUnlock ? .locked : lock) : .beforeFirstUnlock }
    }

    /// Whether the system would take an alarm of the app, room permitting.
    package var takesSystemAlarms: Bool {
        guard system.hasAlarmKit, app != .removed else { return false }
        return switch alarmKit {
        case .allowed, .limited: true
        case .undetermined, .refused: false
        }
    }

    /// What the app tells the relay of this phone.
    package var capabilities: Device.Capabilities {
        Device.Capabilities(
            alarmKit: takesSystemAlarms,
            criticalAlerts: criticalAlerts && allowsNotifications,
            os: system.description
        )
    }
}

extension PhoneState {
    /// Whether the app may register alarms with the system (iOS 26).
    package enum AlarmKitAccess: Hashable, Sendable {
        /// The user has not been asked.
        case undetermined
        case allowed
        /// Allowed, and the system takes no more than so many.
        case limited(Int)
        case refused
    }

    /// Whether a Focus, such as Do Not Disturb or Sleep, is on.
    package enum Focus: String, CaseIterable, Hashable, Sendable {
        case off
        /// On; time-sensitive notifications get through, as the user allowed.
        case on
        /// On, and nothing but critical alerts gets through.
        case strict
    }

    /// Whether the phone is locked.
    package enum Lock: String, CaseIterable, Hashable, Sendable {
        case unlocked
        case locked
        /// Locked since it was turned on: nothing that needs the passcode can be read yet.
        case beforeFirstUnlock = "before-first-unlock"
    }

    /// Whether the app is there.
    package enum App: String, CaseIterable, Hashable, Sendable {
        /// Installed, in the background or not running.
        case installed
        /// Swiped away by its user: the system starts it for nothing but its user, until the phone is restarted.
        case forceQuit = "force-quit"
        /// Deleted.
        case removed
    }
}
