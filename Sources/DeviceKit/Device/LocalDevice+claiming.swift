public import AlarmCore
public import AlarmWire
import Sealing

extension LocalDevice {
    /// Claims an invite by a code or a link, as typed, scanned or opened.
    ///
    /// - Parameters:
    ///   - text: the code or the link.
    ///   - purpose: the purpose of the code, as the user was told; nil for any.
    /// - Returns: the pairing, with the inviter's name; ask the user, then ``accept(_:name:)``.
    /// - Throws: ``PairingError/mistyped(_:)`` and ``PairingError/link(_:)`` before any request, so that a typo costs
    ///   no attempt; ``PairingError/otherRelay(own:found:)`` for a link to another relay; else as for a code.
    public func claim(
        typed text: String,
        for purpose: Invite.Purpose? = .partner
    ) async throws(DeviceError) -> ClaimerPairing {
        let code: PairingCode
        if text.contains("#") {
            let link: PairingLink
            do {
                link = try PairingLink(text.filter { !$0.isWhitespace })
            } catch {
                throw .pairing(.link(error))
            }
            guard link.origin == profile.relay else {
                throw .pairing(.otherRelay(own: profile.relay, found: link.origin))
            }
            code = link.code
        } else {
            do {
                code = try PairingCode(typed: text)
            } catch {
                throw .pairing(.mistyped(error))
            }
        }
        return try await claim(code, for: purpose)
    }

    /// Claims an invite, and registers the device with it if it is new (PA1 section 4, step 2).
    ///
    /// - Parameters:
    ///   - code: the code.
    ///   - purpose: the purpose of the code, as the user was told; nil for any.
    /// - Returns: the pairing, with the inviter's name; ask the user, then ``accept(_:name:)``.
    /// - Throws: ``PairingError/codeNotAccepted``, ``PairingError/otherPurpose(_:)``, and any fault of the greeting;
    ///   then the invite is cancelled.
    public func claim(
        _ code: PairingCode,
        for purpose: Invite.Purpose? = .partner
    ) async throws(DeviceError) -> ClaimerPairing {
        let auth = try DeviceError.mapping { try InviteKeys(PairingSecret(symbols: code.secret)).claimAuth }
        let claimed: InviteClaimed
        do {
            claimed = try await enter(ClaimInvite(locator: code.locator, auth: auth))
        } catch {
            switch error.problemKind {
            case .notFound, .registrationClosed: throw .pairing(.codeNotAccepted)
            case .conflict where profile.invites.contains { $0.code.locator == code.locator }:
                throw .pairing(.ownCode)
            default: throw error
            }
        }
        // A repeated claim continues with the key that the answer may have carried already.
        if let known = profile.claims.first(where: { $0.inviteID == claimed.inviteID }) {
            guard known.purpose == purpose ?? known.purpose else { throw .pairing(.otherPurpose(known.purpose)) }
            return known
        }
        let pairing: ClaimerPairing
        do {
            pairing = try ClaimerPairing(code: code, relay: profile.relay, claimed: claimed)
        } catch {
            await abandonPairing(claimed.inviteID)
            throw .pairing(error)
        }
        guard pairing.purpose == purpose ?? pairing.purpose else { throw .pairing(.otherPurpose(pairing.purpose)) }
        return try update { profile in
            if let known = profile.claims.first(where: { $0.inviteID == claimed.inviteID }) { return known }
            profile.claims.append(pairing)
            return pairing
        }
    }

    /// Claims an invite, and registers the device with it if it is new.
    ///
    /// A relay removes a device whose only invite came to nothing: it registers anew then.
    private func enter(_ claim: ClaimInvite) async throws(DeviceError) -> InviteClaimed {
        let ticket = RegistrationTicket.invite(locator: claim.locator, auth: claim.auth)
        do {
            try await register(ticket: ticket)
            return try await perform(Endpoints.Invites.claim(claim))
        } catch {
            guard error.problemKind == .unauthorized, !profile.pairs.contains(where: \.isActive),
                profile.circles.isEmpty
            else { throw error }
            let now = now
            try update { $0.forgetRelay(at: now) }
            try await register(ticket: ticket)
            return try await perform(Endpoints.Invites.claim(claim))
        }
    }

