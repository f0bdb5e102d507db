package import AlarmCore
package import AlarmWire
import Storage

extension Work {
    /// The dweller calls an alert off, by one tap on any of their devices.
    ///
    /// One that is over already stays as it is.
    ///
    /// - Throws: the problem `not-found` for everybody but its dweller.
    package func cancelAlert(_ id: DocumentID, by device: Device) throws -> Answer {
        guard let alert = try record(CareAlertRecord.self, id), alert.owner == device.person else {
            throw Problem(.notFound)
        }
        try hear(from: device.id)
        if var row = try transaction.alarm(AlarmID(id)), !row.alarm.state.isFinal {
            try run(.checkedIn(device.id), on: &row)
        }
        return try show(id, to: device)
    }

    /// A member looks after the dweller: nobody else has to any more, and everybody who was told hears it.
    ///
    /// - Throws: the problems `not-found` for who may not know of the alert, `conflict` for the dweller.
    package func acknowledgeAlert(_ id: DocumentID, by device: Device) throws -> Answer {
        guard let alert = try record(CareAlertRecord.self, id), let circle = alert.circle else {
            throw Problem(.notFound)
        }
        if alert.owner == device.person {
            throw Problem(.conflict, detail: "this alert is about you: cancel it instead")
        }
        try requireMember(device, whoMaySee: alert, in: circle)
        if var row = try transaction.alarm(AlarmID(id)), !row.alarm.state.isFinal {
            try acknowledge(&row, by: device)
        }
        return try show(id, to: device)
    }

    /// Keeps what the dweller, or a member who may know of an alert, says about it, sealed for each reader.
    ///
    /// It takes the place of what they said before.
    ///
    /// - Throws: the problems `not-found` for everybody else, `quota-exceeded`.
    package func note(_ request: CareNoteRequest, on id: DocumentID, by device: Device) throws -> Answer {
        guard var alert = try record(CareAlertRecord.self, id), let circle = alert.circle else {
            throw Problem(.notFound)
        }
        try requireMember(device, whoMaySee: alert, in: circle)
        try countCare("notes", of: device.person, limit: engine.limits.requestsPerHour)
        let note = CareNoteRecord(from: device.person, sealed: request.sealed)
        if let index = alert.body.notes.firstIndex(where: { $0.from == device.person }) {
            alert.body.notes[index] = note
        } else {
            guard alert.body.notes.count < CareNoteRecord.limit else {
                throw Problem(.quotaExceeded, detail: "\(CareNoteRecord.limit) people have said something already")
            }
            alert.body.notes.append(note)
        }
        try put(alert)
        return try show(id, to: device)
    }

    /// Takes a report about an alert of a care circle: from the dweller, or from a member who may know of it.
    ///
    /// - Returns: nil where it is a report like any other: about another alarm, or no more than a sign that it arrived.
    /// - Throws: the problem `not-found` for who may not know of the alert, `conflict` for a snooze, which would leave
    ///   somebody without help.
    func takeCare(_ receipt: Receipt, of id: AlarmID, from device: Device) throws -> Answer? {
        guard var row = try transaction.alarm(id), row.isCare else { return nil }
        let answers = [.acknowledged, .completed].contains(receipt.report)
        if row.receiver == device.person {
            if receipt.report == .snoozed {
                throw Problem(.conflict, detail: "an alert cannot be put off: cancel it if you are well")
            }
            guard answers || receipt.report == .dismissed else { return nil }
            if !row.alarm.state.isFinal, receipt.revision == row.alarm.revision {
                try run(.checkedIn(device.id), on: &row)
            }
        } else {
            guard let alert = try record(CareAlertRecord.self, row.alert) else { throw Problem(.notFound) }
            try requireMember(device, whoMaySee: alert, in: row.circle)
            // That a member swiped it away does not mean that anybody looks after the dweller.
            if answers, !row.alarm.state.isFinal, receipt.revision == row.alarm.revision {
                try acknowledge(&row, by: device)
            }
        }
        try hear(from: device.id)
        return Answer(200, ReceiptAccepted(id: id, state: row.alarm.state, revision: row.alarm.revision))
    }

    private func acknowledge(_ row: inout AlarmRow, by device: Device) throws {
        let report = AlarmReceipt(report: .acknowledged, device: device.id, revision: row.alarm.revision)
        try run(.receipt(report), on: &row)
    }

    private func requireMember(
        _ device: Device,
        whoMaySee alert: SealedRecord<CareAlertRecord>,
        in circle: CircleID
    ) throws {
        guard let roster = try engine.roster(of: circle, in: transaction),
            try engine.maySee(alert, in: roster, device.person, at: now, in: transaction)
        else { throw Problem(.notFound) }
    }

    private func show(_ id: DocumentID, to device: Device) throws -> Answer {
        Answer(200, try engine.careAlert(id, for: device, at: now, in: transaction))
    }
}
