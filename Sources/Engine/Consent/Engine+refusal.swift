package import AlarmCore
package import Storage

extension Engine {
    /// The consent that one person has given another.
    package func consent(
        of receiver: PersonID,
        for sender: PersonID,
        in snapshot: any Snapshot
    ) throws -> Consent {
        let id = ConsentBody.id(of: receiver, for: sender)
        return try record(ConsentBody.self, id, in: snapshot)?.body.consent ?? Consent()
    }

    /// The reason why `sender` may not ring `receiver` at `instant`; nil where they may.
    ///
    /// Hours are in the zone of the receiver's newest device, which has one of its own unless it is a server.
    package func refusal(
        by receiver: PersonID,
        of sender: PersonID,
        at instant: Instant,
        in snapshot: any Snapshot
    ) throws -> ConsentRules.Refusal? {
        guard sender != receiver else { return nil }
        let consent = try consent(of: receiver, for: sender, in: snapshot)
        guard !consent.isDefault else { return nil }
        return ConsentRules.refusal(of: consent, at: instant, in: try wallClock(of: receiver, in: snapshot))
    }

    /// Whether `sender` may ring `receiver`, as a question of the time alone.
    func consentCheck(
        of receiver: PersonID,
        for sender: PersonID,
        in snapshot: any Snapshot
    ) throws -> @Sendable (Instant) -> Bool {
        guard sender != receiver else { return { _ in true } }
        let consent = try consent(of: receiver, for: sender, in: snapshot)
        guard !consent.isDefault else { return { _ in true } }
        let zone = try wallClock(of: receiver, in: snapshot)
        return { ConsentRules.refusal(of: consent, at: $0, in: zone) == nil }
    }

    /// The name of the zone by whose clocks a person's hours count, that of their newest device that is no server; nil
    /// for a person without one.
    package func hoursZone(of person: PersonID, in snapshot: any Snapshot) throws -> String? {
        try snapshot.devices(of: person).last { !$0.platform.isServer }?.timeZone
    }

    private func wallClock(of person: PersonID, in snapshot: any Snapshot) throws -> ZoneRules {
        try hoursZone(of: person, in: snapshot).flatMap { zones.rules(for: $0) } ?? .utc
    }

    /// Whether an occurrence that has not begun would ring against its receiver's consent.
    ///
    /// A recurring alarm was accepted for its first time; later consent, and the receiver's zone, count for each
    /// occurrence.
    package func isUnwanted(_ row: AlarmRow, in snapshot: any Snapshot) throws -> Bool {
        guard row.sender != row.receiver, kinds.policy(of: row.alarm.preset).rings, row.alarm.base == row.alarm.due
        else { return false }
        switch row.alarm.state {
        case .scheduled, .armed, .blocked:
            return try refusal(by: row.receiver, of: row.sender, at: row.alarm.due, in: snapshot) != nil
        default: return false
        }
    }

    /// Whether the occurrence after the present one would ring against its receiver's consent, as things are.
    package func isNextUnwanted(_ row: AlarmRow, at next: Instant, in snapshot: any Snapshot) throws -> Bool {
        guard kinds.policy(of: row.alarm.preset).rings else { return false }
        return try refusal(by: row.receiver, of: row.sender, at: next, in: snapshot) != nil
    }
}

extension RelayTransaction {
    /// Whether an occurrence that has not begun would ring against its receiver's consent.
    func isUnwanted(_ row: AlarmRow) throws -> Bool { try engine.isUnwanted(row, in: transaction) }
}
