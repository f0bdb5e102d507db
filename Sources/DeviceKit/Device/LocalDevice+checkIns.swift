public import AlarmCore
public import AlarmWire

extension LocalDevice {
    /// Tells the relay that this device's person is well, and what the device's system can do now.
    ///
    /// - Parameters:
    ///   - place: where they are, if they share it with their contacts.
    ///   - timeZone: the IANA zone that they are in; the profile's unless told.
    /// - Returns: how the check-in stands now.
    /// - Throws: ``DeviceError/refused(_:retryAfter:)``: `rate-limited` after more than a person does in an hour.
    @discardableResult
    public func checkIn(at place: Place? = nil, timeZone: String? = nil) async throws(DeviceError) -> CheckInReport {
        try await call(
            .post,
            Routes.checkIns,
            body: CheckInRequest(
                timeZone: timeZone ?? profile.timeZone,
                place: place,
                capabilities: profile.capabilities
            )
        )
    }

    /// Asks how the check-in stands.
    ///
    /// - Throws: ``DeviceError/refused(_:retryAfter:)``: `not-found` where nothing is watched and nobody ever checked in.
    public func checkInReport() async throws(DeviceError) -> CheckInReport {
        try await call(.get, Routes.checkIns)
    }

    /// Sets, changes, pauses or turns off what is watched.
    ///
    /// - Throws: ``DeviceError/refused(_:retryAfter:)``: `malformed` for a threshold or a pause that is out of range.
    @discardableResult
    public func setCheckIn(_ settings: CheckInSettings) async throws(DeviceError) -> CheckInReport {
        try await call(.put, Routes.checkInPlan, body: settings)
    }

    /// Moves the deadline by 24 h.
    ///
    /// - Throws: ``DeviceError/refused(_:retryAfter:)``: `conflict` where there is none, or after seven in a row.
    @discardableResult
    public func snoozeCheckIn() async throws(DeviceError) -> CheckInReport {
        try await call(.post, Routes.checkInSnooze, body: NoContent())
    }

    /// Has the relay play through what would happen, for this person's eyes alone.
    ///
    /// - Returns: what contacts would be sent.
    /// - Throws: ``DeviceError/refused(_:retryAfter:)``: `conflict` where there is no plan yet.
    @discardableResult
    public func rehearseCheckIn() async throws(DeviceError) -> RehearsalBegun {
        try await call(.post, Routes.rehearsal, body: NoContent())
    }

    /// Has the relay send a notification to every device of this person.
    public func testNotification() async throws(DeviceError) {
        try await call(.post, Routes.testPush, body: NoContent())
    }

    /// Makes the address by which a script can check in for this person, in place of any earlier one.
    ///
    /// Whoever has it can: it is a secret.
    public func makeCheckInLink() async throws(DeviceError) -> CheckInLink {
        try await call(.post, Routes.checkInLink, body: NoContent())
    }

    /// Takes that address back.
    public func removeCheckInLink() async throws(DeviceError) {
        try await call(.delete, Routes.checkInLink)
    }
}
