package import AlarmCore
package import AlarmWire
import Delivery
package import Storage

extension Work {
    /// Ends a pair at once (PA1 section 8).
    ///
    /// The pair becomes a tombstone, its alarms end, their words and replies are blanked, the edges are forgotten, and with
    /// them the push tokens of devices that no other pair uses. All in this one transaction.
    ///
    /// Ending it again changes nothing.
    ///
    /// - Throws: the problem `not-found` for a stranger.
    package func revoke(_ id: PairID, by device: Device) throws -> Answer {
        guard var pair = try transaction.pair(id), let partner = pair.partner(of: device.person) else {
            throw Problem(.notFound)
        }
        guard pair.isActive else { return Answer(status: 204, body: []) }
        pair.revoke(at: now)
        try transaction.update(pair)
        try transaction.deleteEdges(of: id)
        ripple.ended.insert(id)
        for var row in try transaction.liveAlarms(of: id, limit: .max) {
            try bidFarewell(row)
            try run(.revoke, on: &row)
            try transaction.supersedeAllDeliveries(of: row.key)
        }
        try transaction.blankContents(of: id)
        for person in [device.person, partner] {
            try forgetUnusedTokens(of: person)
            ripple.persons.insert(person)
        }
        return Answer(status: 204, body: [])
    }

    /// Prepares a last push to each phone that was told of an alarm, so that it does not ring what it has armed.
    ///
    /// No row is made of it: it must start before the revocation is answered or never, and the rows that it would need are
    /// the ones that go. A phone that it does not reach learns the same when it next asks.
    func bidFarewell(_ row: AlarmRow, to isConcerned: (DeviceID) -> Bool = { _ in true }) throws {
        for known in row.alarm.progress where (known.isInformed || known.isArmed) && isConcerned(known.device) {
            guard let device = try transaction.device(known.device), let token = device.token else { continue }
            let order = DeliveryOrder(
                id: DeliveryID(uuidV5: "farewell/\(known.device)", in: row.alarm.id),
                destination: .device(known.device),
                stage: .cancel,
                urgency: .active,
                epoch: row.alarm.epoch,
                revision: row.alarm.revision,
                due: row.alarm.due,
                deadline: max(row.alarm.base, now) + row.alarm.ttl,
                isLate: false
            )
            let content = PushContent(row: row, order: order)
            // A token that cannot be opened any more must not keep anybody from leaving.
            guard let farewell = try? engine.outgoing(content, order, to: token, of: device.id) else { continue }
            ripple.farewells.append(farewell)
        }
    }

    /// Forgets the push tokens of a person whom nothing can ring any more: without a pair, a circle and a check-in.
    func forgetUnusedTokens(of person: PersonID) throws {
        guard try !transaction.pairs(of: person).contains(where: \.isActive),
            try transaction.circles(of: person).isEmpty,
            try transaction.document(.watch, id: DocumentID(of: person)) == nil
        else { return }
        for var device in try transaction.devices(of: person) where device.token != nil {
            device.token = nil
            try transaction.update(device)
        }
    }
}

extension Engine {
    /// The pairs of a device's person.
    package func pairs(of device: Device, in snapshot: any Snapshot) throws -> PairList {
        PairList(
            pairs: try snapshot.pairs(of: device.person).map { pair in
                PairView(
                    id: pair.id,
                    state: pair.isActive ? .active : .ended,
                    since: pair.since,
                    partnerToken: pair.isActive
                        ? PartnerToken(bytes: try vault.partnerToken(of: pair.id, heldBy: device.person)) : nil
                )
            }
        )
    }

    /// Waits until no push of this pair is under way, and removes what the deleted rows left on the disk.
    ///
    /// Called after the transaction that ended the pair and before its answer: after the answer nothing starts, and what
    /// had started has ended or had ``Limits/drain`` to do so.
    package func settle(pair: PairID) async throws {
        await inFlight.drain(circle: pair, for: limits.drain, by: clock)
        try await store.scrub()
    }

    /// Waits until no push of this alarm is under way, at most ``Limits/drain``.
    package func settle(alarm: AlarmID) async throws {
        guard let key = try await read({ try $0.alarm(alarm)?.key }) else { return }
        await inFlight.drain(alarm: key, for: limits.drain, by: clock)
    }
}
