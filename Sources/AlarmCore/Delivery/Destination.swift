/// Where a delivery goes.
public enum Destination: Hashable, Sendable {
    /// How somebody without the app is reached.
    public enum Medium: String, CaseIterable, Hashable, Sendable, Codable {
        case email, sms, webhook
    }

    /// A device with the app.
    case device(DeviceID)
    /// A contact, at one of its addresses.
    case contact(ContactID, Medium)

    /// The device, if it is one.
    public var device: DeviceID? {
        if case .device(let id) = self { id } else { nil }
    }
}

extension Destination: CustomStringConvertible {
    /// What tells it from any other in a delivery's name.
    public var description: String {
        switch self {
        case .device(let id): id.description
        case .contact(let id, let medium): "\(id)/\(medium.rawValue)"
        }
    }
}
