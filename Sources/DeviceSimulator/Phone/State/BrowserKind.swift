/// What runs the web app on a phone that is a browser.
package enum BrowserKind: String, CaseIterable, Hashable, Sendable {
    /// Chrome on Android: pushes come through the system, whether the browser runs or not.
    case android
    /// Safari on an iPhone, the app on the Home Screen: pushes come through the system, notifications have no buttons.
    case iPhone = "iphone"
    /// A browser on a computer: pushes come while the browser runs.
    case computer

    /// What the app tells the relay of its system.
    package var name: String {
        switch self {
        case .android: "Chrome on Android"
        case .iPhone: "Safari on iPhone"
        case .computer: "Firefox on Linux"
        }
    }
}
