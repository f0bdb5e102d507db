import AlarmWire

/// The ways to people who have no app, and where the links in their letters lead.
package struct Letters: Sendable {
    /// The relay's own address, as in `https://relay.example.org`; nil where it knows none, so that no letter can be written.
    package var origin: String?

    package init(origin: String? = nil) {
        self.origin = origin
    }

    /// Checks that a contact's addresses are ones that the relay can write to.
    ///
    /// - Throws: the problem `malformed`, which says which address is wrong and why.
    func check(_ contact: ContactRequest) throws {}
}
