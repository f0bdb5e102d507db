public import AlarmCore
public import AlarmWire

/// How far an invitation that was sent to somebody has come.
public enum InvitationState: Hashable, Sendable {
    /// The link was sent, and nobody has opened it.
    case sent
    /// A device has claimed the code, and its user has not agreed yet.
    case opened
    /// The person has agreed; their six digits are to be typed here. The name is the one that they gave.
    case agreed(name: String)
    /// The digits were typed; the person's device has to come for its place in the circle.
    case admitted
    /// The person is in the circle; introduce them to the others.
    case joined(JoinedCircle)
    /// It will not become anything.
    case ended(InviteStatus.End)
}

extension LocalDevice {
    /// Makes a code for this person's care circle and has its link sent to somebody without the app, in one step.
    ///
    /// - Parameters:
    ///   - recipient: the person, with a number or an address.
    ///   - circle: the care circle whose dweller this person is.
    ///   - name: the user's display name for the recipient.
    ///   - ttl: the lifetime of the code; 60 s to 7 days.
    /// - Returns: the invite, which the profile keeps with its recipient; ``followInvitation(_:)`` says how far it is.
    /// - Throws: what ``createInvite(name:ttl:purpose:circle:role:)`` and ``sendInvitation(_:)`` throw; without a message
    ///   no invite stays open.
    public func invite(
        _ recipient: InvitationRecipient,
        to circle: CircleID,
        name: String,
        ttl: Span = Invite.careTTLRange.upperBound
    ) async throws(DeviceError) -> InviterPairing {
        let invite = try await createInvite(name: name, ttl: ttl, purpose: .care, circle: circle, role: .member)
        let request = CareInvitationRequest(
            circle: circle,
            phone: recipient.phone,
            email: recipient.email,
            link: invite.link.url,
            name: recipient.name,
            language: recipient.language
        )
        do {
            // Stored first: a message whose answer is lost was sent all the same.
            try update { profile in
                try profile.changeInvite(invite.inviteID) { kept in kept.recipient = recipient }
            }
            try await sendInvitation(request)
        } catch {
            if !error.isPassing { await abandonPairing(invite.inviteID) }
            throw error
        }
        return profile.invite(invite.inviteID) ?? invite
    }

    /// Asks the relay how far an invitation is, and takes what it has brought.
    ///
    /// - Throws: ``DeviceError/pairing(_:)`` for an answer that cannot be trusted; the invite is gone then.
    public func followInvitation(_ id: InviteID) async throws(DeviceError) -> InvitationState {
        switch try await status(of: id) {
        case .open: return .sent
        case .claimed: return .opened
        case .answered: return try await checkAnswer(id).map { .agreed(name: $0) } ?? .opened
        case .confirmed: return .admitted
        case .joined: return try await checkAdmitted(id).map { .joined($0) } ?? .admitted
        case .active, .linked: throw .pairing(.outOfTurn)
        case .ended(let end):
            try update { $0.dropPairing(id) }
            return .ended(end)
        }
    }
}
