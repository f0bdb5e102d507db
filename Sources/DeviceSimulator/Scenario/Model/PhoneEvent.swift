/// What happens to a phone and is over at once.
package enum PhoneEvent: String, CaseIterable, Hashable, Sendable {
    /// It is turned off and on again; until somebody unlocks it, it is locked.
    case restart
    /// Its user looks at the lock screen, and acts on what stands there.
    case look
    /// Its user opens the app, which fetches what it has missed.
    case openApp = "open-app"
    /// Its user takes the app off and installs it again: what the app kept, its pairs too, is lost.
    case reinstallApp = "reinstall-app"
    /// The push service gives its app another token, and the old one dies.
    case renewToken = "renew-token"
    /// The push service declares its token dead, and the app does not know it yet.
    case expireToken = "expire-token"
}
