/// One side's keys of a pair, over all generations within reach (PA1 section 4).
///
/// Rotation is a ratchet: `PRK_n = Extract(th, root_{n−1})`. The state keeps the PRK of the oldest generation that is
/// still opened and derives the others when they are needed. The two sides need not rotate together: the receiver finds
/// the generation by key id, and advances only after a message under it has opened, so that a forged key id changes
/// nothing.
public struct PairKeys: Sendable, Equatable, Redacting {
    /// The number of generations ahead of its own in which a receiver looks for a key.
    public static let lookAhead: UInt32 = 8
    /// The number of generations behind its own that a receiver still opens: an alarm may lie sealed for months before
    /// it rings.
    public static let lookBehind: UInt32 = 8

    /// The side that owns these keys.
    public let side: PairSide
    /// The generation that this side seals under.
    public private(set) var generation: UInt32

    /// th: the salt of every step.
    let transcriptHash: [UInt8]
    /// The oldest generation that is still opened, from which all later ones follow.
    private(set) var oldest: Ratchet

    /// Generation 0, from the agreement's PRK.
    init(side: PairSide, transcriptHash: [UInt8], firstGenerationKey: SecretBytes) {
        self.init(
            side: side,
            generation: 0,
            transcriptHash: transcriptHash,
            oldest: Ratchet(generation: 0, key: firstGenerationKey)
        )
    }

    init(side: PairSide, generation: UInt32, transcriptHash: [UInt8], oldest: Ratchet) {
        self.side = side
        self.generation = generation
        self.transcriptHash = transcriptHash
        self.oldest = oldest
    }

    /// The key under which this side seals now.
    ///
    /// - Throws: `SealingError.library`.
    public func sending() throws(SealingError) -> MessageKey {
        try ratchet(at: generation).messageKey(from: side)
    }

    /// The key under which the other side sealed, found by its key id among the generations within reach.
    ///
    /// - Throws: `SealingError.unknownGeneration`, `.library`.
    public func receiving(keyID: String) throws(SealingError) -> MessageKey {
        try key(keyID: keyID, from: side.other)
    }

    /// The key under which `sender` seals in `generation`, which lies at or after the oldest kept one.
    func messageKey(from sender: PairSide, at generation: UInt32) throws(SealingError) -> MessageKey {
        try ratchet(at: generation).messageKey(from: sender)
    }

    /// The key under which `sender` sealed, found by its key id among the generations within reach.
    func key(keyID: String, from sender: PairSide) throws(SealingError) -> MessageKey {
        var candidate = oldest
        var found: MessageKey?
        while true {
            if try candidate.keyID(from: sender) == keyID { found = try candidate.messageKey(from: sender) }
            guard found == nil, candidate.generation < generation.addingClamped(Self.lookAhead) else { break }
            candidate = try candidate.next(transcriptHash: transcriptHash)
        }
        guard let found else { throw .unknownGeneration }
        return found
    }

    /// Starts the next generation, and deletes the one that falls out of reach.
    ///
    /// - Throws: `SealingError.unknownGeneration` after 2³² generations, `.library`.
    public mutating func rotate() throws(SealingError) {
        guard generation < .max else { throw .unknownGeneration }
        try advance(to: generation + 1)
    }

    /// Advances to `newer`, a generation that the other side has proved to use; an older one changes nothing.
    ///
    /// - Throws: `SealingError.unknownGeneration` beyond the look-ahead, `.library`.
    public mutating func advance(to newer: UInt32) throws(SealingError) {
        guard newer > generation else { return }
        guard newer <= generation.addingClamped(Self.lookAhead) else { throw .unknownGeneration }
        if newer > Self.lookBehind, oldest.generation < newer - Self.lookBehind {
            oldest = try ratchet(at: newer - Self.lookBehind)
        }
        generation = newer
    }

    /// The root and keys of `target`, which lies at or after the oldest kept generation.
    private func ratchet(at target: UInt32) throws(SealingError) -> Ratchet {
        var ratchet = oldest
        while ratchet.generation < target {
            ratchet = try ratchet.next(transcriptHash: transcriptHash)
        }
        return ratchet
    }
}

extension UInt32 {
    fileprivate func addingClamped(_ other: UInt32) -> UInt32 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}

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

/// The key of one direction of a pair in one generation.
public struct MessageKey: Sendable, Equatable {
    /// n; 0 after pairing.
    public let generation: UInt32
    /// `kid A>B n` or `kid B>A n`: six derived bytes in base64url, by which the receiver finds the key.
    public let keyID: String
    /// `msg A>B n` or `msg B>A n`.
    public let key: SymmetricKey
}