    /// Answers an invite for a user who has agreed (PA1 section 4, step 3).
    ///
    /// - Parameters:
    ///   - id: the invite.
    ///   - name: the user's display name for the partner.
    /// - Returns: the six digits to show; the partner types them.
    /// - Throws: ``DeviceError/unusableName``, ``DeviceError/pairing(_:)``.
    public func accept(_ id: InviteID, name: String) async throws(DeviceError) -> String {
        guard DisplayNameRules.isValid(name) else { throw .unusableName }
        // Stored before it is sent: a retry has to be the same text.
        let (answer, digits) = try update { profile in
            try profile.changeClaim(id) { claim throws(PairingError) in
                let answer = try claim.accept(name: name)
                guard let digits = claim.digits else { throw .outOfTurn }
                return (answer, digits)
            }
        }
        try await step(id, Endpoints.Invites.answer(id, answer))
        return digits
    }

    /// Asks the relay once whether the partner has confirmed; if so opens the confirmation and completes the pair.
    ///
    /// - Returns: the pair, nil while the partner has not confirmed.
    /// - Throws: ``PairingError/confirmationUnreadable``; then the invite is cancelled.
    public func checkConfirmation(_ id: InviteID) async throws(DeviceError) -> KnownPair? {
        guard let known = profile.claims.first(where: { $0.inviteID == id }) else { throw .pairing(.unknown) }
        switch try await status(of: id) {
        case .linked, .joined: throw .pairing(.outOfTurn)
        case .open, .mailed, .claimed, .answered, .confirmed(nil, _): return nil
        case .confirmed(let box?, let parcels):
            let status = try await acknowledge(id, box, parcels)
            guard case .active(let pair, let token) = status else { throw .pairing(.outOfTurn) }
            return try finishClaim(id, pair, token)
        case .active(let pair, let token):
            // The reply to the acknowledgement was lost; unless this device opened a confirmation, the relay's claim is
            // false.
            guard known.isConfirmed else { throw .pairing(.outOfTurn) }
            return try finishClaim(id, pair, token)
        case .ended(let end): throw try forget(id, .ended(end))
        }
    }

    /// Waits until the partner has confirmed, and completes the pair.
    ///
    /// - Parameters:
    ///   - id: the invite.
    ///   - pause: the wait between two requests; a second or two suits people.
    /// - Returns: the pair.
    /// - Throws: as ``checkConfirmation(_:)`` does, and ``DeviceError/cancelled`` when `pause` throws.
    public func awaitConfirmation(_ id: InviteID, pause: Pause) async throws(DeviceError) -> KnownPair {
        while true {
            if let pair = try await checkConfirmation(id) { return pair }
            try await rest(pause)
        }
    }

    /// Opens and stores the inviter's confirmation, and only then acknowledges it.
    func acknowledge(
        _ id: InviteID,
        _ box: SealedText,
        _ parcels: [SealedText]
    ) async throws(DeviceError) -> InviteStatus {
        try await abandoning(id) { profile throws(PairingError) in
            try profile.changeClaim(id) { claim throws(PairingError) in
                try claim.take(confirmation: box, parcels: parcels)
            }
        }
        return try await perform(Endpoints.Invites.acknowledge(id))
    }

    private func finishClaim(_ id: InviteID, _ pair: PairID, _ token: PartnerToken) throws(DeviceError) -> KnownPair {
        let now = now
        return try update { profile in
            guard let claim = profile.claims.first(where: { $0.inviteID == id }) else { throw PairingError.unknown }
            let known = try claim.pair(pair, partnerToken: token, at: now)
            profile.finishPairing(id, as: known)
            return known
        }
    }
}
