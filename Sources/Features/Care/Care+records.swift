import AlarmCore
import AlarmWire
import Engine
import Storage

/// Changes of an alert's record, made in the transaction in which the alert changes.
extension Care {
    /// Records how an alert ended, for an alarm that has ended, and returns the ending.
    @discardableResult
    func keepEnd(_ effects: [AlarmEffect], of row: AlarmRow) throws -> CareEnding? {
        guard row.alarm.state.isFinal else { return nil }
        var ending: CareEnding?
        var device: DeviceID?
        for case .record(let event) in effects {
            switch event.kind {
            case .acknowledged:
                let person = try event.device.flatMap { try transaction.device($0)?.person } ?? row.receiver
                ending = CareEnding(state: person == row.receiver ? .cancelled : .acknowledged, person: person)
                device = event.device
            case .cancelled, .declined: ending = CareEnding(state: .cancelled, person: row.receiver)
            case .missed: ending = CareEnding(state: .unanswered)
            case .revoked: ending = CareEnding(state: .ended)
            default: break
            }
        }
        guard let ending else { return nil }
        if var alert = try tx.record(CareAlertRecord.self, row.alert), alert.body.isOpen {
            alert.body.state = ending.state
            alert.body.endedAt = now
            alert.body.endedBy = ending.person
            if let person = ending.person {
                alert.body.endedName = try engine.name(of: person, in: row.circle, transaction)
            }
            try tx.put(alert)
            try wakeUntold(of: alert, in: row.circle)
            if ending.person != nil { try replaceNotices(byEndOf: alert, row, on: device) }
            if ending.state == .acknowledged { try recordCare(of: alert.body, about: row) }
            if ending.person == row.receiver { try noteAnswer(of: row.receiver, in: row.circle) }
        }
        return ending
    }

    /// Has the members look again, if they listen now, who may know of an alert and get no notice of what becomes of it:
    /// they were told neither of it nor that it begins again, and may have seen it all the same.
    func wakeUntold(of alert: SealedRecord<CareAlertRecord>, in circle: CircleID) throws {
        let members = try engine.roster(of: circle, in: transaction)?.members ?? []
        let knowing = members.filter { $0.role == .member && $0.permissions.contains(.alert(alert.body.kind)) }
        let told = alert.body.told.filter { $0.outcome == .sent }.map(\.person)
        let heard = try toldOfBeginning(before: alert, in: circle)
            .compactMap { try engine.person(at: $0, in: transaction) }
        tx.commitEffects.persons.formUnion(Set(knowing.map(\.person)).subtracting(told).subtracting(heard))
    }

    /// Records to whom an alert went, or that it could not.
    func recordNotified(_ delivery: DeliveryRow, to person: PersonID?, of row: AlarmRow) throws {
        guard let person, var alert = try tx.record(CareAlertRecord.self, row.alert),
            alert.body.told.count < CareTold.limit,
            let outcome = CareTold.Outcome(delivery.state)
        else { return }
        alert.body.told.append(
            CareTold(
                person: person,
                name: try engine.name(of: person, in: row.circle, transaction),
                means: try means(of: delivery.order.destination),
                at: delivery.finishedAt ?? now,
                outcome: outcome
            )
        )
        try tx.put(alert)
    }

    /// Takes back that an alert went to somebody, which did not arrive: what becomes of it is recorded anew.
    func forgetNotified(_ delivery: DeliveryRow, to person: PersonID?, of row: AlarmRow) throws {
        guard let person, var alert = try tx.record(CareAlertRecord.self, row.alert) else { return }
        let means = try means(of: delivery.order.destination)
        let known = alert.body.told.lastIndex { told in
            // A text message that was accepted twice is recorded with the first time.
            told.person == person && told.means == means && told.outcome == .sent
                && told.at <= delivery.finishedAt ?? now
        }
        guard let known else { return }
        alert.body.told.remove(at: known)
        try tx.put(alert)
    }

    private func means(of destination: Destination) throws -> CareTold.Means {
        let device = try destination.device.flatMap { try transaction.device($0) }
        return device?.platform.isServer == true ? .webhook : CareTold.Means(destination)
    }

    /// Records that a member looks after a dweller because of a reading.
    private func recordCare(of alert: CareAlertRecord, about row: AlarmRow) throws {
        guard alert.kind == .glucose, let value = alert.reading,
            let reading = try? GlucoseReading(milligramsPerDecilitre: value),
            var watch = try watch(over: row.receiver)
        else { return }
        watch.noteCare(of: reading, at: now)
        try save(watch, of: row.receiver, in: row.circle)
    }

    /// Records the question whether all is well, which may become an alert and stays in the history.
    func recordQuestion(of row: AlarmRow) throws {
        guard try tx.record(CareAlertRecord.self, row.alert) == nil,
            let roster = try engine.roster(of: row.circle, in: transaction)
        else { return }
        let watch = try watch(over: row.receiver)
        try save(
            record(
                of: CareAlertRecord(
                    kind: .inactivity,
                    at: row.alarm.base,
                    due: engine.firstAlert(of: row.alarm.preset, from: row.alarm.base),
                    place: watch?.place,
                    placeAt: watch?.placeAt,
                    audience: AlertAudience(for: .inactivity, in: roster.members, at: now).tiers.joined().count
                ),
                row.alert,
                row.receiver,
                in: row.circle
            )
        )
    }

    /// Begins the wait for the next activity; an answer by the dweller is an activity, one by a member is not.
    func resumeInactivityWatch(after row: AlarmRow, _ person: PersonID?) throws {
        guard var watch = try watch(over: row.receiver), watch.alarm == row.alarm.id else { return }
        watch.alarm = nil
        if person == row.receiver {
            watch.note(now)
            try follow(&watch, of: row.receiver, in: row.circle)
        }
        try save(watch, of: row.receiver, in: row.circle)
    }
}

/// How an alert ended.
struct CareEnding {
    var state: CareAlertView.State
    /// The person who ended it; nil where nobody did.
    var person: PersonID?
}

extension CareTold.Outcome {
    fileprivate init?(_ state: DeliveryRow.State) {
        switch state {
        case .accepted: self = .sent
        case .refused: self = .refused
        case .expired: self = .expired
        case .superseded, .pending, .leased: return nil
        }
    }
}

extension CareTold.Means {
    fileprivate init(_ destination: Destination) {
        switch destination {
        case .device: self = .push
        case .contact(_, .sms): self = .sms
        case .contact(_, .email): self = .email
        case .contact(_, .webhook): self = .webhook
        case .contact(_, .call): self = .call
        }
    }
}
