package import AlarmCore
package import AlarmWire
import Sealing
package import Storage

extension Work {
    /// How often a locator is drawn before giving up; 2²⁵ of them make even a second draw rare.
    private static let locatorDraws = 16

    /// Opens an invite (PA1 section 4, step 1).
    package func createInvite(_ request: CreateInvite, by device: Device) throws -> Answer {
        guard try transaction.liveInvites(of: device.id, at: now).count < engine.limits.openInvites else {
            throw Problem(
                .rateLimited,
                detail: "\(engine.limits.openInvites) invites of this device are open: cancel one, or let one expire"
            )
        }
        try requireInvitation(request, by: device)
        let invite = Invite(
            id: engine.random.draw { InviteID.random(using: &$0) },
            locator: try freeLocator(),
            purpose: request.purpose,
            circle: request.circle,
            role: request.role,
            inviter: device.id,
            verifier: request.verifier,
            hello: request.hello.text,
            expiresAt: now + request.lifetime
        )
        try transaction.insert(invite)
        return Answer(
            201,
            InviteCreated(inviteID: invite.id, locator: invite.locator, expiresAt: invite.expiresAt)
        )
    }

    /// Takes a claim (PA1 section 4, step 2); unknown, expired, burned and wrong all answer the same.
    package func claim(_ request: ClaimInvite, by device: Device) throws -> Answer {
        guard var invite = try proven(locator: request.locator, auth: request.auth) else {
            return Answer(Problem(.notFound))
        }
        guard let claimer = try transaction.device(device.id) else { throw Problem(.notFound) }
        if let refusal = try enter(&invite, device: claimer.id, of: claimer.person) { return refusal }
        guard let hello = SealedText(invite.hello) else { throw Problem(.internalError) }
        return Answer(
            200,
            InviteClaimed(
                inviteID: invite.id,
                hello: hello,
                expiresAt: invite.expiresAt,
                purpose: invite.purpose,
                role: invite.role
            )
        )
    }

    /// Takes a claim whose proof was right, of a device that is just registering (`person` nil) or known.
    ///
    /// - Returns: nil, or the refusal of a claim that the invite may have died of, and that has to be committed.
    func enter(_ invite: inout Invite, device: DeviceID, of person: PersonID?) throws -> Answer? {
        do {
            try invite.claim(by: device, at: now)
        } catch .own {
            throw Problem(.conflict, detail: "this code was made on this device: enter it on the other one")
        } catch {
            // Its inviter has to learn of it.
            try transaction.update(invite)
            try nudge(invite.inviter)
            return Answer(Problem(.notFound))
        }
        try requireJoinable(invite, claimer: person)
        try transaction.update(invite)
        try nudge(invite.inviter)
        return nil
    }

    /// Takes the claimer's answer (PA1 section 4, step 3).
    package func answer(_ id: InviteID, _ request: AnswerInvite, by device: Device) throws -> Answer {
        try step(id, by: device) { invite in
            let key = Base64URL.encode(request.publicKey)
            try invite.answer(by: device.id, key: key, box: request.box.text, at: now)
        }
    }

    /// Takes a parcel of what the inviter hands over to another device of its own (PA1 section 4).
    package func handOver(_ id: InviteID, _ request: HandOver, by device: Device) throws -> Answer {
        try step(id, by: device) { invite in
            try invite.handOver(by: device.id, parcel: request.box.text, at: now)
        }
    }

    /// Takes the inviter's confirmation (PA1 section 4, step 5).
    package func confirm(_ id: InviteID, _ request: ConfirmInvite, by device: Device) throws -> Answer {
        try step(id, by: device) { invite in
            try invite.confirm(by: device.id, box: request.box.text, at: now)
        }
    }

