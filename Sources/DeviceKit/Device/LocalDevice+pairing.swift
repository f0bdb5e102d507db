public import AlarmCore
import AlarmWire

extension LocalDevice {
    /// Abandons a pairing, on either side: tells the relay if it can be reached, and forgets it.
    ///
    /// A code that others may have kept, as from a message, is for ``takeBack(_:)``.
    public func abandonPairing(_ id: InviteID) async {
        _ = try? await send(Endpoints.Invites.cancel(id))
        _ = try? update { $0.dropPairing(id) }
    }

    func status(of id: InviteID) async throws(DeviceError) -> InviteStatus {
        do {
            return try await perform(Endpoints.Invites.show(id))
        } catch {
            throw try translate(error, of: id)
        }
    }

    /// Takes one step of a pairing at the relay.
    func step(_ id: InviteID, _ request: EndpointRequest<InviteStatus>) async throws(DeviceError) {
        do {
            try await send(request)
        } catch {
            throw try translate(error, of: id)
        }
    }

    /// Changes the profile; if that fails for good, abandons the pairing at the relay too.
    func abandoning<Result: Sendable>(
        _ id: InviteID,
        _ change: (inout Profile) throws(PairingError) -> Result
    ) async throws(DeviceError) -> Result {
        do {
            return try update(change)
        } catch {
            if case .pairing(let reason) = error, reason.isFinal { await abandonPairing(id) }
            throw error
        }
    }

    /// Drops a pairing that is over; returns the reason as an error.
    func forget(_ id: InviteID, _ reason: PairingError) throws(DeviceError) -> DeviceError {
        try update { $0.dropPairing(id) }
        return .pairing(reason)
    }

    /// Translates a relay's refusal of a pairing step.
    private func translate(_ error: DeviceError, of id: InviteID) throws(DeviceError) -> DeviceError {
        switch error.problemKind {
        case .notFound: try forget(id, .codeNotAccepted)
        case .conflict: .pairing(.outOfTurn)
        default: error
        }
    }

    func rest(_ pause: Pause) async throws(DeviceError) {
        do {
            try await pause()
        } catch {
            throw .cancelled
        }
    }
}

extension Profile {
    func invite(_ id: InviteID) -> InviterPairing? { invites.first { $0.inviteID == id } }

    mutating func changeInvite<Result>(
        _ id: InviteID,
        _ change: (inout InviterPairing) throws(PairingError) -> Result
    ) throws(PairingError) -> Result {
        guard let index = invites.firstIndex(where: { $0.inviteID == id }) else { throw .unknown }
        return try change(&invites[index])
    }

    mutating func changeClaim<Result>(
        _ id: InviteID,
        _ change: (inout ClaimerPairing) throws(PairingError) -> Result
    ) throws(PairingError) -> Result {
        guard let index = claims.firstIndex(where: { $0.inviteID == id }) else { throw .unknown }
        return try change(&claims[index])
    }

    mutating func dropPairing(_ id: InviteID) {
        invites.removeAll { $0.inviteID == id }
        claims.removeAll { $0.inviteID == id }
    }

    mutating func finishPairing(_ id: InviteID, as pair: KnownPair) {
        dropPairing(id)
        pairs.removeAll { $0.id == pair.id }
        pairs.append(pair)
    }
}
