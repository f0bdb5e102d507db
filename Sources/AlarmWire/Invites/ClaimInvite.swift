public import AlarmCore

/// `POST /v1/invites/claim`: the other side proves that it knows the code (PA1 section 4, step 2).
public struct ClaimInvite: Hashable, WireMessage {
    /// The invite's locator.
    public var locator: String
    /// `claimAuth`, 32 bytes.
    public var auth: [UInt8]

    /// Makes a request.
    public init(locator: String, auth: [UInt8]) {
        self.locator = locator
        self.auth = auth
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        locator = try object.locator("locator")
        auth = try object.bytes("auth", count: 32)
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: ["locator": .string(locator), "auth": .bytes(auth)])
    }
}

extension ClaimInvite: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The locator, not the proof.
    public var description: String { "claim of \(locator) (proof redacted)" }

    /// The locator, not the proof.
    public var debugDescription: String { description }

    /// A mirror without the proof.
    public var customMirror: Mirror { Mirror(self, children: ["locator": locator]) }
}

/// The answer to ``ClaimInvite``: 200.
public struct InviteClaimed: Hashable, WireMessage {
    /// The invite's identifier.
    public var inviteID: InviteID
    /// The inviter's sealed greeting; see ``Hello``.
    public var hello: SealedText
    /// The time at which the invite expires.
    public var expiresAt: Instant
    /// The purpose according to the relay; the claimer compares it with the greeting's.
    public var purpose: Invite.Purpose
    /// The claimer's role in the circle, where it is one with roles; compared likewise.
    public var role: Role?

    /// Makes an answer.
    public init(
        inviteID: InviteID,
        hello: SealedText,
        expiresAt: Instant,
        purpose: Invite.Purpose = .partner,
        role: Role? = nil
    ) {
        self.inviteID = inviteID
        self.hello = hello
        self.expiresAt = expiresAt
        self.purpose = purpose
        self.role = role
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        inviteID = try object.identifier("inviteId")
        hello = try object.sealed("hello", limit: SealedText.boxLimit)
        expiresAt = try object.instant("expiresAt")
        purpose = try object.purpose()
        role = try object.optionalWord("role")
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "inviteId": .identifier(inviteID),
            "hello": .sealed(hello),
            "expiresAt": .instant(expiresAt),
            "purpose": .purpose(purpose),
            "role": role.map { .word($0) },
        ])
    }
}
