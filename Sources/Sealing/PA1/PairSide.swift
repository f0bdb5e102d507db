/// One of the two sides of a pairing; PA1 calls them A and B.
public enum PairSide: Sendable, Hashable, CaseIterable {
    /// A: made the invite.
    case inviter
    /// B: claimed it.
    case claimer

    /// The other one.
    public var other: PairSide { self == .inviter ? .claimer : .inviter }

    /// The letter in key labels and in the `role` of a confirmation.
    public var letter: String { self == .inviter ? "A" : "B" }

    /// `A>B` or `B>A`: the direction from this side, in key labels.
    var direction: String { "\(letter)>\(other.letter)" }
}
