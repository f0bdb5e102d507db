package import AlarmCore
package import AlarmWire
import Storage

/// What goes with a person, and what has to come to rest before they are answered.
package struct Departure: Sendable {
    /// The answer.
    package let receipt: DeletionReceipt
    /// Their pairs and circles.
    let circles: Set<CircleID>
    /// Their devices.
    let devices: Set<DeviceID>
}

extension Work {
    /// Removes everything that the caller's person gave, in this one transaction.
    ///
    /// Their pairs end for both sides, they leave their circles (a family gets another parent, a care circle ends with its
    /// dweller), every alarm from or to them ends, their documents and devices go with keys and tokens, and nothing that
    /// waits is sent any more. Contacts are not told. What others have to learn stays: that a pair has ended, and the bare
    /// states of the alarms that they shared.
    ///
    /// The answer is kept for no repeat: it would be something of theirs that is left. A repeat comes from a device that
    /// there is not any more.
    ///
    /// - Throws: the problems `unauthorized` when the device is gone, `jti-reused` for a name that another request had.
    package func deleteEverything(_ request: RequestName, by device: Device) throws -> Departure {
        guard let device = try transaction.device(request.device) else { throw Problem(.unauthorized) }
        guard try transaction.replay(of: request.device, jti: request.jti) == nil else { throw Problem(.jtiReused) }
        let person = device.person
        let own = CircleID(own: person)
        let devices = try transaction.devices(of: person)
        let pairs = try transaction.pairs(of: person).filter(\.isActive)
        let circles = try transaction.circles(of: person)
        let peers = try peers(of: person, pairs: pairs, circles: circles)
        var counts: [String: Int] = ["devices": devices.count, "pairs": pairs.count, "circles": circles.count]
        for document in try transaction.documents(of: person) where !PersonSection.areShown.contains(document.kind) {
            counts[PersonSection.name(of: document.kind), default: 0] += 1
        }

        for pair in pairs { _ = try revoke(pair.id, by: device) }
        try leaveAllCircles(as: device)
        for var row in try transaction.liveAlarms(of: person, limit: .max) where row.circle != own {
            try bidFarewell(row)
            try run(.revoke, on: &row)
            try transaction.supersedeAllDeliveries(of: row.key)
        }
        for peer in peers { try delete(ConsentBody.self, ConsentBody.id(of: peer, for: person)) }
        try forgetCounts(of: person, devices)
        for device in devices { try nudgeOthers(ofInvitesBy: device.id) }
        counts["alarms"] = try transaction.forget(person)

        ripple.ended.insert(own)
        ripple.departed.formUnion(devices.map(\.id))
        ripple.persons.remove(person)
        let removed = counts.filter { $0.value > 0 }.sorted { $0.key < $1.key }
            .map { DeletionReceipt.Count(kind: $0.key, count: $0.value) }
        return Departure(
            receipt: DeletionReceipt(deletedAt: now, removed: removed),
            circles: Set(pairs.map(\.id) + circles + [own]),
            devices: Set(devices.map(\.id))
        )
    }

    /// Forgets how often a person did what is limited by the hour.
    private func forgetCounts(of person: PersonID, _ devices: [Device]) throws {
        let care = ["changes", "invitations", "numbers", "signals"].map { "care/\($0)/\(person)" }
        for key in ["check-ins/\(person)"] + care + devices.map({ "reports/\($0.id)" }) {
            try transaction.setValue(nil, for: key)
        }
    }

    /// Everybody of whom a person is known through a pair or a circle.
    private func peers(of person: PersonID, pairs: [Pair], circles: [CircleID]) throws -> Set<PersonID> {
        var peers = Set(pairs.compactMap { $0.partner(of: person) })
        for circle in circles {
            peers.formUnion(try engine.roster(of: circle, in: transaction)?.members.map(\.person) ?? [])
        }
        peers.remove(person)
        return peers
    }

    /// Wakes those who wait for the next step of an invite that goes.
    private func nudgeOthers(ofInvitesBy device: DeviceID) throws {
        for invite in try transaction.liveInvites(of: device, at: now) {
            if let claimer = invite.claimer { try nudge(claimer) }
        }
    }
}

extension Engine {
    /// Waits until nothing is under way for or to a person who is gone, and removes what deleted rows left on the disk.
    ///
    /// Called after the transaction and before its answer: after the answer nothing starts, and what had started has ended
    /// or had ``Limits/drain`` to do so.
    package func settle(_ departure: Departure) async throws {
        await inFlight.drain(circles: departure.circles, devices: departure.devices, for: limits.drain, by: clock)
        try await store.scrub()
    }
}
