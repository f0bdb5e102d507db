package import AlarmCore
package import AlarmWire
import Storage

extension Work {
    /// Sets what the caller's person lets somebody do.
    ///
    /// What is pending from them and would ring against it is cancelled in the caller's name, in this transaction; their
    /// device is told as with any cancellation, and of the reason nothing. An alarm that repeats goes on unless they are muted;
    /// of its times, those against it are passed over.
    ///
    /// - Throws: the problem `not-found` for who shares no pair and no circle with the caller; `malformed` for a pause that
    ///   is longer than a year.
    package func setConsent(
        for name: CircleID,
        to message: ConsentMessage,
        by device: Device
    ) throws -> Answer {
        let sender = try engine.peer(name, of: device.person, in: transaction)
        var consent = message.consent
        if let end = consent.pausedUntil {
            guard end <= now + Consent.longestPause else {
                throw Problem(.malformed, detail: "a pause lasts 366 days at most", pointer: "/pausedUntil")
            }
            if end <= now { consent.pausedUntil = nil }
        }
        let id = ConsentBody.id(of: device.person, for: sender)
        if consent.isUsual {
            try delete(ConsentBody.self, id)
        } else {
            let body = ConsentBody(sender: sender, consent: consent)
            try put(SealedRecord(id: id, owner: device.person, position: now.milliseconds, body: body))
        }
        for var row in try transaction.liveAlarms(of: device.person, limit: .max)
        where row.sender == sender && row.receiver == device.person {
            guard try isEnded(from: sender, to: row.receiver, at: row.alarm.due, recurs: row.alarm.schedule.recurs)
            else { continue }
            try run(.cancel(by: .receiver), on: &row)
        }
        return Answer(200, ConsentMessage(consent))
    }

    /// Whether an occurrence that has not begun would ring against what its receiver lets its sender do.
    ///
    /// One that repeats was taken for its first time; what is said since, and where the receiver is, counts for each time.
    func isUnwanted(_ row: AlarmRow) throws -> Bool {
        guard row.sender != row.receiver, engine.policies[row.alarm.preset]?.rings ?? true,
            row.alarm.base == row.alarm.due
        else { return false }
        switch row.alarm.state {
        case .scheduled, .armed, .blocked:
            return try engine.refusal(by: row.receiver, of: row.sender, at: row.alarm.due, in: transaction) != nil
        default: return false
        }
    }

    /// Whether nothing is to ring of an alarm that is next due at `due`, by what its receiver lets its sender do.
    func isEnded(from sender: PersonID, to receiver: PersonID, at due: Instant, recurs: Bool) throws -> Bool {
        try engine.refusal(by: receiver, of: sender, at: due, in: transaction)?.ends(recurring: recurs) ?? false
    }

    /// Checks that `receiver` lets `sender` ring at `instant`.
    ///
    /// - Throws: the problem `conflict`, which is the same for a mute, a pause and hours: why is the receiver's own business.
    func requireConsent(of receiver: PersonID, to sender: PersonID, at instant: Instant) throws {
        guard try engine.refusal(by: receiver, of: sender, at: instant, in: transaction) == nil else {
            throw Problem(
                .conflict,
                detail: "the receiver takes no alarms then: choose another time, or ask them",
                pointer: "/time"
            )
        }
    }
}
