/// What a browser and its system do with a push and with an alarm in each condition, one rule each.
///
/// Every rule names where it comes from. What nobody documents is marked as assumed, here and in `docs/phones.md`.
enum BrowserRules {
    /// Whether the push service can hand messages over now; else it stores them for their time to live.
    ///
    /// RFC 8030, section 5.2 and 5.4. On a computer nobody listens while the browser is closed; an Android app that
    /// was force-stopped gets nothing until it is started again. An iPhone's system takes pushes for a web app that does not
    /// run. Before the first unlock a browser's data cannot be read, so that it is assumed not to listen.
    static func listens(_ browser: BrowserKind, in state: PhoneState) -> Bool {
        state.isPoweredOn && state.isOnline && state.isUnlockedSinceBoot
            && (state.app == .installed || state.app == .forceQuit && browser == .iPhone)
    }

    /// Returns what becomes of a message that the push service hands over.
    static func reception(of push: PushTraits, by state: PhoneState, _ browser: BrowserKind) -> Reception {
        if state.app == .removed { return .lost("the site's data are gone") }
        if !state.allowsNotifications { return .lost("the site may show no notifications") }
        guard listens(browser, in: state) else { return .lost("the browser does not listen") }
        let (effect, reason) = effect(of: push, by: state, browser)
        return Reception(
            isDelivered: true,
            runsExtension: state.extensionWorks,
            runsApp: false,
            opensWords: true,
            way: .ordinary,
            effect: effect,
            reason: reason
        )
    }

    /// Returns how an alarm sounds on a page in Bedside mode; nil where the page is not there to sound it.
    ///
    /// HTML, "Page visibility", and Screen Wake Lock API: a page that is not in front is throttled, or frozen, and the
    /// wake lock ends when it is hidden. That media sound in silent mode, and in every Focus but a strict one,
    /// is assumed.
    static func page(in state: PhoneState) -> Timeline.Ring? {
        state.ringsByPage ? Timeline.Ring(way: .page, isAudible: state.focus != .strict) : nil
    }

    /// Returns how much of a notification reaches the user, and why not more.
    ///
    /// Notifications API: `silent` shows without a sound. A web notification is an ordinary one: Focus and Do Not
    /// Disturb hold it back, and silent mode leaves a vibration, on a computer nothing but the picture. A worker that
    /// shows nothing has Chrome show a notification of its own, which is assumed to make no sound; Safari shows the
    /// declarative one.
    private static func effect(
        of push: PushTraits,
        by state: PhoneState,
        _ browser: BrowserKind
    ) -> (Reception.Effect, reason: String) {
        guard push.hasSound else {
            return (.none, "it is silent: it replaces a notification, or shows that all is over")
        }
        if !state.extensionWorks, browser != .iPhone {
            return (.shows, "without its worker the browser makes no sound")
        }
        if state.focus != .off { return (.shows, "Do Not Disturb holds it back") }
        guard state.isSilent else { return (.sounds, "nothing stands against it") }
        return browser == .computer ? (.shows, "the computer is muted") : (.vibrates, "the phone is silent")
    }
}
