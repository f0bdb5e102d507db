public import AlarmCore
public import AlarmWire

extension LocalDevice {
    /// The status of everybody whom this device's person looks after, and their own care circle.
    public func careOverview() async throws(DeviceError) -> CareOverview {
        try await perform(Endpoints.Care.overview())
    }

    /// The settings of this device's person, the dweller of a care circle, for its alerts.
    ///
    /// - Throws: ``DeviceError/refused(_:retryAfter:)``: `not-found` for a person without a care circle of their own.
    public func careSettings() async throws(DeviceError) -> CareSettings {
        try await perform(Endpoints.Care.settings())
    }

    /// Sets the settings for the alerts of this person's care circle.
    public func setCareSettings(_ settings: CareSettings) async throws(DeviceError) -> CareSettings {
        try await perform(Endpoints.Care.setSettings(settings))
    }

    /// Holds all alerts except those of the button until `end`.
    public func pauseCare(until end: Instant) async throws(DeviceError) -> CareSettings {
        try await perform(Endpoints.Care.pause(CarePause(until: end)))
    }

    /// Ends the pause.
    public func resumeCare() async throws(DeviceError) -> CareSettings {
        try await perform(Endpoints.Care.resume())
    }

    /// Reports that something may have happened to this device's person.
    ///
    /// The answer is the alert that was raised or is open already, or why none was; it includes the notice that this is
    /// not a medical device, which has to be shown.
    public func signal(_ request: CareSignalRequest) async throws(DeviceError) -> CareAlertView {
        try await perform(Endpoints.Care.signal(request))
    }

    /// Reports that this device's person is active.
    public func reportActivity(
        _ report: CareActivityReport = CareActivityReport()
    ) async throws(DeviceError) -> CareStatus {
        try await perform(Endpoints.Care.reportActivity(report))
    }

    /// One alert, which this device's person may see.
    public func careAlert(_ id: DocumentID) async throws(DeviceError) -> CareAlertView {
        try await perform(Endpoints.Care.alert(id))
    }

    /// Calls off an alert about this device's person.
    public func cancelAlert(_ id: DocumentID) async throws(DeviceError) -> CareAlertView {
        try await perform(Endpoints.Care.cancelAlert(id))
    }

    /// Acknowledges an alert: this device's person looks after the dweller.
    public func acknowledgeAlert(_ id: DocumentID) async throws(DeviceError) -> CareAlertView {
        try await perform(Endpoints.Care.acknowledgeAlert(id))
    }

    /// Says that an alert which somebody acknowledged, or nobody answered, is over.
    public func resolveAlert(_ id: DocumentID) async throws(DeviceError) -> CareAlertView {
        try await perform(Endpoints.Care.resolveAlert(id))
    }

    /// A page of the alerts of a care circle, newest first; from the first one on, or before the last page's `next`.
    public func careHistory(
        of circle: CircleID,
        before last: DocumentID? = nil
    ) async throws(DeviceError) -> CareHistory {
        try await perform(Endpoints.Care.history(CareHistoryTarget(circle, before: last)))
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
        try await send(Endpoints.Care.table(circle)).body
    }

    /// Sends a person the link of an open invite to this person's care circle.
    public func sendInvitation(_ request: CareInvitationRequest) async throws(DeviceError) {
        try await perform(Endpoints.Care.invite(request))
    }

    /// Sets this person's own number, to which alerts are sent as well as by push once it is confirmed.
    public func setCarePhone(_ phone: CarePhone) async throws(DeviceError) -> ContactView {
        try await perform(Endpoints.Care.setPhone(phone))
    }

    /// Removes this person's own number.
    public func removeCarePhone() async throws(DeviceError) {
        try await perform(Endpoints.Care.removePhone())
    }
}
