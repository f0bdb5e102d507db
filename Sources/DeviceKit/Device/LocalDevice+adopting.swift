public import AlarmCore
import AlarmWire

extension LocalDevice {
    /// Takes over what has changed about this device, and tells the relay; what is nil stays as it is.
    ///
    /// Call it whenever the app runs, its extension included, with what the system says now: a phone that was updated,
    /// a permission that was given or withdrawn, a traveller's zone. It costs a request only where something has
    /// changed.
    ///
    /// Stored first. A relay that cannot be reached is told with the next ``sync(fromScratch:)``. That sync lists all
    /// alarms where system alarms have become available, so that those that were only known are armed, or have gone, so
    /// that a local notification is kept for those that were armed.
    ///
    /// - Parameters:
    ///   - capabilities: the capabilities of the device's system.
    ///   - timeZone: the IANA name of the device's zone.
    ///   - locale: the device's language (BCP 47), in which the relay writes to it.
    /// - Returns: whether system alarms have become available, or have gone: then sync.
    /// - Throws: ``DeviceError/profile(_:)``.
    @discardableResult
    public func adopt(
        capabilities: Device.Capabilities? = nil,
        timeZone: String? = nil,
        locale: String? = nil
    ) async throws(DeviceError) -> Bool {
        let change = DeviceChange(capabilities: capabilities, timeZone: timeZone, locale: locale)
        let alarmKit = profile.capabilities.alarmKit
        if profile.differs(from: change) { try update { $0.adopt(change) } }
        try await tellChanges()
        return profile.capabilities.alarmKit != alarmKit
    }

    /// Takes the user's choice of a language for this device, and tells the relay.
    ///
    /// - Parameters:
    ///   - language: the language; nil to follow the system again.
    ///   - system: the system's language, where it says one.
    /// - Throws: as ``adopt(capabilities:timeZone:locale:)``.
    public func choose(language: LanguageTag?, system: LanguageTag?) async throws(DeviceError) {
        try update { $0.chosenLanguage = language }
        try await adopt(locale: (language ?? system)?.text)
    }

    /// The language in which the relay writes to this device (BCP 47), also after what another program with this profile
    /// has told it.
    ///
    /// - Throws: ``DeviceError/profile(_:)``.
    public func writtenLanguage() throws(DeviceError) -> String {
        try reload()
        return profile.locale
    }

    /// Tells the relay of changes that it has not heard of yet; keeps them where it cannot be reached.
    func tellChanges() async throws(DeviceError) {
        guard profile.hasUntoldChanges, profile.isRegistered else { return }
        let change = profile.toldDescription
        do {
            try await send(Endpoints.Devices.change(change))
        } catch {
            if error.isPassing { return }
            // A relay that refuses it, such as for a zone that it does not know, would refuse it again.
            guard case .refused = error else { throw error }
        }
        try update { profile in
            // It may have changed once more meanwhile.
            if !profile.differs(from: change) { profile.hasUntoldChanges = false }
        }
    }
}

extension Profile {
    /// Whether `change` says anything that this profile does not.
    fileprivate func differs(from change: DeviceChange) -> Bool {
        change.capabilities.map { $0 != capabilities } ?? false || change.timeZone.map { $0 != timeZone } ?? false
            || change.locale.map { $0 != locale } ?? false
    }

    /// Takes a change over, and notes that the relay has to be told.
    mutating func adopt(_ change: DeviceChange) {
        // Registration says what is true then.
        if isRegistered, differs(from: change) { hasUntoldChanges = true }
        let couldArm = capabilities.alarmKit
        capabilities = change.capabilities ?? capabilities
        timeZone = change.timeZone ?? timeZone
        locale = change.locale ?? locale
        guard capabilities.alarmKit != couldArm else { return }
        cursor = nil
        // The system has dropped what was armed: it is taken over anew with the next sync.
        if couldArm { incoming.removeAll { $0.phase == .armed } }
    }

    /// Everything that the relay is told of this device.
    fileprivate var toldDescription: DeviceChange {
        DeviceChange(capabilities: capabilities, timeZone: timeZone, locale: locale)
    }
}
