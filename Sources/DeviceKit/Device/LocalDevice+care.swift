public import AlarmCore
public import AlarmWire

extension LocalDevice {
    /// How everybody is whom this device's person looks after, and their own care circle.
    public func careOverview() async throws(DeviceError) -> CareOverview {
        try await call(.get, Routes.care)
    }

    /// What this device's person, the dweller of a care circle, set about its alerts.
    ///
    /// - Throws: ``DeviceError/refused(_:retryAfter:)``: `not-found` for who has no care circle of their own.
    public func careSettings() async throws(DeviceError) -> CareSettings {
        try await call(.get, Routes.careSettings)
    }

    /// Sets it.
    public func setCareSettings(_ settings: CareSettings) async throws(DeviceError) -> CareSettings {
        try await call(.put, Routes.careSettings, body: settings)
    }

    /// Holds all alerts but those of the button until `end`.
    public func pauseCare(until end: Instant) async throws(DeviceError) -> CareSettings {
        try await call(.put, Routes.carePause, body: CarePause(until: end))
    }

    /// Ends the pause.
    public func resumeCare() async throws(DeviceError) -> CareSettings {
        try await call(.delete, Routes.carePause)
    }

    /// Says that something may have happened to this device's person.
    ///
    /// The answer is the alert that was raised or is open already, or why none was; it carries the sentence that this is no
    /// medical device, which has to be shown.
    public func signal(_ request: CareSignalRequest) async throws(DeviceError) -> CareAlertView {
        try await call(.post, Routes.careSignals, body: request)
    }

    /// Says that this device's person is active.
    public func reportActivity(
        _ report: CareActivityReport = CareActivityReport()
    ) async throws(DeviceError) -> CareStatus {
        try await call(.post, Routes.careActivity, body: report)
    }

    /// One alert, which this device's person may see.
    public func careAlert(_ id: DocumentID) async throws(DeviceError) -> CareAlertView {
        try await call(.get, Routes.careAlert(id))
    }

    /// Calls an alert about this device's person off.
    public func cancelAlert(_ id: DocumentID) async throws(DeviceError) -> CareAlertView {
        try await call(.delete, Routes.careAlert(id))
    }

    /// Says that this device's person looks after the dweller whom an alert is about.
    public func acknowledgeAlert(_ id: DocumentID) async throws(DeviceError) -> CareAlertView {
        try await call(.post, Routes.careAcknowledgement(id))
    }

    /// A page of the alerts of a care circle, newest first; from the first one on, or before what the last page called next.
    public func careHistory(
        of circle: CircleID,
        before last: DocumentID? = nil
    ) async throws(DeviceError) -> CareHistory {
        try await call(.get, Routes.careHistory(circle, before: last))
    }

    /// All alerts of a care circle that are kept, newest first.
    public func wholeCareHistory(of circle: CircleID) async throws(DeviceError) -> CareHistory {
        var history = try await careHistory(of: circle)
        while let next = history.next {
            let page = try await careHistory(of: circle, before: next)
            guard !page.alerts.isEmpty, history.alerts.count < CareHistory.limit else { break }
            history.alerts += page.alerts
            history.next = page.next
        }
        history.next = nil
        return history
    }

    /// The alerts of a care circle as a table (RFC 4180), as the relay writes it.
    public func careTable(of circle: CircleID) async throws(DeviceError) -> [UInt8] {
        try await call(.get, Routes.careTable(circle)).body
    }

    /// Sends somebody the link of an open invite to this person's care circle.
    public func sendInvitation(_ request: CareInvitationRequest) async throws(DeviceError) {
        try await call(.post, Routes.careInvitations, body: request)
    }

    /// Leaves this person's own number, to which alerts go together with the push once it is confirmed.
    public func setCarePhone(_ phone: CarePhone) async throws(DeviceError) -> ContactView {
        try await call(.put, Routes.carePhone, body: phone)
    }

    /// Takes the number back.
    public func removeCarePhone() async throws(DeviceError) {
        try await call(.delete, Routes.carePhone)
    }
}
