import AlarmCore
import AlarmWire
import Storage

/// What becomes of an alert is written into its record in the transaction in which it does.
extension Work {
    /// Keeps what an alarm of a care circle has come to.
    func keepCare(_ effects: [AlarmEffect], of row: AlarmRow) throws {
        for case .record(let event) in effects where row.isInactivity {
            guard event.kind == .due || event.kind == .late else { continue }
            try keepQuestion(of: row)
        }
        guard row.alarm.state.isFinal else { return }
        var ending: (state: CareAlertView.State, person: PersonID?)?
        for case .record(let event) in effects {
            switch event.kind {
            case .acknowledged:
                let person = try event.device.flatMap { try transaction.device($0)?.person } ?? row.receiver
                ending = (person == row.receiver ? .cancelled : .acknowledged, person)
            case .cancelled, .declined: ending = (.cancelled, row.receiver)
            case .missed: ending = (.unanswered, nil)
            case .revoked: ending = (.ended, nil)
            default: break
            }
        }
        guard let ending else { return }
        if var alert = try record(CareAlertRecord.self, row.alert), alert.body.isOpen {
            alert.body.state = ending.state
            alert.body.endedAt = now
            alert.body.endedBy = ending.person
            if let person = ending.person {
                alert.body.endedName = try engine.name(of: person, in: row.circle, transaction)
            }
            try put(alert)
            if ending.state == .acknowledged { try keepCare(of: alert.body, about: row) }
        }
        if row.isInactivity, ending.state != .ended { try goOnWatching(after: row, ending.person) }
    }

    /// Keeps to whom an alert went, or that it could not.
    func keepTold(_ delivery: DeliveryRow, of row: AlarmRow) throws {
        guard row.isCare, delivery.order.stage == .alert,
            var alert = try record(CareAlertRecord.self, row.alert), alert.body.told.count < CareTold.limit,
            let outcome = CareTold.Outcome(delivery.state),
            let person = try engine.person(at: delivery.order.destination, in: transaction)
        else { return }
        alert.body.told.append(
            CareTold(
                person: person,
                name: try engine.name(of: person, in: row.circle, transaction),
                means: CareTold.Means(delivery.order.destination),
                at: delivery.finishedAt ?? now,
                outcome: outcome
            )
        )
        try put(alert)
    }

    /// Keeps that a member looks after a dweller because of a reading.
    private func keepCare(of alert: CareAlertRecord, about row: AlarmRow) throws {
        guard alert.kind == .glucose, let value = alert.reading,
            let reading = try? GlucoseReading(milligramsPerDecilitre: value),
            var watch = try watch(over: row.receiver)
        else { return }
        watch.noteCare(of: reading, at: now)
        try keep(watch, of: row.receiver, in: row.circle)
    }

    /// The question whether all is well is what becomes an alert, and stands in the history from then on.
    private func keepQuestion(of row: AlarmRow) throws {
        guard try record(CareAlertRecord.self, row.alert) == nil,
            let roster = try engine.roster(of: row.circle, in: transaction)
        else { return }
        let watch = try watch(over: row.receiver)
        try keep(
            record(
                of: CareAlertRecord(
                    kind: .inactivity,
                    at: row.alarm.base,
                    due: engine.firstAlert(of: row.alarm.preset, from: row.alarm.base),
                    place: watch?.place,
                    placeAt: watch?.placeAt,
                    audience: AlertAudience(for: .inactivity, in: roster.members).tiers.joined().count
                ),
                row.alert,
                row.receiver,
                in: row.circle
            )
        )
    }

    /// Begins to wait for the next activity; that the dweller answered is one, and that a member did is none.
    private func goOnWatching(after row: AlarmRow, _ person: PersonID?) throws {
        guard var watch = try watch(over: row.receiver), watch.alarm == row.alarm.id else { return }
        watch.alarm = nil
        if person == row.receiver {
            watch.note(now)
            try follow(&watch, of: row.receiver, in: row.circle)
        }
        try keep(watch, of: row.receiver, in: row.circle)
    }
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
        }
    }
}
