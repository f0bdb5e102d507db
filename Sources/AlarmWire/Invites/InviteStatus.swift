public import AlarmCore

/// What `GET /v1/invites/{id}`, and the steps that move an invite on, answer to one of its two sides (PA1 section 4).
///
/// Only what that side has to open is in it. The inviter gets the answer, the claimer gets the confirmation, and both get
/// the pair or the device that was linked; while there is nothing to open, the state stands alone.
public enum InviteStatus: Hashable, WireMessage {
    /// How an invite came to nothing.
    public enum End: String, CaseIterable, Hashable, Sendable {
        case expired, burned, contested, cancelled
    }

    /// Nobody has claimed it yet.
    case open
    /// Somebody knows the code.
    case claimed
    /// The claimer has answered; the inviter gets the key and the box.
    case answered(AnswerInvite?)
    /// The inviter has confirmed; the claimer gets the box, and what the inviter hands over to a device of its own.
    case confirmed(box: SealedText?, parcels: [SealedText] = [])
    /// It has become a pair.
    case active(pair: PairID, partnerToken: PartnerToken)
    /// The claimer's device is one of the inviter's person now.
    case linked(DeviceID)
    /// The claimer's person is in the inviter's circle now.
    case joined(circle: CircleID, role: Role, person: PersonID)
    /// It will never become active.
    case ended(End)

    /// Reads the members of its object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        switch try object.word("state", as: Invite.State.self) {
        case .open: self = .open
        case .claimed: self = .claimed
        case .answered:
            guard let box = try object.optionalSealed("box", limit: SealedText.boxLimit) else {
                self = .answered(nil)
                return
            }
            self = .answered(AnswerInvite(publicKey: try object.bytes("pk", count: 32), box: box))
        case .confirmed:
            self = .confirmed(
                box: try object.optionalSealed("box", limit: SealedText.parcelLimit),
                parcels: try object.optionalParcels("parcels") ?? []
            )
        case .active:
            if let device = try object.optionalIdentifier("deviceId", of: DeviceKind.self) {
                self = .linked(device)
                return
            }
            if let circle = try object.optionalIdentifier("circleId", of: CircleKind.self) {
                self = .joined(
                    circle: circle,
                    role: try object.word("role"),
                    person: try object.identifier("personId")
                )
                return
            }
            self = .active(pair: try object.identifier("pairId"), partnerToken: try object.partnerToken("partnerToken"))
        case .expired: self = .ended(.expired)
        case .burned: self = .ended(.burned)
        case .contested: self = .ended(.contested)
        case .cancelled: self = .ended(.cancelled)
        }
    }

    /// The object that travels.
    public var json: JSONValue {
        switch self {
        case .open, .claimed: .object(of: ["state": .word(state)])
        case .answered(let answer):
            .object(of: [
                "state": .word(state),
                "pk": (answer?.publicKey).map(JSONValue.bytes),
                "box": (answer?.box).map(JSONValue.sealed),
            ])
        case .confirmed(let box, let parcels):
            .object(of: [
                "state": .word(state),
                "box": box.map(JSONValue.sealed),
                "parcels": parcels.isEmpty ? nil : .array(parcels.map(JSONValue.sealed)),
            ])
        case .active(let pair, let partnerToken):
            .object(of: [
                "state": .word(state),
                "pairId": .identifier(pair),
                "partnerToken": .string(partnerToken.text),
            ])
        case .linked(let device): .object(of: ["state": .word(state), "deviceId": .identifier(device)])
        case .joined(let circle, let role, let person):
            .object(of: [
                "state": .word(state),
                "circleId": .identifier(circle),
                "role": .word(role),
                "personId": .identifier(person),
            ])
        case .ended: .object(of: ["state": .word(state)])
        }
    }

    /// The state's name.
    public var state: Invite.State {
        switch self {
        case .open: .open
        case .claimed: .claimed
        case .answered: .answered
        case .confirmed: .confirmed
        case .active, .linked, .joined: .active
        case .ended(.expired): .expired
        case .ended(.burned): .burned
        case .ended(.contested): .contested
        case .ended(.cancelled): .cancelled
        }
    }
}
