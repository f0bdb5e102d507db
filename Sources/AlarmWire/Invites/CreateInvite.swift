public import AlarmCore

/// `POST /v1/invites`: the inviter opens an invite (PA1 section 4, step 1).
public struct CreateInvite: Hashable, WireMessage {
    /// The default lifetime of an invite: 10 min.
    public static let defaultTTL = Span.minutes(10)

    /// The purpose.
    public var purpose: Invite.Purpose
    /// The circle that its claimer joins; for the purposes `family` and `care` only.
    public var circle: CircleID?
    /// The claimer's role in the circle.
    public var role: Role?
    /// The lifetime; whole seconds, 60 s to 24 h, or to 7 days for a care circle.
    public var ttl: Span
    /// `SHA-256(claimAuth)`, 32 bytes, by which the relay checks a claim.
    public var verifier: [UInt8]
    /// The greeting, sealed under `K_hello`; see ``Hello``.
    public var hello: SealedText

    /// Makes a request.
    public init(
        purpose: Invite.Purpose = .partner,
        circle: CircleID? = nil,
        role: Role? = nil,
        ttl: Span = CreateInvite.defaultTTL,
        verifier: [UInt8],
        hello: SealedText
    ) {
        self.purpose = purpose
        self.circle = circle
        self.role = role
        self.ttl = ttl
        self.verifier = verifier
        self.hello = hello
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        purpose = try object.word("purpose")
        if purpose.circleKind != nil {
            circle = try object.identifier("circleId")
            role = try object.word("role")
        }
        ttl = try object.optionalSeconds("ttl", in: Invite.ttlRange(for: purpose)) ?? Self.defaultTTL
        verifier = try object.bytes("verifier", count: 32)
        hello = try object.sealed("hello", limit: SealedText.boxLimit)
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "purpose": .word(purpose),
            "circleId": circle.map { .identifier($0) },
            "role": role.map { .word($0) },
            "ttl": .seconds(ttl),
            "verifier": .bytes(verifier),
            "hello": .sealed(hello),
        ])
    }
}

/// The answer to ``CreateInvite``: 201.
public struct InviteCreated: Hashable, WireMessage {
    /// The invite's identifier.
    public var inviteID: InviteID
    /// The code's first five symbols, drawn by the relay.
    public var locator: String
    /// The time at which the code expires.
    public var expiresAt: Instant

    /// Makes an answer.
    public init(inviteID: InviteID, locator: String, expiresAt: Instant) {
        self.inviteID = inviteID
        self.locator = locator
        self.expiresAt = expiresAt
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        inviteID = try object.identifier("inviteId")
        locator = try object.locator("locator")
        expiresAt = try object.instant("expiresAt")
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "inviteId": .identifier(inviteID),
            "locator": .string(locator),
            "expiresAt": .instant(expiresAt),
        ])
    }
}
