import AlarmCore

extension PhoneState {
    /// Returns the changes since `old`, a few words for each, as in "goes offline"; empty if there are none.
    package func changes(since old: PhoneState) -> [String] {
        var changes: [String] = []
        func note<Value: Equatable>(_ field: KeyPath<PhoneState, Value>, _ words: (Value) -> String) {
            if self[keyPath: field] != old[keyPath: field] { changes.append(words(self[keyPath: field])) }
        }
        note(\.isPoweredOn) { $0 ? "is turned on" : "is turned off" }
        if isPoweredOn && old.isPoweredOn {
            note(\.lock) { lock in
                switch lock {
                case .unlocked: "is unlocked"
                case .locked: old.lock == .unlocked ? "is locked" : "is unlocked for the first time, and locked again"
                case .beforeFirstUnlock: "is locked as after a restart"
                }
            }
        }
        note(\.isOnline) { $0 ? "goes online" : "goes offline" }
        note(\.isBedside) { $0 ? "is put beside the bed: the page rings by itself" : "ends Bedside mode" }
        note(\.app) { app in
            switch app {
            case .forceQuit where browser != nil: "has its browser closed"
            case .removed where browser != nil: "has the site's data deleted"
            case .installed:
                old.app == .removed ? "gets the app again, as if for the first time" : "may run the app again"
            case .forceQuit: "has the app force-quit"
            case .removed: "loses the app"
            }
        }
        note(\.focus) { focus in
            switch focus {
            case .off: "ends its Focus"
            case .on: "is put into Focus"
            case .strict: "is put into a Focus that lets nothing through but critical alerts"
            }
        }
        note(\.isSilent) { $0 ? "is silenced" : "is no longer silent" }
        note(\.isLowPower) { $0 ? "begins to save power" : "no longer saves power" }
        note(\.allowsNotifications) { $0 ? "may show notifications" : "may show no notifications any more" }
        note(\.criticalAlerts) { $0 ? "may give critical alerts" : "may give no critical alerts any more" }
        note(\.alarmKit) { "has AlarmKit \($0)" }
        note(\.system) { "is updated to iOS \($0)" }
        note(\.extensionWorks) {
            $0 ? "runs the notification extension again" : "has its notification extension killed"
        }
        note(\.extensionMayArm) { $0 ? "arms from the extension" : "arms from the app alone" }
        note(\.alarmTellsApp) { $0 ? "lets the app hear its alarms" : "lets no app hear its alarms" }
        note(\.clockError) { error in
            error == .zero
                ? "has the right time again"
                : "has a clock that is \(Self.seconds(error)) s \(error > .zero ? "ahead" : "behind")"
        }
        note(\.timeZone) { "arrives in \($0)" }
        return changes
    }

    private static func seconds(_ span: Span) -> Int64 { (span.milliseconds / 1000).magnitudeClamped }
}

extension Int64 {
    fileprivate var magnitudeClamped: Int64 { Int64(clamping: magnitude) }
}
