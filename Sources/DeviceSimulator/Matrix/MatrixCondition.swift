import AlarmCore

/// A row of the matrix: the condition of a phone around the due time.
package struct MatrixCondition: Hashable, Sendable {
    /// A change of the phone, at an offset from the due time.
    struct Change: Hashable, Sendable {
        var after: Span
        var action: Action

        enum Action: Hashable, Sendable {
            case settings(PhoneSettings)
            case event(PhoneEvent)
        }
    }

    /// A short name, part of a phone's name in the run.
    package let name: String
    /// Description for the table's first column.
    package let title: String
    /// Settings of the phone when the alarm is set, an hour ahead.
    let start: PhoneSettings
    let changes: [Change]

    private init(
        _ name: String,
        _ title: String,
        changes: [Change] = [],
        start change: (inout PhoneSettings) -> Void = { _ in }
    ) {
        self.name = name
        self.title = title
        self.changes = changes
        var settings = PhoneSettings()
        change(&settings)
        start = settings
    }

    private static func settings(_ after: Span, _ change: (inout PhoneSettings) -> Void) -> Change {
        var settings = PhoneSettings()
        change(&settings)
        return Change(after: after, action: .settings(settings))
    }

    /// When a phone goes away, relative to the due time.
    private static let before = -Span.minutes(5)
    /// When a phone comes back, relative to the due time.
    private static let after = Span.seconds(270)

    /// All conditions, in the order of the rows.
    package static let all = [
        MatrixCondition("unlocked", "in use") { $0.isLocked = false },
        MatrixCondition("locked", "locked") { $0.isLocked = true },
        MatrixCondition("silent", "locked, silent") {
            $0.isLocked = true
            $0.isSilent = true
        },
        MatrixCondition("focus", "Focus on") { $0.focus = .on },
        MatrixCondition("strict", "Focus that lets nothing through, silent") {
            $0.focus = .strict
            $0.isSilent = true
        },
        MatrixCondition("lowpower", "low power") { $0.isLowPower = true },
        MatrixCondition("forcequit", "app force-quit") { $0.app = .forceQuit },
        MatrixCondition("extension", "notification extension killed") { $0.notificationExtension = .killed },
        MatrixCondition(
            "restarted",
            "restarted 5 min before, not unlocked since",
            changes: [Change(after: before, action: .event(.restart))]
        ),
        MatrixCondition(
            "offline",
            "off line from 5 min before to 4 min 30 s after",
            changes: [settings(before) { $0.isOffline = true }, settings(after) { $0.isOffline = false }]
        ),
        MatrixCondition(
            "unreached",
            "off line since before it was set, to 4 min 30 s after",
            changes: [settings(after) { $0.isOffline = false }]
        ) { $0.isOffline = true },
        MatrixCondition(
            "off",
            "turned off from 5 min before to 4 min 30 s after",
            changes: [settings(before) { $0.power = .off }, settings(after) { $0.power = .on }]
        ),
        MatrixCondition("removed", "app removed 5 min before", changes: [settings(before) { $0.app = .removed }]),
    ]
}
