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
    /// Whoever looked after the dweller has left the circle, and the alert begins again.
    case again

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
    /// Tells the dweller, and the members who were told of an alert, or that it begins again, or who answered it, that
    /// somebody said that it is over.
    ///
    /// Whoever said so knows. Whoever has yet to hear how it stood before hears this instead.
    func tellResolved(_ alert: SealedRecord<CareAlertRecord>, in circle: CircleID, by device: Device) throws {
        try wakeUntold(of: alert, in: circle)
        let reached = alert.body.told.filter { $0.outcome == .sent }.map(\.person)
        let concerned = Set(reached + [alert.body.endedBy, alert.owner].compactMap(\.self))
        guard let roster = try engine.roster(of: circle, in: transaction) else { return }
        let people = try concerned.filter { person in
            try engine.maySee(alert, in: roster, person, at: now, in: transaction)
        }
        let replaced = try supersedeNotices(of: alarms(of: alert))
        let heard = try toldOfBeginning(before: alert, in: circle).filter { destination in
            let person = try engine.person(at: destination, in: transaction)
            return person.flatMap { roster.member($0) }?.permissions.contains(.alert(alert.body.kind)) ?? false
        }
        let knowing = replaced.union(heard)
        let waiting = try knowing.compactMap { try engine.person(at: $0, in: transaction) }
        for person in people.union(waiting).subtracting([device.person]).sorted() where roster.member(person) != nil {
            try tell(.resolved, of: alert, to: person, except: device.id, inPlaceOf: knowing)
        }
    }

    /// Begins alerts again that a former member looked after, since nobody does now, and tells the dweller and the
    /// others so.
    ///
    /// One that was acknowledged longer ago than ``CareLimits/settling``, or after which there was the activity that it
    /// missed, rings nobody again: the others are told that nobody has said that it is over.
    func resumeAlerts(leftBy person: PersonID, of circle: CircleID, by device: Device) throws {
        guard let roster = try engine.roster(of: circle, in: transaction), let dweller = roster.dweller?.person else {
            return
        }
        let lastSign = try watch(over: dweller)?.lastSign
        for alert in try tx.records(CareAlertRecord.self, concerning: circle)
        where alert.body.state == .acknowledged && alert.body.endedBy == person
            && alert.body.isUnresolved(at: now, lastSign: lastSign)
        {
            let ringing = try beginAgain(alert, in: roster)
            let audience = Set(try engine.audience(of: alert.id, in: circle, at: now, transaction).tiers.joined())
            let news: CareAftermath = ringing == nil ? .left : .again
            // Where nobody else is there to be told, the dweller has to find help.
            let ownNews = audience.isEmpty ? .left : news
            let replaced = try supersedeNotices(of: alarms(of: alert)) { order, alarm in
                // The same news of an earlier departure is not ordered twice.
                guard let person = try engine.person(at: order.destination, in: transaction) else { return false }
                let told: CareAftermath? = audience.contains(person) ? news : person == dweller ? ownNews : nil
                return told != nil && told != CareAftermath(of: order, about: alarm)
            }
            for member in audience.sorted() {
                try tell(news, of: alert, to: member, except: device.id, andThose: ringing ?? [], inPlaceOf: replaced)
            }
            try tell(ownNews, of: alert, to: dweller, except: device.id)
        }
    }

    /// Begins an alert again as another one, which tells the first members at once.
    ///
    /// An alarm that has ended stays so: a phone that knows its end would ring for it no more.
    ///
    /// - Returns: who is told of it at once; nil where it does not begin again.
    private func beginAgain(
        _ former: SealedRecord<CareAlertRecord>,
        in roster: CircleRoster
    ) throws -> Set<Destination>? {
        let kind = former.body.kind
        var watch = try watch(over: former.owner)
        let isActive = watch?.lastActivity.flatMap { last in former.body.endedAt.map { last > $0 } } ?? false
        guard let endedAt = former.body.endedAt, now - endedAt < CareLimits.settling,
            kind != .inactivity || !isActive, try openAlert(kind, of: roster.circle.id) == nil
        else { return nil }
        let now = now
        let id = engine.random.draw { AlarmID.timeOrdered(at: now, using: &$0) }
        var alert = CareAlertRecord(
            kind: kind,
            reading: former.body.reading,
            at: former.body.at,
            due: now,
            place: former.body.place,
            placeAt: former.body.placeAt,
            audience: AlertAudience(for: kind, in: roster.members, at: now).tiers.joined().count
        )
        alert.continues = former.id
        var ended = former
        ended.body.leftAt = now
        try tx.put(ended)
        // Who acknowledged the reading looks after the dweller no more.
        if kind == .glucose, watch?.glucoseCare != nil {
            watch?.glucoseCare = nil
            if let watch { try save(watch, of: former.owner, in: roster.circle.id) }
        }
        let record = record(of: alert, DocumentID(of: id), former.owner, in: roster.circle.id)
        try save(record)
        let row = try tx.begin(
            PresetAlarm(
                id: id,
                kind: CareAlertKind(),
                sender: former.owner,
                receiver: former.owner,
                circle: roster.circle.id,
                due: now,
                subject: record.id
            )
        )
        return Set(try transaction.deliveries(of: row.key).map(\.order.destination))
    }

    /// Tells somebody on their devices, and by text message whom one has told of the alert, or was about to.
    private func tell(
        _ news: CareAftermath,
        of alert: SealedRecord<CareAlertRecord>,
        to person: PersonID,
        except device: DeviceID,
        andThose others: Set<Destination> = [],
        inPlaceOf replaced: Set<Destination> = []
    ) throws {
        tx.commitEffects.persons.insert(person)
        // The alarm of an old alert may be forgotten.
        guard let row = try transaction.alarm(AlarmID(alert.id)) else { return }
        var destinations = try tx.recipients(of: person).filter { $0.device != device }
            .map { Destination.device($0.device) }
        let number = Contact.ownPhone(of: person)
        let text = Destination.contact(ContactID(number), .sms)
        let wasTexted = alert.body.told.contains { $0.person == person && $0.means == .sms && $0.outcome == .sent }
        if wasTexted || replaced.contains(text), try tx.record(Contact.self, number)?.body.isTold(by: .sms) ?? false {
            destinations.append(text)
        }
        for destination in destinations where !others.contains(destination) {
            try tx.order(.alertEnded, of: row, to: destination, because: news.rawValue)
        }
    }
}
