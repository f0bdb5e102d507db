/// What iOS does with a push and with an alarm in each condition, as pure functions with one rule each.
///
/// Every rule names the documentation that it comes from. Behaviour that Apple does not document is marked as assumed,
/// here and in `docs/phones.md`.
package enum PhoneRules {
    /// Returns what the system does with a push that the gateway hands over.
    package static func reception(of push: PushTraits, by state: PhoneState) -> Reception {
        if let browser = state.browser { return BrowserRules.reception(of: push, by: state, browser) }
        if let obstacle = obstacle(in: state) { return .lost(obstacle) }
        if push.isBackground { return wakeUp(state) }
        let way = way(of: push, by: state)
        let (effect, reason) = effect(of: push, by: way, state)
        return Reception(
            isDelivered: true,
            runsExtension: runsExtension(for: push, state),
            runsApp: push.wakesApp && backgroundObstacle(in: state) == nil,
            opensWords: state.isUnlockedSinceBoot,
            way: way,
            effect: effect,
            reason: reason
        )
    }

    /// Whether the push service can hand pushes over now.
    static func isConnected(_ state: PhoneState) -> Bool {
        if let browser = state.browser { return BrowserRules.listens(browser, in: state) }
        return state.isOnline && state.isPoweredOn
    }

    /// Returns how a system alarm rings, or a page in Bedside mode; nil for a phone on which none sounds.
    ///
    /// AlarmKit: an alarm sounds through silent mode and every Focus, locked or not, whether or not its app was
    /// force-quit, and after a restart too (Apple's answers on AlarmKit in the developer forums). None sounds while the
    /// phone is off.
    package static func systemAlarm(in state: PhoneState) -> Timeline.Ring? {
        if state.browser != nil { return BrowserRules.page(in: state) }
        guard state.isPoweredOn, state.takesSystemAlarms else { return nil }
        return Timeline.Ring(way: .alarmKit, isAudible: true)
    }

    /// Returns how a local notification reaches the user; nil where the system shows none.
    ///
    /// `UNNotificationRequest` with a time trigger: the system shows it without the app and without a network, whether
    /// or not the app was force-quit. It has an interruption level, as a push does. That none is shown while the phone
    /// is off, or before the first unlock after that, is assumed.
    package static func localNotification(in state: PhoneState) -> Reception? {
        guard keepsNotifications(in: state), state.isPoweredOn, state.isUnlockedSinceBoot else { return nil }
        let push = PushTraits(level: state.criticalAlerts ? .critical : .timeSensitive)
        let way = way(of: push, by: state)
        let (effect, reason) = effect(of: push, by: way, state)
        return Reception(
            isDelivered: true,
            runsExtension: false,
            runsApp: false,
            opensWords: true,
            way: way,
            effect: effect,
            reason: reason
        )
    }

    /// Whether the system keeps a local notification for the app; a browser keeps none.
    package static func keepsNotifications(in state: PhoneState) -> Bool {
        state.browser == nil && state.app != .removed && state.allowsNotifications
    }

    /// Whether the app learns at once that its system alarm has begun to sound.
    ///
    /// AlarmKit, `AlarmManager.alarmUpdates`: a running app is told. That the system also informs a suspended app is
    /// assumed (``PhoneState/alarmTellsApp``). The system starts no app that was force-quit, and before the first
    /// unlock the app cannot authenticate to the relay.
    package static func hearsItsAlarm(in state: PhoneState) -> Bool {
        // A page that sounds an alarm is the app itself.
        state.ringsByPage
            || state.isPoweredOn && state.app == .installed && state.isUnlockedSinceBoot && state.alarmTellsApp
    }

    /// Whether the app can act on its user's actions: a tapped notification, a stopped alarm, the app's icon.
    ///
    /// UserNotifications, "Handling notifications and notification-related actions": the user's action starts the app
    /// even after a force-quit; AlarmKit's stop and snooze intents likewise. Data Protection: what is protected until
    /// the first unlock, the app's keys included, cannot be read before it.
    package static func appCanAct(in state: PhoneState) -> Bool {
        state.isPoweredOn && state.app != .removed && state.isUnlockedSinceBoot
    }

    /// Returns the reason why no push is shown or delivered to the app.
    private static func obstacle(in state: PhoneState) -> String? {
        if !state.isPoweredOn { return "the phone is off" }
        if !state.isOnline { return "the phone is offline" }
        return state.app == .removed ? "the app is gone" : nil
    }

    /// Returns the reason why no push starts the app in the background; nil where nothing stands against it.
    ///
    /// "Pushing background updates to your app": the push does not start an app that its user has force-quit, and may
    /// be held back to save power. That it is always held back in Low Power Mode and before the first unlock, and that
    /// an alert with `content-available` starts the app by the same rules, is assumed.
    private static func backgroundObstacle(in state: PhoneState) -> String? {
        if state.app == .forceQuit { return "the app was force-quit: no background push starts it" }
        if state.isLowPower { return "background work waits in Low Power Mode" }
        return state.isUnlockedSinceBoot ? nil : "the app is not started before the first unlock"
    }

    /// Returns the effect of a background push, which starts the app for up to 30 s and shows nothing.
    private static func wakeUp(_ state: PhoneState) -> Reception {
        let obstacle = backgroundObstacle(in: state)
        return Reception(
            isDelivered: true,
            runsExtension: false,
            runsApp: obstacle == nil,
            opensWords: state.isUnlockedSinceBoot,
            way: .ordinary,
            effect: .none,
            reason: obstacle ?? "the app runs in the background"
        )
    }

    /// Whether the extension runs: for an alert with `mutable-content`, unless the app's alerts are turned off.
    ///
    /// "Modifying content in newly delivered notifications": it has about 30 s, and if it does not finish the original
    /// is shown. It is a process of its own, started on demand: a locked phone does not matter, and that a force-quit
    /// app does not either is assumed.
    private static func runsExtension(for push: PushTraits, _ state: PhoneState) -> Bool {
        push.hasAlert && push.isMutable && state.allowsNotifications && state.extensionWorks
    }

    /// Returns the way of a push, in which a critical alert needs its entitlement and the user's permission.
    ///
    /// A push marked critical without them (`UNNotificationInterruptionLevel`) is assumed to be an ordinary one.
    private static func way(of push: PushTraits, by state: PhoneState) -> Timeline.Way {
        switch push.level {
        case .critical: state.criticalAlerts ? .critical : .ordinary
        case .timeSensitive: .timeSensitive
        case .active, .passive: .ordinary
        }
    }

    /// Returns how much of a notification reaches the user, and why not more.
    ///
    /// `UNNotificationInterruptionLevel`, and "Focus" in the iPhone's user guide: passive disturbs nobody; critical
    /// sounds through silent mode and Focus; time-sensitive breaks through a Focus that allows it, and vibrates in
    /// silent mode; the others wait for the end of any Focus. Neither a locked screen nor Low Power Mode changes that.
    private static func effect(
        of push: PushTraits,
        by way: Timeline.Way,
        _ state: PhoneState
    ) -> (Reception.Effect, reason: String) {
        guard state.allowsNotifications else { return (.none, "notifications are turned off for the app") }
        guard push.hasAlert || push.hasSound else { return (.none, "there is nothing to show") }
        if way == .critical { return (.sounds, "critical: through silent mode and Focus") }
        if push.level == .passive { return (.shows, "passive: it disturbs nobody") }
        switch (state.focus, way) {
        case (.strict, _): return (.shows, "Focus holds it back")
        case (.on, .ordinary): return (.shows, "Focus holds back what is not time-sensitive")
        default: break
        }
        guard push.hasSound else { return (.shows, "it has no sound") }
        return state.isSilent ? (.vibrates, "the phone is silent") : (.sounds, "nothing stands against it")
    }
}
