public import AlarmCore

/// The answer to one side of an invite, to `GET /v1/invites/{id}` and to the steps that move it on (PA1 section 4).
///
/// It contains only what that side has to open. The inviter gets the answer, the claimer gets the confirmation, and
/// both get the pair or the device that was linked; while there is nothing to open, there is only the state.
public enum InviteStatus: Hashable, WireMessage {
    /// A way in which an invite ended without becoming active.
    public enum End: String, CaseIterable, Hashable, Sendable {
        case expired, burned, contested, cancelled
    }

    /// It has not been claimed yet, and no message with its link was asked for.
    case open
    /// It has not been claimed yet; the inviter gets how far the last message with its link is.
    case mailed(InviteLetter)
    /// A device has claimed it with the code.
    case claimed
    /// The claimer has answered; the inviter gets the key and the box.
    case answered(AnswerInvite?)
    /// The inviter has confirmed; the claimer gets the box, and the parcels for a device of the inviter's own.
    case confirmed(box: SealedText?, parcels: [SealedText] = [])
    /// It has become a pair.
    case active(pair: PairID, partnerToken: PartnerToken)
    /// The claimer's device now belongs to the inviter's person.
    case linked(DeviceID)
    /// The claimer's person is now in the inviter's circle.
    case joined(circle: CircleID, role: Role, person: PersonID)
    /// It will never become active.
    case ended(End)

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        switch try object.word("state", as: Invite.State.self) {
        case .open: self = try object.optionalObject("letter").map { .mailed($0) } ?? .open
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
            if let device = try object.optionalIdentifier("deviceId", of: DeviceTag.self) {
                self = .linked(device)
                return
            }
            if let circle = try object.optionalIdentifier("circleId", of: CircleTag.self) {
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

    /// The JSON object on the wire.
    public var json: JSONValue {
        switch self {
        case .open, .claimed: .object(of: ["state": .word(state)])
        case .mailed(let letter): .object(of: ["state": .word(state), "letter": letter.json])
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
        case .open, .mailed: .open
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
