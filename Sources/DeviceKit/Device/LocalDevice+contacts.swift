public import AlarmCore
public import AlarmWire

extension LocalDevice {
    /// Asks for this person's contacts, oldest first.
    public func contacts() async throws(DeviceError) -> [ContactView] {
        let list: ContactList = try await call(.get, Routes.contacts)
        return list.contacts
    }

    /// Names a contact, who is asked by one letter whether they want to be told.
    ///
    /// - Throws: ``DeviceError/refused(_:retryAfter:)``: `malformed` for an address that is none, `quota-exceeded`.
    public func addContact(_ contact: ContactRequest) async throws(DeviceError) -> ContactView {
        try await call(.post, Routes.contacts, body: contact)
    }

    /// Changes a contact; one who is reached elsewhere is asked again.
    @discardableResult
    public func changeContact(_ id: ContactID, to contact: ContactRequest) async throws(DeviceError) -> ContactView {
        try await call(.put, Routes.contact(id), body: contact)
    }

    /// Has a contact asked once more.
    @discardableResult
    public func askContact(_ id: ContactID) async throws(DeviceError) -> ContactView {
        try await call(.post, Routes.contactConfirmation(id), body: NoContent())
    }

    /// Has the relay forget a contact.
    public func removeContact(_ id: ContactID) async throws(DeviceError) {
        try await call(.delete, Routes.contact(id))
    }
}
