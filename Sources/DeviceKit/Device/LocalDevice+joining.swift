public import AlarmCore
import AlarmWire

/// A place in a circle that an invite has become.
public struct JoinedCircle: Hashable, Sendable {
    /// The circle.
    public var circle: CircleID
    /// What the claimer is there.
    public var role: Role

    /// Names a place.
    public init(circle: CircleID, role: Role) {
        self.circle = circle
        self.role = role
    }
}

extension LocalDevice {
    /// Asks the relay once whether the inviter has confirmed; if so opens the confirmation and joins the circle.
    ///
    /// - Returns: the place, nil while the inviter has not confirmed.
    /// - Throws: ``PairingError/confirmationUnreadable``, then the invite is cancelled; ``DeviceError/refused(_:retryAfter:)``
    ///   when the person cannot be in the circle any more.
    public func checkJoinedCircle(_ id: InviteID) async throws(DeviceError) -> JoinedCircle? {
        guard profile.claims.contains(where: { $0.inviteID == id }) else { throw .pairing(.unknown) }
        switch try await status(of: id) {
        case .active, .linked: throw .pairing(.outOfTurn)
        case .open, .claimed, .answered, .confirmed(nil, _): return nil
        case .confirmed(let box?, let parcels):
            guard case .joined(let circle, let role) = try await acknowledge(id, box, parcels) else {
                throw .pairing(.outOfTurn)
            }
            return try finishJoining(id, circle, role)
        case .joined(let circle, let role): return try finishJoining(id, circle, role)
        case .ended(let end): throw try forget(id, .ended(end))
        }
    }

    /// Waits until the inviter has confirmed, and joins the circle.
    public func awaitJoinedCircle(_ id: InviteID, pause: Pause) async throws(DeviceError) -> JoinedCircle {
        while true {
            if let joined = try await checkJoinedCircle(id) { return joined }
            try await rest(pause)
        }
    }

    /// Asks the relay once whether the claimer, whose digits were typed here, is in the circle.
    ///
    /// - Returns: the place, nil while the claimer has not opened the confirmation.
    public func checkAdmitted(_ id: InviteID) async throws(DeviceError) -> JoinedCircle? {
        guard profile.invite(id) != nil else { throw .pairing(.unknown) }
        switch try await status(of: id) {
        case .open, .claimed, .active, .linked: throw .pairing(.outOfTurn)
        case .answered, .confirmed: return nil
        case .joined(let circle, let role):
            return try update { profile in
                guard let invite = profile.invite(id) else { throw PairingError.unknown }
                try invite.requireJoined()
                profile.dropPairing(id)
                return JoinedCircle(circle: circle, role: role)
            }
        case .ended(let end): throw try forget(id, .ended(end))
        }
    }

    /// Waits until the claimer is in the circle.
    public func awaitAdmitted(_ id: InviteID, pause: Pause) async throws(DeviceError) -> JoinedCircle {
        while true {
            if let joined = try await checkAdmitted(id) { return joined }
            try await rest(pause)
        }
    }

    private func finishJoining(
        _ id: InviteID,
        _ circle: CircleID,
        _ role: Role
    ) throws(DeviceError) -> JoinedCircle {
        try update { profile in
            guard let claim = profile.claims.first(where: { $0.inviteID == id }) else { throw PairingError.unknown }
            try claim.requireJoined(as: role)
            profile.dropPairing(id)
            return JoinedCircle(circle: circle, role: role)
        }
    }
}
