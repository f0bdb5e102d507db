package import AlarmCore
package import AlarmWire
package import Engine
import Storage

/// What people let others do: mutes, pauses and hours.
package struct Consents: Feature {
    package let tx: RelayTransaction

    /// Sets the consent of the caller's person to another's alarms.
    ///
    /// Pending alarms that would ring against the new consent are cancelled in the caller's name, in this transaction;
    /// the sender's devices are told as of any cancellation, without the reason. A recurring alarm continues unless its
    /// sender is muted; its occurrences against the consent are skipped, and phones that have armed one give it up at once,
    /// until the consent allows it again. One that rings now, or was put off, against the consent is over for this
    /// time. Reminders that an earlier consent kept from ringing ring again where this one allows it.
    ///
    /// - Throws: the problem `not-found` for a person who shares no pair and no circle with the caller; `malformed` for
    ///   a pause of more than a year; `rate-limited` for more changes in an hour than
    ///   ``Limits/requestsPerHour``; those that mute or pause are not counted.
    package func set(
        for name: CircleID,
        to message: ConsentMessage,
        by device: Device
    ) throws -> EngineResponse {
        let sender = try engine.peer(name, of: device.person, in: transaction)
        var consent = message.consent
        if let end = consent.pausedUntil {
            guard end <= now + Consent.longestPause else {
                throw Problem(.malformed, detail: "a pause lasts 366 days at most", pointer: "/pausedUntil")
            }
            if end <= now { consent.pausedUntil = nil }
        }
        // Whoever wants peace gets it: only what lets ring again is counted.
        if !consent.isMuted, consent.pausedUntil == nil { try tx.countChange(of: "consent", by: device.person) }
        let id = ConsentBody.id(of: device.person, for: sender)
        try reconsider(alarmsFrom: [sender], to: device.person) {
            if consent.isDefault {
                try tx.delete(ConsentBody.self, id)
            } else {
                let body = ConsentBody(sender: sender, consent: consent)
                try tx.put(SealedRecord(id: id, owner: device.person, position: now.milliseconds, body: body))
            }
            for var row in try pendingAlarms(from: [sender], to: device.person)
            where try isEnded(
                from: sender,
                to: row.receiver,
                at: row.alarm.timeUnderWay(at: now) ?? row.alarm.due,
                recurs: row.alarm.schedule.recurs
            ) {
                try tx.run(.cancel(by: .receiver), on: &row)
                try tx.reminders.holdBack(row)
            }
        }
        try declineUnderWay(from: [sender], to: device.person)
        try tx.reminders.resume(from: sender, to: device.person)
        // A device of the sender that listens asks at once what rings again, or does not.
        tx.commitEffects.persons.insert(sender)
        return EngineResponse(200, try engine.answer(consent, of: device.person, to: sender, transaction))
    }

    /// Whether the receiver's consent ends an alarm that is next due at `due`.
    func isEnded(from sender: PersonID, to receiver: PersonID, at due: Instant, recurs: Bool) throws -> Bool {
        try engine.refusal(by: receiver, of: sender, at: due, in: transaction)?.ends(recurring: recurs) ?? false
    }

    /// Checks that `receiver` lets `sender` ring at `instant`.
    ///
    /// - Throws: the problem `conflict`, the same for a mute, a pause and hours, as which it is is private to the
    ///   receiver.
    func requireConsent(of receiver: PersonID, to sender: PersonID, at instant: Instant) throws {
        guard try engine.refusal(by: receiver, of: sender, at: instant, in: transaction) == nil else {
            throw Problem(
                .conflict,
                detail: """
                    the receiver takes no alarms of yours at that time: they have muted or paused you, or set hours in which \
                    you may ring; choose another time, or ask them
                    """,
                pointer: "/time"
            )
        }
    }

    /// Checks that `receiver` lets the creator of a reminder ring at `instant`, for somebody else who changes it.
    ///
    /// - Throws: the problem `conflict`, as ``requireConsent(of:to:at:)`` does.
    func requireConsent(of receiver: PersonID, toCreator creator: PersonID, at instant: Instant) throws {
        guard try engine.refusal(by: receiver, of: creator, at: instant, in: transaction) == nil else {
            throw Problem(
                .conflict,
                detail: """
                    the receiver takes no alarms at that time of the person who set this reminder: they have muted or \
                    paused that person, or set hours; choose another time, or set a reminder of your own
                    """,
                pointer: "/time"
            )
        }
    }
}
