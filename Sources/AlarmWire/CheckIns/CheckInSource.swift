/// What a check-in was made with, as it is shown in the history.
public enum CheckInSource: String, CaseIterable, Hashable, Sendable {
    /// The app of a phone.
    case app
    /// The command line.
    case commandLine = "command-line"
    /// The web app.
    case web
    /// The answer to a warning or a reminder, on any device.
    case notification
    /// The link in a message to the person's own address.
    case message
    /// A link, whose name the history gives.
    case link

    /// Whether a device may name it in a request; the relay knows the others by itself.
    public var isNamedByDevices: Bool {
        switch self {
        case .app, .commandLine, .web: true
        case .notification, .message, .link: false
        }
    }
}