    /// Makes the invite what it is for: the claimer has opened the confirmation (PA1 section 4, step 5).
    package func acknowledge(_ id: InviteID, by device: Device) throws -> Answer {
        guard var device = try transaction.device(device.id) else { throw Problem(.notFound) }
        return try step(id, by: device) { invite in
            if invite.state == .active, invite.claimer == device.id { return }
            switch invite.purpose {
            case .partner: break
            case .device:
                try invite.acknowledge(by: device.id, pair: nil, at: now)
                return try link(&device, by: invite)
            case .family, .care:
                try invite.acknowledge(by: device.id, pair: nil, at: now)
                return try join(device, by: invite)
            }
            let pairID = engine.random.draw { PairID.random(using: &$0) }
            try invite.acknowledge(by: device.id, pair: pairID, at: now)
            let inviter = try requireJoinable(invite, claimer: device.person)
            let pair = Pair(
                id: pairID,
                inviter: Pair.Side(person: inviter.person, device: inviter.id),
                claimer: Pair.Side(person: device.person, device: device.id),
                since: now
            )
            let edges = try [(inviter.person, device.person), (device.person, inviter.person)].map { from, to in
                let token = try engine.vault.partnerToken(of: pairID, heldBy: from)
                return Edge(tokenHash: try SHA256.hash(token), pair: pairID, from: from, to: to)
            }
            try transaction.insert(pair, edges: edges)
        }
    }

    /// Takes an invite back.
    package func cancelInvite(_ id: InviteID, by device: Device) throws -> Answer {
        try step(id, by: device) { invite in try invite.cancel(by: device.id, at: now) }
    }

    /// The live invite whose proof this is; counts a wrong proof against the invite, for the same work either way.
    func proven(locator: String, auth: [UInt8]) throws -> Invite? {
        let verifier = try SHA256.hash(auth)
        let invite = try transaction.invite(locator: locator)
        let isRight = ConstantTime.equal(verifier, invite?.verifier ?? [UInt8](repeating: 0, count: 32))
        let wasLive = invite.map { $0.state.isLive && now < $0.expiresAt } ?? false
        guard var found = invite, !(isRight && wasLive) else { return invite }
        found.countWrongClaim(at: now)
        if found != invite {
            try transaction.update(found)
            try nudge(found.inviter)
        }
        return nil
    }

    /// Takes one step of an invite and answers with what the device may see of it afterwards.
    private func step(_ id: InviteID, by device: Device, _ change: (inout Invite) throws -> Void) throws -> Answer {
        guard var invite = try transaction.invite(id), device.id == invite.inviter || device.id == invite.claimer else {
            throw Problem(.notFound)
        }
        do {
            try change(&invite)
        } catch InviteError.outOfTurn {
            throw Problem(
                .conflict,
                detail: "the invite is \(invite.state.rawValue): ask for its state and go on from there"
            )
        } catch InviteError.full {
            throw Problem(.quotaExceeded, detail: "\(Invite.parcelsAllowed) parcels may be handed over at once")
        } catch is InviteError {
            throw Problem(.notFound)
        }
        try transaction.update(invite)
        try nudge(invite.inviter)
        if let claimer = invite.claimer { try nudge(claimer) }
        return Answer(200, try engine.status(of: invite, for: device, at: now, in: transaction))
    }

    func nudge(_ device: DeviceID) throws {
        if let person = try transaction.device(device)?.person { ripple.persons.insert(person) }
    }

    private func freeLocator() throws -> String {
        for _ in 0..<Self.locatorDraws {
            let locator = engine.random.draw { PairingCode.randomLocator(using: &$0) }
            guard let last = try transaction.invite(locator: locator) else { return locator }
            if !last.state.isLive || last.expiresAt <= now, last.expiresAt + Invite.locatorRest < now { return locator }
        }
        throw Problem(.unavailable, detail: "no pairing code is free: try again in a minute")
    }
}

extension Engine {
    /// What a device may see of an invite (PA1 section 4).
    ///
    /// - Throws: the problem `not-found` for anybody but the inviter and the claimer.
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
        case .open: return .open
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
