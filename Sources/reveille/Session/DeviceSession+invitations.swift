import AlarmCore
import AlarmWire
import DeviceKit

/// An invitation to a care circle that was sent, and how far it is.
struct PendingInvitation {
    let invite: InviterPairing
    let state: InvitationState

    /// Whether the person's digits are to be typed.
    var hasAgreed: Bool {
        if case .agreed = state { true } else { false }
    }

    /// Returns the invitation in one line.
    func line(_ session: DeviceSession) -> String {
        let address = invite.recipient.flatMap { $0.phone ?? $0.email }?.asForeign ?? "a code that was shown"
        return "\(invite.shownName)  \(address)  \(words(session))  \(invite.inviteID)"
    }

    private func words(_ session: DeviceSession) -> String {
        let end = session.clock.text(invite.expiresAt)
        return switch state {
        case .sent: "has not opened the link yet; it is good until \(end)"
        case .opened: "has opened the link, and not agreed yet; until \(end)"
        case .agreed(let name):
            "has agreed, as \(name.asForeign): type the digits with 'reveille care admit\(session.profileFlag)' until \(end)"
        case .admitted: "is let in as soon as their device asks; until \(end)"
        case .joined: "is in the circle"
        case .ended(let end): "is not coming: the link was \(end.rawValue)"
        }
    }

    /// The invitation for a script.
    var json: JSONValue {
        let word =
            switch state {
            case .sent: "sent"
            case .opened: "opened"
            case .agreed: "agreed"
            case .admitted: "admitted"
            case .joined: "joined"
            case .ended(let end): end.rawValue
            }
        return .object(of: [
            "inviteId": .identifier(invite.inviteID),
            "name": (invite.recipient?.name).map(JSONValue.string),
            "phone": (invite.recipient?.phone).map(JSONValue.string),
            "email": (invite.recipient?.email).map(JSONValue.string),
            "state": .string(word),
            "expiresAt": .instant(invite.expiresAt),
        ])
    }
}

extension InviterPairing {
    /// What the user calls the invited person.
    var shownName: String { (recipient?.name ?? partnerName)?.asForeign ?? "somebody" }
}

extension String {
    /// Six digits as they are read out: `123 456`.
    var inThrees: String { "\(prefix(3)) \(dropFirst(3))" }
}

extension DeviceSession {
    /// Returns the invitations that were sent from this device, each as far as it is; those that are complete are finished.
    func pendingInvitations() async throws -> [PendingInvitation] {
        var pending: [PendingInvitation] = []
        for invite in await device.profile.invites where invite.recipient != nil {
            let state = try await device.followInvitation(invite.inviteID)
            if case .joined(let joined) = state {
                await introduce(joined)
                Terminal.remark("\(invite.shownName), whom you invited, is in the circle now.")
            } else {
                pending.append(PendingInvitation(invite: invite, state: state))
            }
        }
        return pending
    }

    /// Returns the invitation for a name or the first characters of its identifier.
    func invitation(_ text: String) async throws -> InviterPairing {
        let invites = await device.profile.invites.filter { $0.recipient != nil }
        let named = invites.called(text) { $0.recipient?.name }
        if let only = named.first, named.count == 1 { return only }
        if case .name(let id) = Abbreviation(text, among: invites.map(\.inviteID)),
            let found = invites.first(where: { $0.inviteID == id })
        {
            return found
        }
        throw CommandFailure(
            "No invitation, or more than one, is for \(text.asForeign). See 'reveille care invitations\(profileFlag)'."
        )
    }

    /// Finishes what others did about invitations meanwhile: those sent from here, and those that were agreed to here.
    ///
    /// A failure is only a remark, because the command has other work.
    func finishInvitations() async {
        let profile = await device.profile
        // Nothing is asked for an invitation whose digits were not typed: 'care invitations' and 'listen' do that.
        for invite in profile.invites where invite.recipient != nil && invite.isConfirmed {
            guard case .joined(let joined) = try? await device.followInvitation(invite.inviteID) else { continue }
            await introduce(joined)
            Terminal.remark("\(invite.shownName), whom you invited, is in the circle now.")
        }
        for claim in profile.claims where claim.purpose == .care && claim.digits != nil {
            guard let joined = try? await device.checkJoinedCircle(claim.inviteID) else { continue }
            await finish(joined, inJSON: true)
            Terminal.remark(
                "\(claim.partnerName.asForeign) has let you into the care circle, as \(joined.role.rawValue)."
            )
        }
    }

    /// Says which invited people have agreed since; for a listener, which keeps what it has said.
    func newAgreements(besides said: Set<InviteID>) async -> [InviterPairing] {
        await finishInvitations()
        var agreed: [InviterPairing] = []
        for invite in await device.profile.invites
        where invite.recipient != nil && !invite.isConfirmed && !said.contains(invite.inviteID) {
            if case .agreed = try? await device.followInvitation(invite.inviteID) { agreed.append(invite) }
        }
        return agreed
    }
}
