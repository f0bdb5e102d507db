public import AlarmCore
public import AlarmWire

extension LocalDevice {
    /// Opens an invite and makes the code to show (PA1 section 4, step 1).
    ///
    /// - Parameters:
    ///   - name: the user's display name for the partner.
    ///   - ttl: the lifetime of the code; 60 s to 24 h.
    ///   - purpose: the purpose of the code: a pair, another device of the same person, or a family or care circle.
    ///   - circle: the circle, for an invite to one.
    ///   - role: the claimer's role in the circle.
    /// - Returns: the pairing, with its code, link and expiry.
    /// - Throws: ``DeviceError/unusableName``, ``DeviceError/refused(_:retryAfter:)`` with too many open invites.
    public func createInvite(
        name: String,
        ttl: Span = CreateInvite.defaultTTL,
        purpose: Invite.Purpose = .partner,
        circle: CircleID? = nil,
        role: Role? = nil
    ) async throws(DeviceError) -> InviterPairing {
        guard DisplayNameRules.isValid(name) else { throw .unusableName }
        if let circle { try await beginIfAlone(in: circle) }
        let draft = try InviteDraft(
            name: name,
            relay: profile.relay,
            ttl: ttl,
            purpose: purpose,
            circle: circle,
            role: role
        )
        let created = try await perform(Endpoints.Invites.create(draft.request))
        let pairing = try draft.pairing(created)
        try update { $0.invites.append(pairing) }
        return pairing
    }

    /// Asks the relay once whether the invite was answered.
    ///
    /// - Returns: the partner's name, nil while there is no answer.
    /// - Throws: ``DeviceError/pairing(_:)``; after one that ``PairingError/isFinal`` the invite is gone.
    public func checkAnswer(_ id: InviteID) async throws(DeviceError) -> String? {
        guard let known = profile.invite(id) else { throw .pairing(.unknown) }
        switch try await status(of: id) {
        case .open, .mailed, .claimed, .answered(nil): return known.partnerName
        case .answered(let answer?):
            return try await abandoning(id) { profile throws(PairingError) in
                try profile.changeInvite(id) { invite throws(PairingError) in try invite.take(answer) }
            }
        case .confirmed, .active, .linked, .joined:
            guard let name = profile.invite(id)?.partnerName else { throw .pairing(.outOfTurn) }
            return name
        case .ended(let end): throw try forget(id, .ended(end))
        }
    }

    /// Waits for the partner's answer.
    ///
    /// - Parameters:
    ///   - id: the invite.
    ///   - pause: the wait between two requests; a second or two suits people.
    /// - Returns: the partner's name.
    /// - Throws: as ``checkAnswer(_:)`` does, and ``DeviceError/cancelled`` when `pause` throws.
    public func awaitAnswer(_ id: InviteID, pause: Pause) async throws(DeviceError) -> String {
        while true {
            if let name = try await checkAnswer(id) { return name }
            try await rest(pause)
        }
    }

    /// Checks the six digits that the user has read from the partner's screen, and confirms the pairing if they are
    /// right.
    ///
    /// Another device of the same person then also gets the keys of every pair and circle, sealed for it; a person who
    /// joins a circle gets the known member keys of that circle.
    ///
    /// - Throws: ``PairingError/wrongDigits(triesLeft:)``; the third time ``PairingError/tooManyWrongDigits``, and the
    ///   invite is cancelled.
    public func confirm(_ id: InviteID, digits: String) async throws(DeviceError) {
        if let circle = profile.invite(id)?.circle { try await learnKeys(of: circle) }
        let (confirmation, parcels): (ConfirmInvite, [SealedText])
        do {
            // The count of wrong digits has to be stored although the attempt fails.
            (confirmation, parcels) = try update { profile in
                let pairs = profile.pairs.filter(\.isActive)
                let circles = profile.circles
                let introduction = profile.invite(id)?.circle.flatMap { profile.circle($0)?.introduction }
                return Result { () throws(PairingError) in
                    try profile.changeInvite(id) { invite throws(PairingError) in
                        let confirmation = try invite.confirm(
                            typed: digits,
                            handingOver: pairs,
                            circles: circles,
                            introducing: introduction
                        )
                        return (confirmation, invite.parcels)
                    }
                }
            }.get()
        } catch let error as PairingError {
            if error == .tooManyWrongDigits { await abandonPairing(id) }
            throw .pairing(error)
        } catch let error as DeviceError {
            throw error
        } catch {
            throw .protocolViolation("\(error)")
        }
        for parcel in parcels { try await step(id, Endpoints.Invites.handOver(id, HandOver(box: parcel))) }
        try await step(id, Endpoints.Invites.confirm(id, confirmation))
    }

    /// Asks the relay once whether the partner has opened the confirmation.
    ///
    /// - Returns: the pair, nil while the partner has not.
    /// - Throws: ``DeviceError/pairing(_:)``.
    public func checkActive(_ id: InviteID) async throws(DeviceError) -> KnownPair? {
        guard profile.invite(id) != nil else { throw .pairing(.unknown) }
        switch try await status(of: id) {
        case .open, .mailed, .claimed, .linked, .joined: throw .pairing(.outOfTurn)
        case .answered, .confirmed: return nil
        case .active(let pair, let token):
            let now = now
            return try update { profile in
                guard let invite = profile.invite(id) else { throw PairingError.unknown }
                let known = try invite.pair(pair, partnerToken: token, at: now)
                profile.finishPairing(id, as: known)
                return known
            }
        case .ended(let end): throw try forget(id, .ended(end))
        }
    }

    /// Waits until the partner has opened the confirmation.
    ///
    /// - Parameters:
    ///   - id: the invite.
    ///   - pause: the wait between two requests.
    /// - Returns: the pair.
    /// - Throws: as ``checkActive(_:)`` does, and ``DeviceError/cancelled`` when `pause` throws.
    public func awaitActive(_ id: InviteID, pause: Pause) async throws(DeviceError) -> KnownPair {
        while true {
            if let pair = try await checkActive(id) { return pair }
            try await rest(pause)
        }
    }
}
