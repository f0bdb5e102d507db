/// A user name and password for a mail server; never printed.
public struct MailCredentials: Hashable, Sendable {
    /// The user name.
    public let user: String
    /// The password.
    public let password: String

    /// Makes credentials.
    public init(user: String, password: String) {
        self.user = user
        self.password = password
    }
}

extension MailCredentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A constant: neither part is ever printed.
    public var description: String { "<mail credentials>" }
    /// A constant: neither part is ever printed.
    public var debugDescription: String { description }
    /// Nothing: `dump` would otherwise show the password.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
