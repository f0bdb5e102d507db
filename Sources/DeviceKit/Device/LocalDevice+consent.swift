public import AlarmCore
import AlarmWire

extension LocalDevice {
    /// What this device's person lets a partner do.
    public func consent(for pair: PairID) async throws(DeviceError) -> Consent {
        let message: ConsentMessage = try await call(.get, Routes.consent(pair))
        return message.consent
    }

    /// Sets what this device's person lets a partner do; what is pending against it is cancelled, and the partner is not
    /// told why.
    public func setConsent(_ consent: Consent, for pair: PairID) async throws(DeviceError) -> Consent {
        let message: ConsentMessage = try await call(.put, Routes.consent(pair), body: ConsentMessage(consent))
        return message.consent
    }

    /// What this device's person lets somebody in a circle with them do.
    public func consent(for person: PersonID) async throws(DeviceError) -> Consent {
        let message: ConsentMessage = try await call(.get, Routes.consent(person))
        return message.consent
    }

    /// Sets what this device's person lets somebody in a circle with them do.
    public func setConsent(_ consent: Consent, for person: PersonID) async throws(DeviceError) -> Consent {
        let message: ConsentMessage = try await call(.put, Routes.consent(person), body: ConsentMessage(consent))
        return message.consent
    }
}
