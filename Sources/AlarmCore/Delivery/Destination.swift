/// The destination of a delivery.
public enum Destination: Hashable, Sendable {
    /// A channel to a person without the app.
    public enum Medium: String, CaseIterable, Hashable, Sendable, Codable {
        case email, sms, webhook
    }

    /// A device with the app.
    case device(DeviceID)
    /// A contact, at one of its addresses.
    case contact(ContactID, Medium)

    /// The device, for a device destination.
    public var device: DeviceID? {
        if case .device(let id) = self { id } else { nil }
    }

    /// The contact, for a contact destination.
    public var contact: ContactID? {
        if case .contact(let id, _) = self { id } else { nil }
    }
}

extension Destination: CustomStringConvertible {
    /// The destination as it appears in the name from which a delivery's identifier is derived.
    public var description: String {
        switch self {
        case .device(let id): id.description
        case .contact(let id, let medium): "\(id)/\(medium.rawValue)"
        }
    }
}
