public import AlarmCore
public import AlarmWire

extension LocalDevice {
    /// Checks in for this device's person, and reports the present capabilities of the device's system.
    ///
    /// - Parameters:
    ///   - place: their place, if they share it with their contacts.
    ///   - timeZone: the IANA zone in which they are; the profile's by default.
    ///   - source: what the check-in is made with, as the history shows it; nil for the relay to judge by the device.
    /// - Returns: the state of the check-in.
    /// - Throws: ``DeviceError/refused(_:retryAfter:)``: `rate-limited` after more check-ins in an hour than a person
    ///   makes.
    @discardableResult
    public func checkIn(
        at place: Place? = nil,
        timeZone: String? = nil,
        source: CheckInSource? = nil
    ) async throws(DeviceError) -> CheckInReport {
        let request = CheckInRequest(
            timeZone: timeZone ?? profile.timeZone,
            place: place,
            capabilities: profile.capabilities,
            source: source
        )
        return try await perform(Endpoints.CheckIns.checkIn(request))
    }

    /// Fetches the state of the check-in.
    ///
    /// - Throws: ``DeviceError/refused(_:retryAfter:)``: `not-found` without a plan and without any check-in.
    public func checkInReport() async throws(DeviceError) -> CheckInReport {
        try await perform(Endpoints.CheckIns.show())
    }

    /// Sets, changes, pauses or turns off the check-in plan.
    ///
    /// - Throws: ``DeviceError/refused(_:retryAfter:)``: `malformed` for a threshold or a pause that is out of range.
    @discardableResult
    public func setCheckIn(_ settings: CheckInSettings) async throws(DeviceError) -> CheckInReport {
        try await perform(Endpoints.CheckIns.plan(settings))
    }

    /// Moves the deadline by 24 h.
    ///
    /// - Throws: ``DeviceError/refused(_:retryAfter:)``: `conflict` where there is none, or after seven in a row.
    @discardableResult
    public func snoozeCheckIn() async throws(DeviceError) -> CheckInReport {
        try await perform(Endpoints.CheckIns.snooze())
    }

    /// Fetches the person's own addresses, at which they are warned as on their devices.
    ///
    /// - Throws: ``DeviceError/refused(_:retryAfter:)``: `not-found` where there are none.
    public func ownAddresses() async throws(DeviceError) -> ContactView {
        try await perform(Endpoints.CheckIns.addresses())
    }

    /// Sets the person's own addresses; each is asked by one message before it is warned.
    ///
    /// - Throws: ``DeviceError/refused(_:retryAfter:)``: `malformed` for an invalid address, `no-channel`, `conflict`
    ///   without a plan that has a name.
    @discardableResult
    public func setOwnAddresses(_ addresses: OwnAddresses) async throws(DeviceError) -> ContactView {
        try await perform(Endpoints.CheckIns.setAddresses(addresses))
    }

    /// Has the relay forget the person's own addresses.
    public func removeOwnAddresses() async throws(DeviceError) {
        try await perform(Endpoints.CheckIns.removeAddresses())
    }

    /// Starts a rehearsal on the relay, which only this person sees.
    ///
    /// - Returns: the messages that contacts would get.
    /// - Throws: ``DeviceError/refused(_:retryAfter:)``: `conflict` where there is no plan yet.
    @discardableResult
    public func rehearseCheckIn() async throws(DeviceError) -> RehearsalBegun {
        try await perform(Endpoints.CheckIns.rehearse())
    }

    /// Asks the relay to send a notification to every device of this person.
    public func testNotification() async throws(DeviceError) {
        try await send(Endpoints.CheckIns.testNotification())
    }

    /// Makes a link with which a script, a button or another person can check in for this person.
    ///
    /// Its address is a secret, and shown only here: its holder can check in.
    ///
    /// - Throws: ``DeviceError/refused(_:retryAfter:)``: `conflict` where there is no plan yet or the name is taken,
    ///   `quota-exceeded` for one link too many.
    public func addCheckInLink(named name: String) async throws(DeviceError) -> CheckInLink {
        try await perform(Endpoints.CheckIns.addLink(NewCheckInLink(name: name)))
    }

    /// Fetches the links with which others can check in for this person, oldest first, without their addresses.
    public func checkInLinks() async throws(DeviceError) -> [CheckInLinkView] {
        try await perform(Endpoints.CheckIns.links()).links
    }

    /// Revokes one of the links with which others can check in for this person.
    public func revokeCheckInLink(_ id: DocumentID) async throws(DeviceError) {
        try await perform(Endpoints.CheckIns.revokeLink(id))
    }

    /// Fetches this person's emergency card, and the contacts whose letters it goes with.
    ///
    /// - Throws: ``DeviceError/refused(_:retryAfter:)``: `not-found` where there is none.
    public func emergencyCard() async throws(DeviceError) -> EmergencyCardView {
        try await perform(Endpoints.CheckIns.card())
    }

    /// Sets this person's emergency card.
    ///
    /// The relay can read it, seals it at rest, and sends it to contacts only where the card says so.
    @discardableResult
    public func setEmergencyCard(_ card: EmergencyCard) async throws(DeviceError) -> EmergencyCardView {
        try await perform(Endpoints.CheckIns.setCard(card))
    }

    /// Deletes this person's emergency card from the relay.
    public func removeEmergencyCard() async throws(DeviceError) {
        try await perform(Endpoints.CheckIns.removeCard())
    }
}
