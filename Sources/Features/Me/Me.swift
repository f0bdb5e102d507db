package import AlarmCore
package import AlarmWire
package import Engine
import Storage

/// A person's deletion, and what to wait for before it is answered.
package struct PersonDeletion: Sendable {
    /// The answer.
    package let receipt: DeletionReceipt
    /// The person's former pairs and circles.
    package let circles: Set<CircleID>
    /// The person's former devices.
    package let devices: Set<DeviceID>
}

/// Everything about one person: here its deletion.
package struct Me: Feature {
    package let tx: RelayTransaction

    /// Deletes everything that the caller's person gave, in this one transaction.
    ///
    /// Their pairs end for both sides, they leave their circles (a family ends with its last parent, a care circle with
    /// its dweller), every alarm from or to them ends, their documents and devices are deleted with keys and tokens,
    /// and no pending delivery is sent. Contacts are not told. What others have to know stays: that a pair has ended,
    /// the bare states of shared alarms, and the notice to a family's parents that a reminder was just completed.
    ///
    /// The answer is not stored for a repeat, since it would be personal data. A repeat comes from a device that no
    /// longer exists.
    ///
    /// - Throws: the problems `unauthorized` when the device is gone, `jti-reused` for an identifier that another
    ///   request had.
    package func delete(_ request: RequestName) throws -> PersonDeletion {
        guard let device = try transaction.device(request.device) else { throw Problem(.unauthorized) }
        guard try transaction.replay(of: request.device, jti: request.jti) == nil else { throw Problem(.jtiReused) }
        return try delete(device.person, as: device)
    }

    /// Deletes everything that a person gave, as the operator asked for.
    ///
    /// - Throws: the problem `not-found` where nobody with a device has this identifier.
    package func delete(_ person: PersonID) throws -> PersonDeletion {
        guard let device = try transaction.devices(of: person).first else { throw Problem(.notFound) }
        return try delete(person, as: device)
    }

    private func delete(_ person: PersonID, as device: Device) throws -> PersonDeletion {
        let own = CircleID(own: person)
        let devices = try transaction.devices(of: person)
        let pairs = try transaction.pairs(of: person).filter(\.isActive)
        let circles = try transaction.circles(of: person)
        let peers = try peers(of: person, pairs: pairs, circles: circles)
        var counts: [String: Int] = ["devices": devices.count, "pairs": pairs.count, "circles": circles.count]
        for document in try transaction.documents(of: person) where !PersonSection.areShown.contains(document.kind) {
            counts[PersonSection.name(of: document.kind), default: 0] += 1
        }

        for pair in pairs { _ = try tx.pairing.revoke(pair.id, by: device) }
        try tx.circles.leaveAll(as: device)
        for var row in try transaction.liveAlarms(of: person, limit: .max)
        where row.circle != own && !tx.kinds[row.alarm.preset].outlivesMembership {
            try tx.queueFinalPush(row)
            try tx.run(.revoke, on: &row)
            try transaction.supersedeAllDeliveries(of: row.key)
        }
        for peer in peers { try tx.delete(ConsentBody.self, ConsentBody.id(of: peer, for: person)) }
        try forgetCounts(of: person, devices)
        for device in devices { try notifyOthers(ofInvitesBy: device.id) }
        counts["alarms"] = try transaction.forget(person)

        tx.commitEffects.ended.insert(own)
        tx.commitEffects.departed.formUnion(devices.map(\.id))
        tx.commitEffects.persons.remove(person)
        let removed = counts.filter { $0.value > 0 }.sorted { $0.key < $1.key }
            .map { DeletionReceipt.Count(kind: $0.key, count: $0.value) }
        return PersonDeletion(
            receipt: DeletionReceipt(deletedAt: now, removed: removed),
            circles: Set(pairs.map(\.id) + circles + [own]),
            devices: Set(devices.map(\.id))
        )
    }

    /// Deletes a person's counts for limits by the hour and by the day.
    private func forgetCounts(of person: PersonID, _ devices: [Device]) throws {
        for device in devices { try tx.noteConfirmed(device.id) }
        let care = ["changes", "invitations", "numbers", "signals"].map { "care/\($0)/\(person)" }
        for key in ["check-ins/\(person)", "invites/\(person)"] + care + devices.map({ "reports/\($0.id)" }) {
            try transaction.setValue(nil, for: key)
        }
    }

    /// Everyone who knows a person through a pair or a circle.
    private func peers(of person: PersonID, pairs: [Pair], circles: [CircleID]) throws -> Set<PersonID> {
        var peers = Set(pairs.compactMap { $0.partner(of: person) })
        for circle in circles {
            peers.formUnion(try engine.roster(of: circle, in: transaction)?.members.map(\.person) ?? [])
        }
        peers.remove(person)
        return peers
    }

    /// Wakes the other devices that wait for the next step of a deleted invite.
    private func notifyOthers(ofInvitesBy device: DeviceID) throws {
        for invite in try transaction.liveInvites(of: device, at: now) {
            if let claimer = invite.claimer { try tx.pairing.notify(claimer) }
        }
    }
}
