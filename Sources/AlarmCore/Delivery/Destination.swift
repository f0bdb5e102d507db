/// The destination of a delivery.
public enum Destination: Hashable, Sendable {
    /// A channel to a person other than by the app.
    public enum Medium: String, CaseIterable, Hashable, Sendable, Codable {
        case email, sms, webhook
        /// A telephone call, to a number that gets text messages as well.
        case call
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

    /// The channel to the contact, for a contact destination.
    public var medium: Medium? {
        if case .contact(_, let medium) = self { medium } else { nil }
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
