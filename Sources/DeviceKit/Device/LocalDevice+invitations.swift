public import AlarmCore
public import AlarmWire

/// How far an invitation that was sent to somebody has come.
public enum InvitationState: Hashable, Sendable {
    /// Nobody has opened the link; how far its message is, nil where the relay was not asked for one.
    case sent(InviteLetter?)
    /// A device has claimed the code, and its user has not agreed yet.
    case opened
    /// The person has agreed; their six digits are to be typed here. The name is the one that they gave.
    case agreed(name: String)
    /// The digits were typed; the person's device has to come for its place in the circle.
    case admitted
    /// The person is in the circle; introduce them to the others.
    case joined(JoinedCircle)
    /// It will not become anything; one that was cancelled was declined, as this device forgets those that it takes back.
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

    /// Takes an invitation back: its link is good no more, and its message is not sent any more.
    ///
    /// - Throws: what the relay's refusal says, or that the relay cannot be reached; the invitation is kept then. One that
    ///   has ended already is no error.
    public func takeBack(_ id: InviteID) async throws(DeviceError) {
        do {
            try await send(Endpoints.Invites.cancel(id))
        } catch {
            guard error.problemKind == .notFound else { throw error }
        }
        try update { $0.dropPairing(id) }
    }

    /// Asks the relay how far an invitation is, and takes what it has brought.
    ///
    /// - Throws: ``DeviceError/pairing(_:)`` for an answer that cannot be trusted; the invite is gone then.
    public func followInvitation(_ id: InviteID) async throws(DeviceError) -> InvitationState {
        let status: InviteStatus
        do {
            status = try await self.status(of: id)
        } catch {
            // A relay forgets an invite some time after its link has expired.
            guard case .pairing(.codeNotAccepted) = error else { throw error }
            return .ended(.expired)
        }
        switch status {
        case .open: return .sent(nil)
        case .mailed(let letter): return .sent(letter)
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
