public import AlarmCore
public import AlarmWire

extension LocalDevice {
    /// The consent of this device's person to a partner, and whether alerts about the partner reach them all the same.
    public func consentMessage(for pair: PairID) async throws(DeviceError) -> ConsentMessage {
        try await perform(Endpoints.Pairs.showConsent(.partner(of: pair)))
    }

    /// Sets the consent of this device's person to a partner; pending alarms against it are cancelled, and the partner
    /// is not told why.
    public func setConsent(_ consent: Consent, for pair: PairID) async throws(DeviceError) -> ConsentMessage {
        try await perform(Endpoints.Pairs.setConsent(.partner(of: pair), ConsentMessage(consent)))
    }

    /// The consent of this device's person to somebody in a circle with them, and whether alerts about them reach this
    /// device's person all the same.
    public func consentMessage(for person: PersonID) async throws(DeviceError) -> ConsentMessage {
        try await perform(Endpoints.Pairs.showConsent(.person(person)))
    }

    /// Sets the consent of this device's person to somebody in a circle with them.
    public func setConsent(_ consent: Consent, for person: PersonID) async throws(DeviceError) -> ConsentMessage {
        try await perform(Endpoints.Pairs.setConsent(.person(person), ConsentMessage(consent)))
    }
}
