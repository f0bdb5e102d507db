public import AlarmCore
public import AlarmWire

extension LocalDevice {
    /// Fetches this person's contacts, oldest first.
    public func contacts() async throws(DeviceError) -> [ContactView] {
        let list = try await perform(Endpoints.Contacts.list())
        return list.contacts
    }

    /// Adds a contact, who is asked by one message whether they want to be told.
    ///
    /// - Throws: ``DeviceError/refused(_:retryAfter:)``: `malformed` for an invalid address, `quota-exceeded`.
    public func addContact(_ contact: ContactRequest) async throws(DeviceError) -> ContactView {
        try await perform(Endpoints.Contacts.add(contact))
    }

    /// Changes a contact; one with a new address is asked again.
    @discardableResult
    public func changeContact(_ id: ContactID, to contact: ContactRequest) async throws(DeviceError) -> ContactView {
        try await perform(Endpoints.Contacts.change(id, contact))
    }

    /// Asks a contact for consent once more.
    @discardableResult
    public func askContact(_ id: ContactID) async throws(DeviceError) -> ContactView {
        try await perform(Endpoints.Contacts.askAgain(id))
    }

    /// Deletes a contact from the relay.
    public func removeContact(_ id: ContactID) async throws(DeviceError) {
        try await perform(Endpoints.Contacts.remove(id))
    }
}
