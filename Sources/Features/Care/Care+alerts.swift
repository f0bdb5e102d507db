package import AlarmCore
package import AlarmWire
package import Engine
import Storage

extension Care {
    /// Cancels an alert for the dweller, by one tap on any of their devices.
    ///
    /// An alert that has ended stays as it is.
    ///
    /// - Throws: the problem `not-found` for anyone but its dweller.
    package func cancelAlert(_ id: DocumentID, by device: Device) throws -> EngineResponse {
        guard let alert = try tx.record(CareAlertRecord.self, id), alert.owner == device.person else {
            throw Problem(.notFound)
        }
        try tx.recordSignOfLife(from: device)
        if var row = try transaction.alarm(AlarmID(id)), !row.alarm.state.isFinal {
            try tx.run(.checkedIn(device.id), on: &row)
        }
        return try show(id, to: device)
    }

    /// Records that a member looks after the dweller, and tells everyone who was told of the alert.
    ///
    /// - Throws: the problems `not-found` for a person who may not know of the alert, `conflict` for the dweller.
    package func acknowledgeAlert(_ id: DocumentID, by device: Device) throws -> EngineResponse {
        guard let alert = try tx.record(CareAlertRecord.self, id), let circle = alert.circle else {
            throw Problem(.notFound)
        }
        if alert.owner == device.person {
            throw Problem(.conflict, detail: "this alert is about you: cancel it instead")
        }
        try requireMember(device, whoMaySee: alert, in: circle)
        if var row = try transaction.alarm(AlarmID(id)), !row.alarm.state.isFinal {
            try acknowledge(&row, by: device)
            // A listener beside the command is the same device, which no push silences.
            tx.commitEffects.persons.insert(device.person)
        }
        return try show(id, to: device)
    }

    /// Records that an alert is over, and tells the others: the dweller, or a member who may see it, says so.
    ///
    /// A repeat changes nothing.
    ///
    /// - Throws: the problems `not-found` for a person who may not see the alert, `conflict` for one that is open, or
    ///   that needs nobody's word.
    package func resolveAlert(_ id: DocumentID, by device: Device) throws -> EngineResponse {
        guard var alert = try tx.record(CareAlertRecord.self, id), let circle = alert.circle else {
            throw Problem(.notFound)
        }
        try requireMember(device, whoMaySee: alert, in: circle)
        guard alert.body.needsResolution else {
            throw Problem(.conflict, detail: alert.body.refusalToResolve)
        }
        if alert.body.resolvedAt == nil {
            alert.body.resolvedAt = now
            alert.body.resolvedName = try engine.name(of: device.person, in: circle, transaction)
            try tx.put(alert)
            try tellResolved(alert, in: circle, by: device)
        }
        if alert.owner == device.person { try noteAnswer(of: alert.owner, in: circle) }
        return try show(id, to: device)
    }

    /// Records a sign of life that is no activity: the dweller called for help, or answered.
    func noteAnswer(of dweller: PersonID, in circle: CircleID) throws {
        guard var watch = try watch(over: dweller) else { return }
        watch.noteAnswer(at: now)
        try save(watch, of: dweller, in: circle)
    }

    /// Stores a note on an alert by the dweller, or by a member who may know of it, sealed for each reader.
    ///
    /// It replaces the author's earlier note.
    ///
    /// - Throws: the problems `not-found` for anyone else, `quota-exceeded`.
    package func note(_ request: CareNoteRequest, on id: DocumentID, by device: Device) throws -> EngineResponse {
        guard var alert = try tx.record(CareAlertRecord.self, id), let circle = alert.circle else {
            throw Problem(.notFound)
        }
        try requireMember(device, whoMaySee: alert, in: circle)
        try count("notes", of: device.person, limit: engine.limits.requestsPerHour)
        let note = CareNoteRecord(from: device.person, sealed: request.sealed)
        if let index = alert.body.notes.firstIndex(where: { $0.from == device.person }) {
            alert.body.notes[index] = note
        } else {
            guard alert.body.notes.count < CareNoteRecord.limit else {
                throw Problem(.quotaExceeded, detail: "\(CareNoteRecord.limit) people have said something already")
            }
            alert.body.notes.append(note)
        }
        try tx.put(alert)
        return try show(id, to: device)
    }

    /// Acknowledges an alert for a member who looks after the dweller.
    func acknowledge(_ row: inout AlarmRow, by device: Device) throws {
        let report = AlarmReceipt(report: .acknowledged, device: device.id, revision: row.alarm.revision)
        try tx.run(.receipt(report), on: &row)
    }

    /// Refuses a person who may not know of an alert.
    func requireMember(
        _ device: Device,
        whoMaySee alert: SealedRecord<CareAlertRecord>,
        in circle: CircleID
    ) throws {
        guard let roster = try engine.roster(of: circle, in: transaction),
            try engine.maySee(alert, in: roster, device.person, at: now, in: transaction)
        else { throw Problem(.notFound) }
    }

    /// The devices of the members of a care circle who may know of an alert, and the number of those members.
    func members(of circle: CircleID, knowing alert: DocumentID?) throws -> [[AlarmContext.Addressee]] {
        try engine.audience(of: alert, in: circle, at: now, transaction).tiers.map { tier in
            try tier.flatMap { person in
                var addressees = try tx.recipients(of: person).map { AlarmContext.Addressee($0) }
                let id = Contact.ownPhone(of: person)
                guard let number = try tx.record(Contact.self, id)?.body else { return addressees }
                if number.isTold(by: .sms) { addressees.append(AlarmContext.Addressee(.contact(ContactID(id), .sms))) }
                // Where the relay makes no calls any more, none is ordered that would wait for a way.
                if number.isTold(by: .call), engine.gateways.contactChannels.calls != nil {
                    addressees.append(AlarmContext.Addressee(.contact(ContactID(id), .call)))
                }
                return addressees
            }
        }
    }

    /// Answers a person whose right to act was checked before the change.
    ///
    /// It is not checked again: what they did may end their right to see the alert, and must not fail for that.
    private func show(_ id: DocumentID, to device: Device) throws -> EngineResponse {
        guard let alert = try tx.record(CareAlertRecord.self, id), let circle = alert.circle,
            let roster = try engine.roster(of: circle, in: transaction), roster.member(device.person) != nil
        else { throw Problem(.notFound) }
        return EngineResponse(200, try engine.view(of: alert, in: roster, for: device, at: now, in: transaction))
    }
}
