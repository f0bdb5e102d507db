/// A person's name and address in a letter's header.
package struct Mailbox: Hashable, Sendable {
    /// The most characters of a name that are kept.
    package static let longestName = 100

    /// The name on one line; empty for none.
    package let name: String
    /// The address.
    package let address: EmailAddress

    /// Joins a name and an address; control characters and line ends in the name become spaces, a long name is cut.
    package init(name: String = "", address: EmailAddress) {
        self.name = String(HeaderText.cleaned(name).prefix(Self.longestName))
        self.address = address
    }
}

extension Mailbox: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A constant: people are never printed.
    package var description: String { "<mailbox>" }
    /// A constant: people are never printed.
    package var debugDescription: String { description }
    /// Empty: `dump` would otherwise show the name.
    package var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
