public import AlarmWire

extension LocalDevice {
    /// Makes the address at which calendar programs read when this person's alarms ring, in place of an earlier one.
    ///
    /// It is a secret, and shown only here. It tells times and people, and no words.
    ///
    /// - Throws: ``DeviceError/refused(_:retryAfter:)``: `no-channel` where the relay does not know its own address.
    public func makeCalendarLink() async throws(DeviceError) -> CalendarLink {
        try await perform(Endpoints.Calendar.makeLink())
    }

    /// Fetches since when there is such an address.
    ///
    /// - Throws: ``DeviceError/refused(_:retryAfter:)``: `not-found` where there is none.
    public func calendarLink() async throws(DeviceError) -> CalendarLinkView {
        try await perform(Endpoints.Calendar.link())
    }

    /// Revokes the address; whoever has it reads nothing any more.
    ///
    /// - Throws: ``DeviceError/refused(_:retryAfter:)``: `not-found` where there is none.
    public func revokeCalendarLink() async throws(DeviceError) {
        try await perform(Endpoints.Calendar.revokeLink())
    }
}
