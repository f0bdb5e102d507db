public import AlarmCore
import AlarmWire

extension LocalDevice {
    /// Asks the relay once whether the other device, whose digits were typed here, has been linked to this device's person.
    ///
    /// - Returns: the other device, nil while it has not opened the confirmation.
    /// - Throws: ``DeviceError/pairing(_:)``.
    public func checkLinked(_ id: InviteID) async throws(DeviceError) -> LinkedDevice? {
        guard profile.invite(id) != nil else { throw .pairing(.unknown) }
        switch try await status(of: id) {
        case .open, .mailed, .claimed, .active, .joined: throw .pairing(.outOfTurn)
        case .answered, .confirmed: return nil
        case .linked(let device):
            let now = now
            return try update { profile in
                guard let invite = profile.invite(id) else { throw PairingError.unknown }
                let linked = try invite.linked(device, at: now)
                profile.dropPairing(id)
                profile.linkedDevices.removeAll { $0.id == device }
                profile.linkedDevices.append(linked)
                return linked
            }
        case .ended(let end): throw try forget(id, .ended(end))
        }
    }

    /// Waits until the other device has been linked.
    ///
    /// - Parameters:
    ///   - id: the invite.
    ///   - pause: the wait between two requests.
    /// - Returns: the other device.
    /// - Throws: as ``checkLinked(_:)`` does, and ``DeviceError/cancelled`` when `pause` throws.
    public func awaitLinked(_ id: InviteID, pause: Pause) async throws(DeviceError) -> LinkedDevice {
        while true {
            if let device = try await checkLinked(id) { return device }
            try await rest(pause)
        }
    }

    /// Asks the relay once whether the device that shows the code has confirmed; if so adopts its parcels and joins its
    /// person.
    ///
    /// The next ``sync(fromScratch:)`` fetches the person's alarms.
    ///
    /// - Returns: the pairs that this device did not have before, nil while the other device has not confirmed.
    /// - Throws: ``PairingError/confirmationUnreadable``, then the invite is cancelled;
    ///   ``DeviceError/refused(_:retryAfter:)`` when this device has pairs of its own, or the person has too many
    ///   devices.
    public func checkJoined(_ id: InviteID) async throws(DeviceError) -> [KnownPair]? {
        guard profile.claims.contains(where: { $0.inviteID == id }) else { throw .pairing(.unknown) }
        switch try await status(of: id) {
        case .active, .joined: throw .pairing(.outOfTurn)
        case .open, .mailed, .claimed, .answered, .confirmed(nil, _): return nil
        case .confirmed(let box?, let parcels):
            guard case .linked(let device) = try await acknowledge(id, box, parcels) else {
                throw .pairing(.outOfTurn)
            }
            return try finishJoining(id, as: device)
        case .linked(let device): return try finishJoining(id, as: device)
        case .ended(let end): throw try forget(id, .ended(end))
        }
    }

    /// Waits until the device that shows the code has confirmed, and joins its person.
    ///
    /// - Parameters:
    ///   - id: the invite.
    ///   - pause: the wait between two requests; a second or two suits people.
    /// - Returns: the pairs that this device did not have before.
    /// - Throws: as ``checkJoined(_:)`` does, and ``DeviceError/cancelled`` when `pause` throws.
    public func awaitJoined(_ id: InviteID, pause: Pause) async throws(DeviceError) -> [KnownPair] {
        while true {
            if let pairs = try await checkJoined(id) { return pairs }
            try await rest(pause)
        }
    }

    private func finishJoining(_ id: InviteID, as device: DeviceID) throws(DeviceError) -> [KnownPair] {
        try update { profile in
            guard let claim = profile.claims.first(where: { $0.inviteID == id }) else { throw PairingError.unknown }
            guard device == profile.deviceID else { throw PairingError.outOfTurn }
            let handedOver = try claim.joined()
            profile.dropPairing(id)
            return profile.join(claim.partnerName, handedOver: handedOver, circles: claim.handedCircles)
        }
    }
}
