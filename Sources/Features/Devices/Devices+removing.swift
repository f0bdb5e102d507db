package import AlarmCore
package import AlarmWire
package import Storage

extension Work {
    /// Removes a device of the caller's person, the calling one included (PA1 section 2).
    ///
    /// Its key and its push token go, its invites end, what waits for it is never sent, and the alarms for the person go on
    /// without it; all in this one transaction. A phone that may ring by itself gets a last push to let go.
    ///
    /// - Throws: the problem `not-found` for a device of somebody else; `conflict` for the last device of a person who has
    ///   pairs, whose partners would ring nobody, or check-ins and contacts, which nobody could turn off or delete any more.
    package func removeDevice(_ id: DeviceID, by device: Device) throws -> Answer {
        guard let target = try transaction.device(id), let caller = try transaction.device(device.id),
            target.person == caller.person
        else { throw Problem(.notFound) }
        let isLast = try transaction.devices(of: target.person).count == 1
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
            if let claimer = invite.claimer { try nudge(claimer) }
        }
        for row in try transaction.liveAlarms(of: target.person, limit: .max) {
            if row.receiver == target.person { try bidFarewell(row) { $0 == id } }
            for var delivery in try transaction.deliveries(of: row.key)
            where delivery.order.destination == .device(id) && !delivery.state.isFinal {
                delivery.endLease(as: .superseded)
                try transaction.update(delivery)
            }
        }
        try transaction.delete(id)
        try reconsiderAlarms(ringingFor: target.person)
        ripple.departed.insert(id)
        ripple.persons.insert(target.person)
        return Answer(status: 204, body: [])
    }

    private func hasCheckIns(_ person: PersonID) throws -> Bool {
        try transaction.documents(of: person).contains { [.watch, .contact, .beat].contains($0.kind) }
    }
}

extension Engine {
    /// The devices of a device's person, oldest first.
    package func devices(of device: Device, in snapshot: any Snapshot) throws -> DeviceList {
        DeviceList(
            devices: try snapshot.devices(of: device.person).map { other in
                DeviceView(
                    id: other.id,
                    isSelf: other.id == device.id,
                    platform: other.platform,
                    capabilities: other.capabilities,
                    since: other.since,
                    isReachable: other.isReachable
                )
            }
        )
    }

    /// Waits until no push to this device is under way, and removes what the deleted row left on the disk.
    ///
    /// Called after the transaction that removed the device and before its answer, as ``settle(pair:)`` is for a pair.
    package func settle(device: DeviceID) async throws {
        await inFlight.drain(device: device, for: limits.drain, by: clock)
        try await store.scrub()
    }
}
