package import AlarmCore
package import AlarmWire
package import Engine
package import Storage

extension Engine {
    /// The consent that a device's person has given to another, who is named by identifier or by their pair.
    ///
    /// - Throws: the problem `not-found` for a person who shares no pair and no circle with the caller.
    package func consent(
        for sender: CircleID,
        of device: Device,
        in snapshot: any Snapshot
    ) throws -> ConsentMessage {
        let sender = try peer(sender, of: device.person, in: snapshot)
        let consent = try consent(of: device.person, for: sender, in: snapshot)
        return try answer(consent, of: device.person, to: sender, snapshot)
    }

    /// A consent with what it leaves alone: whether alerts about the sender, a dweller, reach the person.
    func answer(
        _ consent: Consent,
        of person: PersonID,
        to sender: PersonID,
        _ snapshot: any Snapshot
    ) throws -> ConsentMessage {
        let now = clock.now()
        let isTold = try rosters(of: person, in: snapshot).contains { roster in
            roster.dweller?.person == sender
                && roster.member(person).flatMap { CareWatcher($0, at: now) }?.alerts.isEmpty == false
        }
        return ConsentMessage(consent, careAlerts: isTold ? true : nil)
    }

    /// The person behind a name: the partner of a pair, or a member of a shared circle.
    func peer(_ name: CircleID, of person: PersonID, in snapshot: any Snapshot) throws -> PersonID {
        if let pair = try snapshot.pair(name), pair.isActive, let partner = pair.partner(of: person) { return partner }
        let named = PersonID(high: name.high, low: name.low)
        guard named != person,
            try snapshot.circles(of: person).contains(where: { try snapshot.isMember(named, of: $0) })
        else { throw Problem(.notFound) }
        return named
    }
}
