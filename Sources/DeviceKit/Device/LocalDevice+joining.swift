public import AlarmCore
import AlarmWire

/// The membership of a circle that an invite has become.
public struct JoinedCircle: Hashable, Sendable {
    /// The circle.
    public var circle: CircleID
    /// The claimer's role.
    public var role: Role
    /// The claimer's identifier.
    public var person: PersonID

    /// Makes a membership.
    public init(circle: CircleID, role: Role, person: PersonID) {
        self.circle = circle
        self.role = role
        self.person = person
    }
}

extension LocalDevice {
    /// Asks the relay once whether the inviter has confirmed; if so opens the confirmation and joins the circle.
    ///
    /// - Returns: the membership, nil while the inviter has not confirmed.
    /// - Throws: ``PairingError/confirmationUnreadable``, then the invite is cancelled;
    ///   ``DeviceError/refused(_:retryAfter:)`` when the person cannot be in the circle any more.
    public func checkJoinedCircle(_ id: InviteID) async throws(DeviceError) -> JoinedCircle? {
        guard profile.claims.contains(where: { $0.inviteID == id }) else { return try await finishedElsewhere(id) }
        switch try await status(of: id) {
        case .active, .linked: throw .pairing(.outOfTurn)
        case .open, .mailed, .claimed, .answered, .confirmed(nil, _): return nil
        case .confirmed(let box?, let parcels):
            guard case .joined(let circle, let role, let person) = try await acknowledge(id, box, parcels) else {
                throw .pairing(.outOfTurn)
            }
            return try finishJoining(id, JoinedCircle(circle: circle, role: role, person: person))
        case .joined(let circle, let role, let person):
            return try finishJoining(id, JoinedCircle(circle: circle, role: role, person: person))
        case .ended(let end): throw try forget(id, .ended(end))
        }
    }

    /// Waits until the inviter has confirmed, and joins the circle; ``learnKeys(of:)`` then tells the person's other devices.
    public func awaitJoinedCircle(_ id: InviteID, pause: Pause) async throws(DeviceError) -> JoinedCircle {
        while true {
            if let joined = try await checkJoinedCircle(id) { return joined }
            try await rest(pause)
        }
    }

    /// Asks the relay once whether the claimer, whose digits were typed here, is in the circle.
    ///
    /// - Returns: the membership, nil while the claimer has not opened the confirmation.
    /// - Throws: ``PairingError/memberRenamed`` when the relay names a person who was in the circle before.
    public func checkAdmitted(_ id: InviteID) async throws(DeviceError) -> JoinedCircle? {
        guard profile.invite(id) != nil else { return try await finishedElsewhere(id) }
        switch try await status(of: id) {
        case .open, .mailed, .claimed, .active, .linked: throw .pairing(.outOfTurn)
        case .answered, .confirmed: return nil
        case .joined(let circle, let role, let person):
            let now = now
            return try update { profile in
                guard let invite = profile.invite(id) else {
                    guard profile.circle(circle)?.knows(person) == true else { throw PairingError.unknown }
                    return JoinedCircle(circle: circle, role: role, person: person)
                }
                let key = try invite.admitted(person, to: circle, at: now)
                profile.dropPairing(id)
                let relay = profile.relay
                // A person who was in the circle when the code was confirmed cannot have joined with it.
                guard profile.circle(circle)?.knows(person) != true else { throw PairingError.memberRenamed }
                _ = profile.changeCircle(circle) { $0.take(key.map { [$0] } ?? [], at: relay, now: now) }
                return JoinedCircle(circle: circle, role: role, person: person)
            }
        case .ended(let end): throw try forget(id, .ended(end))
        }
    }

    /// Waits until the claimer is in the circle; ``introduce(in:)`` then introduces them to the others.
    public func awaitAdmitted(_ id: InviteID, pause: Pause) async throws(DeviceError) -> JoinedCircle {
        while true {
            if let joined = try await checkAdmitted(id) { return joined }
            try await rest(pause)
        }
    }

    private func finishJoining(_ id: InviteID, _ place: JoinedCircle) throws(DeviceError) -> JoinedCircle {
        let now = now
        return try update { profile in
            guard let claim = profile.claims.first(where: { $0.inviteID == id }) else {
                guard profile.circle(place.circle) != nil else { throw PairingError.unknown }
                return place
            }
            let circle = try claim.joined(place.circle, as: place.role, person: place.person, at: now)
            profile.dropPairing(id)
            profile.circles.removeAll { $0.id == circle.id }
            profile.circles.append(circle)
            profile.leftCircles.removeAll { $0 == circle.id }
            return place
        }
    }

    /// Tells how an invite went on that another program with this profile, such as a listener, has brought to its end.
    ///
    /// - Throws: ``PairingError/unknown`` for an invite that is not in progress here and led to no circle.
    private func finishedElsewhere(_ id: InviteID) async throws(DeviceError) -> JoinedCircle {
        guard case .joined(let circle, let role, let person)? = try? await status(of: id),
            profile.circle(circle)?.knows(person) == true
        else { throw .pairing(.unknown) }
        return JoinedCircle(circle: circle, role: role, person: person)
    }
}
