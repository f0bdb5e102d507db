public import AlarmCore

/// All public values that both sides must have seen alike for their keys to agree (PA1 section 4, step 3).
public struct PairingTranscript: Sendable, Equatable {
    /// The relay, as `https://host[:port]`, in lower case, without a trailing slash.
    public var origin: String
    /// The invite that is answered.
    public var inviteID: InviteID
    /// L, the five symbols of the locator.
    public var locator: String
    /// pkA.
    public var inviterKey: X25519.PublicKey
    /// pkB.
    public var claimerKey: X25519.PublicKey
    /// The purpose of the invite: sides that disagree about it derive different keys.
    public var purpose: Invite.Purpose

    /// Makes a transcript.
    public init(
        origin: String,
        inviteID: InviteID,
        locator: String,
        inviterKey: X25519.PublicKey,
        claimerKey: X25519.PublicKey,
        purpose: Invite.Purpose = .partner
    ) {
        self.origin = origin
        self.inviteID = inviteID
        self.locator = locator
        self.inviterKey = inviterKey
        self.claimerKey = claimerKey
        self.purpose = purpose
    }

    /// `th = SHA-256(LP("pa1 pair") ‖ LP(origin) ‖ LP(inviteId) ‖ LP(L) ‖ LP(pkA) ‖ LP(pkB))`; with `pa1 link` for an invite
    /// that makes one more device of the inviter's person.
    ///
    /// - Throws: `SealingError.tooLong` for a part above 65,535 bytes, or `.library`.
    public func hash() throws(SealingError) -> [UInt8] {
        var message: [UInt8] = []
        try message.appendLengthPrefixed(purpose.transcriptLabel.utf8)
        try message.appendLengthPrefixed(origin.utf8)
        try message.appendLengthPrefixed(inviteID.bytes)
        try message.appendLengthPrefixed(locator.utf8)
        try message.appendLengthPrefixed(inviterKey.bytes)
        try message.appendLengthPrefixed(claimerKey.bytes)
        return try SHA256.hash(message)
    }
}

extension Invite.Purpose {
    /// The label that separates the keys of one purpose from those of another (PA1 section 4).
    fileprivate var transcriptLabel: String {
        switch self {
        case .partner: "pa1 pair"
        case .device: "pa1 link"
        case .family: "pa1 family"
        case .care: "pa1 care"
        }
    }
}
