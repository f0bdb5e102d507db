public import AlarmCore

/// What a push is for, by name.
///
/// An open list: a phone whose app is older than the relay may meet a stage that it does not know, and shows what it can.
public struct PushStage: RawRepresentable, Hashable, Sendable {
    /// The word that travels: 1 to 32 lower-case letters and hyphens.
    public let rawValue: String

    /// Takes a stage's word, else nil.
    public init?(rawValue: String) {
        guard (1...32).contains(rawValue.utf8.count),
            rawValue.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "-") }
            )
        else { return nil }
        self.rawValue = rawValue
    }

    /// Takes a stage that the relay's rules know.
    public init(_ stage: Stage) {
        self.rawValue = stage.rawValue
    }

    /// The stage, if the rules on this side know it.
    public var stage: Stage? { Stage(rawValue: rawValue) }

    /// Register a system alarm now.
    public static let handoff = PushStage(.handoff)
    /// Ring now.
    public static let ring = PushStage(.ring)
    /// Do not ring, or stop.
    public static let cancel = PushStage(.cancel)

    /// Whether it is news for the sender rather than something to do for the receiver.
    public var isNotice: Bool {
        guard let stage else { return true }
        return !stage.rings && stage != .cancel
    }
}
