/// Something that may have happened to a dweller.
public enum CareSignal: Hashable, Sendable {
    /// A kind of signal, by which members are permitted to know of it.
    public enum Kind: String, CaseIterable, Hashable, Sendable, Codable {
        case fall, inactivity, wellness, manual, glucose
    }

    /// A device felt a fall.
    case fall
    /// No activity for the hours that the dweller set, and no answer to the question.
    case inactivity
    /// Day after day with little activity.
    case wellness
    /// The dweller pressed the button.
    case manual
    /// A glucose sensor gave a reading.
    case glucose(GlucoseReading)

    /// The kind of signal.
    public var kind: Kind {
        switch self {
        case .fall: .fall
        case .inactivity: .inactivity
        case .wellness: .wellness
        case .manual: .manual
        case .glucose: .glucose
        }
    }
}
