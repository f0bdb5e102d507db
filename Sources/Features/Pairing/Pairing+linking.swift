import AlarmCore
import AlarmWire
import Engine
import Storage

extension Pairing {
    /// Checks, at every step of a claim, that a device may become what the claim is for (PA1 section 4).
    ///
    /// - Parameters:
    ///   - invite: the claimed invite.
    ///   - person: the person of the claimer's device; nil for a device that is just registering.
    /// - Returns: the inviter's device.
    /// - Throws: the problem `not-found` when the inviter's device is gone; `conflict` for a person who would pair with
    ///   themselves, for a device that has pairs, circles or alarms of its own, and for a person who cannot be in the
    ///   circle; `quota-exceeded` for one device too many.
    @discardableResult
    func requireJoinable(_ invite: Invite, claimer person: PersonID?) throws -> Device {
        guard let inviter = try transaction.device(invite.inviter) else { throw Problem(.notFound) }
        switch invite.purpose {
        case .partner:
            guard inviter.person != person else {
                throw Problem(
                    .conflict,
                    detail: "this code was made on another device of yours: enter it on your partner's device"
                )
            }
        case .device:
            // Another device of the same person joins for the pairs that it does not have yet.
            guard inviter.person != person else { return inviter }
            if let person { try requireNothingOf(person) }
            let limit = engine.limits.devicesPerPerson
            guard try transaction.devices(of: inviter.person).count < limit else {
                throw Problem(.quotaExceeded, detail: "a person may have \(limit) devices: remove one first")
            }
        case .family, .care: try tx.circles.admitting(person, by: invite, of: inviter.person)
        }
        return inviter
    }

    /// Moves the claimer's device to the inviter's person.
    ///
    /// The device's former person leaves nothing behind that anyone could miss: it had no pair and no alarm. The device
    /// learns the person's pending alarms when it synchronises; the relay pushes to it from the next step of each
    /// policy on.
    func link(_ device: Device, by invite: Invite) throws {
        let inviter = try requireJoinable(invite, claimer: device.person)
        guard inviter.person != device.person else { return }
        var joined = device
        joined.join(inviter.person)
        try tx.consents.followZone(of: inviter.person) {
            try transaction.update(joined)
            if try transaction.devices(of: device.person).allSatisfy(\.platform.isServer) {
                try tx.devices.forgetServers(of: device.person)
            }
            try tx.reconsiderAlarms(ringingFor: inviter.person)
        }
        tx.commitEffects.persons.insert(inviter.person)
        // Its streams belong to its former person.
        tx.commitEffects.departed.insert(device.id)
    }

    private func requireNothingOf(_ person: PersonID) throws {
        guard try !transaction.pairs(of: person).contains(where: \.isActive),
            try transaction.liveAlarms(of: person, limit: 1).isEmpty,
            try transaction.documents(of: person).isEmpty
        else {
            throw Problem(
                .conflict,
                detail: "this device has pairs or circles of its own: end them first, or link it the other way round"
            )
        }
    }
}
