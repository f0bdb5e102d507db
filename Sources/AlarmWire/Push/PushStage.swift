public import AlarmCore

/// The purpose of a push, by name.
///
/// An open list: a phone whose app is older than the relay may receive an unknown stage, and shows what it can.
public struct PushStage: RawRepresentable, Hashable, Sendable {
    /// The name on the wire: 1 to 32 lower-case letters and hyphens.
    public let rawValue: String

    /// Makes a stage from its name, else nil.
    public init?(rawValue: String) {
        guard (1...32).contains(rawValue.utf8.count),
            rawValue.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "-") }
            )
        else { return nil }
        self.rawValue = rawValue
    }

    /// Makes a stage that this version knows.
    public init(_ stage: Stage) {
        self.rawValue = stage.rawValue
    }

    /// The stage, if this version knows it.
    public var stage: Stage? { Stage(rawValue: rawValue) }

    /// Register a system alarm, or keep a local notification, now and in silence.
    public static let handoff = PushStage(.handoff)
    /// Ring now.
    public static let ring = PushStage(.ring)
    /// Do not ring, or stop.
    public static let cancel = PushStage(.cancel)

    /// Whether a device makes no sound for it: only a ring may, and never before the alarm is due.
    public var isSilent: Bool { self == .handoff || self == .cancel }

    /// Whether it informs the sender rather than asking something of the receiver.
    public var isNotice: Bool {
        guard let stage else { return true }
        return !stage.rings && stage != .cancel
    }
}
