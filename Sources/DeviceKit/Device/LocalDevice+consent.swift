public import AlarmCore
import AlarmWire

extension LocalDevice {
    /// The consent of this device's person to a partner.
    public func consent(for pair: PairID) async throws(DeviceError) -> Consent {
        try await perform(Endpoints.Pairs.showConsent(.partner(of: pair))).consent
    }

    /// Sets the consent of this device's person to a partner; pending alarms against it are cancelled, and the partner
    /// is not told why.
    public func setConsent(_ consent: Consent, for pair: PairID) async throws(DeviceError) -> Consent {
        try await perform(Endpoints.Pairs.setConsent(.partner(of: pair), ConsentMessage(consent))).consent
    }

    /// The consent of this device's person to somebody in a circle with them.
    public func consent(for person: PersonID) async throws(DeviceError) -> Consent {
        try await perform(Endpoints.Pairs.showConsent(.person(person))).consent
    }

    /// Sets the consent of this device's person to somebody in a circle with them.
    public func setConsent(_ consent: Consent, for person: PersonID) async throws(DeviceError) -> Consent {
        try await perform(Endpoints.Pairs.setConsent(.person(person), ConsentMessage(consent))).consent
    }
}
