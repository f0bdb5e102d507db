import AlarmCore
import AlarmWire
import Engine
import Storage

/// What happened to an alert after a member had acknowledged it, which the others are told.
enum CareAftermath: String, CaseIterable {
    /// Somebody said that it is over.
    case resolved
    /// Whoever looked after the dweller has left the circle.
    case left

    /// The news that a notice tells; nil for the notice that the alert was answered or called off.
    init?(of order: DeliveryOrder, about alarm: Alarm) {
        let told = Self.allCases.first { news in
            DeliveryID(notice: .alertEnded, because: news.rawValue, of: alarm, to: order.destination) == order.id
        }
        guard let told else { return nil }
        self = told
    }

    /// The name of the text that tells it, to the dweller or to a member.
    func text(forDweller isOwn: Bool) -> String {
        "\(Stage.alertEnded.rawValue).\(rawValue)\(isOwn ? ".own" : "")"
    }
}

extension Care {
    /// Tells the dweller, and the members who were told of an alert or answered it, that somebody said that it is over.
    ///
    /// Whoever said so knows.
    func tellResolved(_ alert: SealedRecord<CareAlertRecord>, in circle: CircleID, by device: Device) throws {
        let reached = alert.body.told.filter { $0.outcome == .sent }.map(\.person)
        let concerned = Set(reached + [alert.body.endedBy, alert.owner].compactMap(\.self))
        guard let roster = try engine.roster(of: circle, in: transaction) else { return }
        let people = try concerned.subtracting([device.person]).filter { person in
            try engine.maySee(alert, in: roster, person, at: now, in: transaction)
        }
        try tell(.resolved, of: alert, to: people, except: device.id)
    }

    /// Tells the dweller, and the members who may know, of alerts that a former member looked after: nobody does now.
    ///
    /// The alert that was acknowledged rings nobody again; one of which somebody has said that it is over needs no one.
    func tellLeft(by person: PersonID, of circle: CircleID, by device: Device) throws {
        guard let dweller = try engine.roster(of: circle, in: transaction)?.dweller?.person else { return }
        let lastSign = try watch(over: dweller)?.lastSign
        for alert in try tx.records(CareAlertRecord.self, concerning: circle)
        where alert.body.state == .acknowledged && alert.body.endedBy == person
            && alert.body.isUnresolved(at: now, lastSign: lastSign)
        {
            let audience = try engine.audience(of: alert.id, in: circle, at: now, transaction).tiers.joined()
            try tell(.left, of: alert, to: Set(audience).union([dweller]), except: device.id)
        }
    }

    private func tell(
        _ news: CareAftermath,
        of alert: SealedRecord<CareAlertRecord>,
        to people: Set<PersonID>,
        except device: DeviceID
    ) throws {
        // The alarm of an old alert may be forgotten.
        guard let row = try transaction.alarm(AlarmID(alert.id)) else { return }
        for person in people.sorted() {
            for recipient in try tx.recipients(of: person) where recipient.device != device {
                try tx.order(.alertEnded, of: row, to: .device(recipient.device), because: news.rawValue)
            }
            tx.commitEffects.persons.insert(person)
        }
    }
}
