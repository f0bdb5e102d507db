/// A column of the matrix: the abilities of a phone.
package struct MatrixPhone: Hashable, Sendable {
    /// A short name, part of a phone's name in the run.
    package let name: String
    /// Description for the table's head.
    package let title: String
    let settings: PhoneSettings

    private init(
        _ name: String,
        _ title: String,
        iOS system: SystemVersion,
        alarmKit: PhoneState.AlarmKitAccess? = nil,
        critical: Bool = false,
        extensionArms: Bool? = nil
    ) {
        self.name = name
        self.title = title
        var settings = PhoneSettings()
        settings.system = system
        settings.alarmKit = alarmKit
        settings.isCriticalAllowed = critical
        settings.extensionArms = extensionArms
        self.settings = settings
    }

    /// A browser with the web app.
    private init(_ name: String, _ title: String, browser: BrowserKind, isBedside: Bool = false) {
        self.name = name
        self.title = title
        var settings = PhoneSettings()
        settings.browser = browser
        if isBedside {
            settings.isBedside = true
            // The page stays in front; a row that locks the phone hides it.
            settings.isLocked = false
        }
        self.settings = settings
    }

    /// The columns, from the most able phone to the least.
    package static let all = [
        MatrixPhone("kit", "iOS 26, AlarmKit", iOS: SystemVersion(26, 1), alarmKit: .allowed),
        MatrixPhone(
            "apponly",
            "iOS 26, AlarmKit from the app alone",
            iOS: SystemVersion(26, 1),
            alarmKit: .allowed,
            extensionArms: false
        ),
        MatrixPhone("full", "iOS 26, AlarmKit at its limit", iOS: SystemVersion(26, 1), alarmKit: .limited(0)),
        MatrixPhone("refused", "iOS 26, AlarmKit refused", iOS: SystemVersion(26, 1), alarmKit: .refused),
        MatrixPhone(
            "critical26",
            "iOS 26, AlarmKit refused, critical alerts",
            iOS: SystemVersion(26, 1),
            alarmKit: .refused,
            critical: true
        ),
        MatrixPhone("ios18", "iOS 18", iOS: SystemVersion(18, 5)),
        MatrixPhone("critical18", "iOS 18, critical alerts", iOS: SystemVersion(18, 5), critical: true),
        MatrixPhone("ios15", "iOS 15", iOS: SystemVersion(15, 0)),
        MatrixPhone("android", "Chrome on Android", browser: .android),
        MatrixPhone("bedside", "Chrome on Android, Bedside mode", browser: .android, isBedside: true),
        MatrixPhone("iphone", "Safari on iPhone", browser: .iPhone),
        MatrixPhone("computer", "browser on a computer", browser: .computer),
    ]
}
