package import AlarmCore
package import AlarmWire
package import Engine
package import Storage

extension Engine {
    /// The pairs of a device's person.
    package func pairs(of device: Device, in snapshot: any Snapshot) throws -> PairList {
        let now = clock.now()
        return PairList(
            pairs: try snapshot.pairs(of: device.person).map { pair in
                let partner = pair.isActive ? pair.partner(of: device.person) : nil
                return PairView(
                    id: pair.id,
                    state: pair.isActive ? .active : .ended,
                    since: pair.since,
                    partnerToken: pair.isActive
                        ? PartnerToken(bytes: try vault.partnerToken(of: pair.id, heldBy: device.person)) : nil,
                    refuses: try partner.map { try refusal(by: $0, of: device.person, at: now, in: snapshot) != nil }
                        ?? false
                )
            }
        )
    }

    /// A device's view of an invite (PA1 section 4).
    ///
    /// - Throws: the problem `not-found` for anyone but the inviter and the claimer.
    package func inviteStatus(_ id: InviteID, for device: Device, in snapshot: any Snapshot) throws -> InviteStatus {
        guard let invite = try snapshot.invite(id), device.id == invite.inviter || device.id == invite.claimer else {
            throw Problem(.notFound)
        }
        return try status(of: invite, for: device, at: clock.now(), in: snapshot)
    }

    func status(
        of invite: Invite,
        for device: Device,
        at now: Instant,
        in snapshot: any Snapshot
    ) throws -> InviteStatus {
        var invite = invite
        invite.expire(at: now)
        let isInviter = device.id == invite.inviter
        switch invite.state {
        case .open:
            guard isInviter, let letter = try letter(of: invite.id, in: snapshot) else { return .open }
            return .mailed(letter)
        case .claimed: return .claimed
        case .answered:
            guard isInviter, let key = invite.answerKey.flatMap({ Base64URL.decode($0) }),
                let box = invite.answerBox.flatMap({ SealedText($0) })
            else { return .answered(nil) }
            return .answered(AnswerInvite(publicKey: key, box: box))
        case .confirmed:
            guard !isInviter else { return .confirmed(box: nil) }
            return .confirmed(
                box: invite.confirmBox.flatMap { SealedText($0) },
                parcels: invite.parcels.compactMap { SealedText($0) }
            )
        case .active where invite.purpose == .device:
            guard let claimer = invite.claimer else { throw Problem(.notFound) }
            return .linked(claimer)
        case .active where invite.purpose.circleKind != nil:
            guard let circle = invite.circle, let role = invite.role,
                let claimer = try invite.claimer.flatMap({ try snapshot.device($0) })
            else { throw Problem(.notFound) }
            return .joined(circle: circle, role: role, person: claimer.person)
        case .active:
            guard let pair = invite.pair,
                let token = PartnerToken(bytes: try vault.partnerToken(of: pair, heldBy: device.person))
            else { throw Problem(.notFound) }
            return .active(pair: pair, partnerToken: token)
        case .expired: return .ended(.expired)
        case .burned: return .ended(.burned)
        case .contested: return .ended(.contested)
        case .cancelled: return .ended(.cancelled)
        }
    }
}
