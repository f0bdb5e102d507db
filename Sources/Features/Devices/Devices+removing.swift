package import AlarmCore
import AlarmWire
package import Engine
import Storage

extension Devices {
    /// Removes a device of the caller's person, the calling one included (PA1 section 2).
    ///
    /// In this one transaction its key and push token are deleted, its invites end, its pending deliveries are
    /// cancelled, and the person's alarms continue without it. A phone that may ring by itself gets a final push to
    /// disarm.
    ///
    /// - Throws: the problem `not-found` for another person's device; `conflict` for the last device of a person who
    ///   has pairs, whose partners would ring nobody, or check-ins and contacts, which nobody could turn off or delete
    ///   any more.
    package func remove(_ id: DeviceID, by device: Device) throws -> EngineResponse {
        guard let target = id == device.id ? device : try transaction.device(id), target.person == device.person else {
            throw Problem(.notFound)
        }
        let others = try transaction.devices(of: target.person).filter { $0.id != id }
        // Nobody can do anything with a server alone.
        let isLast = !target.platform.isServer && others.allSatisfy(\.platform.isServer)
        let pairs = try transaction.pairs(of: target.person).filter(\.isActive)
        let circles = try transaction.circles(of: target.person)
        guard !isLast || pairs.isEmpty && circles.isEmpty else {
            throw Problem(
                .conflict,
                detail: "this is your only device: end its pairs and leave its circles first, or link another one"
            )
        }
        guard try !isLast || !hasCheckIns(target.person) else {
            throw Problem(
                .conflict,
                detail: """
                    this is your only device, and nobody could check in, turn check-ins off or delete your contacts \
                    without it: delete everything, or link another device
                    """
            )
        }
        for var invite in try transaction.liveInvites(of: id, at: now) {
            try invite.cancel(by: id, at: now)
            try transaction.update(invite)
            if let claimer = invite.claimer { try tx.pairing.notify(claimer) }
        }
        for row in try transaction.liveAlarms(of: target.person, limit: .max) {
            if row.receiver == target.person { try tx.queueFinalPush(row) { $0 == id } }
            for var delivery in try transaction.deliveries(of: row.key)
            where delivery.order.destination == .device(id) && !delivery.state.isFinal {
                delivery.endLease(as: .superseded)
                try transaction.update(delivery)
            }
        }
        try tx.consents.followZone(of: target.person) {
            try transaction.delete(id)
            if isLast { try forgetServers(of: target.person) }
            try tx.reconsiderAlarms(ringingFor: target.person)
        }
        tx.commitEffects.departed.insert(id)
        tx.commitEffects.persons.insert(target.person)
        return EngineResponse(status: 204, body: [])
    }

    /// Deletes the servers of a person who has no device any more by which they could be removed.
    func forgetServers(of person: PersonID) throws {
        for server in try transaction.devices(of: person) where server.platform.isServer {
            try transaction.delete(server.id)
            tx.commitEffects.departed.insert(server.id)
        }
    }

    private func hasCheckIns(_ person: PersonID) throws -> Bool {
        try transaction.documents(of: person).contains { [.watch, .contact, .beat].contains($0.kind) }
    }
}
