package import AlarmCore
package import AlarmWire
package import Engine
import Sealing
import Storage

/// Invites by one-time codes, and the pairs, circles and linked devices that they lead to.
package struct Pairing: Feature {
    package let tx: RelayTransaction

    /// The most attempts to draw an unused locator; with 2²⁵ of them even a second draw is rare.
    private static let locatorDraws = 16

    /// Opens an invite (PA1 section 4, step 1).
    package func createInvite(_ request: CreateInvite, by device: Device) throws -> EngineResponse {
        // An invitation to a care circle may wait for days, and must not keep anybody from pairing.
        let isCare = request.purpose == .care
        let most = isCare ? engine.limits.openInvitations : engine.limits.openInvites
        let open = try transaction.liveInvites(of: device.id, at: now).filter { ($0.purpose == .care) == isCare }
        guard open.count < most else {
            let what = isCare ? "invitations to the care circle" : "invites"
            throw Problem(
                .rateLimited,
                detail: "\(most) \(what) of this device are open: cancel one, or let one expire"
            ).after((open.map(\.expiresAt).min() ?? now) - now)
        }
        try tx.requireConfirmed(device.person)
        try tx.circles.requireInvitation(request, by: device)
        let invite = Invite(
            id: engine.random.draw { InviteID.random(using: &$0) },
            locator: try freeLocator(),
            purpose: request.purpose,
            circle: request.circle,
            role: request.role,
            inviter: device.id,
            verifier: request.verifier,
            hello: request.hello.text,
            expiresAt: now + request.ttl
        )
        try transaction.insert(invite)
        try tx.count(
            as: "invites",
            under: "invites/\(device.person)",
            perHour: engine.limits.invitesPerHour,
            perDay: engine.limits.invitesPerDay
        ) { Problem(.rateLimited, detail: "\($0) invites \($1) are the most: wait a while") }
        return EngineResponse(
            201,
            InviteCreated(inviteID: invite.id, locator: invite.locator, expiresAt: invite.expiresAt)
        )
    }

    /// Takes a claim (PA1 section 4, step 2); unknown, expired, burned and wrong ones get the same answer.
    package func claim(_ request: ClaimInvite, by device: Device) throws -> EngineResponse {
        guard var invite = try proven(locator: request.locator, auth: request.auth) else {
            return EngineResponse(Problem(.notFound))
        }
        if let refusal = try enter(&invite, device: device.id, of: device.person) { return refusal }
        guard let hello = SealedText(invite.hello) else { throw Problem(.internalError) }
        return EngineResponse(
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

    /// Takes a claim with a right proof, of a device that is just registering (`person` nil) or known.
    ///
    /// - Returns: nil, or a refusal that has to be committed, since it may have ended the invite.
    func enter(_ invite: inout Invite, device: DeviceID, of person: PersonID?) throws -> EngineResponse? {
        do {
            try invite.claim(by: device, at: now)
        } catch .own {
            throw Problem(.conflict, detail: "this code was made on this device: enter it on the other one")
        } catch {
            // Its inviter has to know.
            try transaction.update(invite)
            try noteEnd(of: invite)
            try notify(invite.inviter)
            return EngineResponse(Problem(.notFound))
        }
        try requireJoinable(invite, claimer: person)
        try transaction.update(invite)
        try tx.followClaim(of: invite, by: device)
        try notify(invite.inviter)
        return nil
    }

    /// Takes the claimer's answer (PA1 section 4, step 3).
    package func answer(_ id: InviteID, _ request: AnswerInvite, by device: Device) throws -> EngineResponse {
        try step(id, by: device) { invite in
            let key = Base64URL.encode(request.publicKey)
            try invite.answer(by: device.id, key: key, box: request.box.text, at: now)
        }
    }

    /// Takes a parcel of data that the inviter hands over to another device of its own (PA1 section 4).
    package func handOver(_ id: InviteID, _ request: HandOver, by device: Device) throws -> EngineResponse {
        try step(id, by: device) { invite in
            try invite.handOver(by: device.id, parcel: request.box.text, at: now)
        }
    }

    /// Takes the inviter's confirmation (PA1 section 4, step 5).
    package func confirm(_ id: InviteID, _ request: ConfirmInvite, by device: Device) throws -> EngineResponse {
        try step(id, by: device) { invite in
            try invite.confirm(by: device.id, box: request.box.text, at: now)
        }
    }

    /// Completes the invite, since the claimer has opened the confirmation (PA1 section 4, step 5).
    package func acknowledge(_ id: InviteID, by device: Device) throws -> EngineResponse {
        try step(id, by: device) { invite in
            if invite.state == .active, invite.claimer == device.id { return }
            switch invite.purpose {
            case .partner: break
            case .device:
                try invite.acknowledge(by: device.id, pair: nil, at: now)
                return try link(device, by: invite)
            case .family, .care:
                try invite.acknowledge(by: device.id, pair: nil, at: now)
                return try tx.circles.join(device, by: invite)
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

    /// Cancels an invite.
    package func cancelInvite(_ id: InviteID, by device: Device) throws -> EngineResponse {
        try step(id, by: device) { invite in try invite.cancel(by: device.id, at: now) }
    }

    /// The live invite of a proof; a wrong proof is counted against the invite, with the same amount of work.
    func proven(locator: String, auth: [UInt8]) throws -> Invite? {
        let verifier = try SHA256.hash(auth)
        let invite = try transaction.invite(locator: locator)
        let isRight = ConstantTime.equal(verifier, invite?.verifier ?? [UInt8](repeating: 0, count: 32))
        let wasLive = invite.map { $0.state.isLive && now < $0.expiresAt } ?? false
        guard var found = invite, !(isRight && wasLive) else { return invite }
        found.countWrongClaim(at: now)
        if found != invite {
            try transaction.update(found)
            try noteEnd(of: found)
            try notify(found.inviter)
        }
        return nil
    }

    /// Takes one step of an invite and answers with the device's view of it afterwards.
    private func step(
        _ id: InviteID,
        by device: Device,
        _ change: (inout Invite) throws -> Void
    ) throws -> EngineResponse {
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
        try noteEnd(of: invite)
        if invite.state == .active, let claimer = invite.claimer { try tx.noteConfirmed(claimer) }
        try notify(invite.inviter)
        if let claimer = invite.claimer { try notify(claimer) }
        return EngineResponse(200, try engine.status(of: invite, for: device, at: now, in: transaction))
    }

    /// Notes the consequences where an invite has ended.
    private func noteEnd(of invite: Invite) throws {
        try tx.noteEnd(of: invite)
        try tx.care.forgetRecipients(of: invite)
    }

    func notify(_ device: DeviceID) throws {
        if let person = try transaction.device(device)?.person { tx.commitEffects.persons.insert(person) }
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
