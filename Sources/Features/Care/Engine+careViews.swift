package import AlarmCore
package import AlarmWire
package import Engine
package import Storage
import Wording

extension Engine {
    /// The dweller's present settings.
    package func careSettings(of device: Device, in snapshot: any Snapshot) throws -> CareSettings {
        guard try careCircle(of: device.person, in: snapshot) != nil else {
            throw Problem(.notFound, detail: "you have no care circle of your own: make one first")
        }
        return try record(DwellerRecord.self, DocumentID(of: device.person), in: snapshot)?.body.settings
            ?? CareSettings()
    }

    /// One alert, for a person who may see it.
    ///
    /// - Throws: the problem `not-found` for anyone else.
    package func careAlert(
        _ id: DocumentID,
        for device: Device,
        at now: Instant,
        in snapshot: any Snapshot
    ) throws -> CareAlertView {
        guard let alert = try record(CareAlertRecord.self, id, in: snapshot), let circle = alert.circle,
            let roster = try roster(of: circle, in: snapshot),
            try maySee(alert, in: roster, device.person, at: now, in: snapshot)
        else { throw Problem(.notFound) }
        return try view(of: alert, in: roster, for: device, at: now, in: snapshot)
    }

    /// The alerts of a care circle that the caller may see, newest first: at most `limit`, from before `last`.
    ///
    /// - Throws: the problems `not-found` outside the circle, `not-allowed` for a member without the permission.
    package func careHistory(
        of circle: CircleID,
        before last: DocumentID? = nil,
        limit: Int = CareHistory.pageLimit,
        for device: Device,
        at now: Instant,
        in snapshot: any Snapshot
    ) throws -> CareHistory {
        let roster = try roster(of: circle, for: device.person, in: snapshot)
        guard roster.circle.kind == .care, let member = roster.member(device.person) else { throw Problem(.notFound) }
        guard member.permissions.contains(.history) else {
            throw Problem(.notAllowed, detail: "the dweller has not let you read the history: ask them")
        }
        func isVisible(_ alert: SealedRecord<CareAlertRecord>) throws -> Bool {
            try maySee(alert, in: roster, device.person, at: now, in: snapshot)
        }
        var position: DocumentPosition?
        if let last {
            guard let alert = try record(CareAlertRecord.self, last, in: snapshot), alert.circle == circle,
                try isVisible(alert)
            else { throw Problem(.malformed, detail: "before has to be an alert of this history: ask without one") }
            position = alert.place
        }
        // One more than the page holds shows whether another page follows.
        var older: [SealedRecord<CareAlertRecord>] = []
        while older.count <= limit {
            let batch = try records(
                CareAlertRecord.self,
                concerning: circle,
                before: position,
                limit: limit + 1,
                in: snapshot
            )
            older += try batch.filter(isVisible)
            guard batch.count > limit else { break }
            position = batch.last?.place
        }
        let page = older.prefix(limit)
        return CareHistory(
            alerts: try page.map { try view(of: $0, in: roster, for: device, at: now, in: snapshot) },
            next: page.count < older.count ? page.last?.id : nil,
            notice: notice(for: device)
        )
    }

    /// An alert as the caller sees it, once ``maySee`` has allowed it.
    func view(
        of alert: SealedRecord<CareAlertRecord>,
        in roster: CircleRoster,
        for device: Device,
        at now: Instant,
        in snapshot: any Snapshot
    ) throws -> CareAlertView {
        let body = alert.body
        let state = try state(of: alert, at: now, in: snapshot)
        let permissions = roster.member(device.person)?.permissions ?? []
        return CareAlertView(
            id: alert.id,
            circle: roster.circle.id,
            kind: body.kind,
            reading: body.reading,
            state: state,
            held: body.held,
            at: body.at,
            due: body.due,
            telling: state == .alerting ? try telling(of: alert, in: roster, at: now, in: snapshot) : nil,
            audience: body.isOpen
                ? AlertAudience(for: body.kind, in: roster.members, at: now).tiers.joined().count : body.audience,
            place: permissions.contains(.place) ? body.place : nil,
            placeAt: permissions.contains(.place) && body.place != nil ? body.placeAt ?? body.at : nil,
            endedAt: body.endedAt,
            endedBy: body.endedName,
            resolvedAt: body.resolvedAt,
            resolvedBy: body.resolvedName,
            leftAt: body.leftAt,
            continues: body.continues,
            // The dweller's other members, and how they were reached, are for those who may read the history.
            told: body.told.filter { permissions.contains(.history) || $0.person == device.person },
            notes: body.notes.compactMap { note in
                note.sealed[device.person].map { CareNoteView(from: note.from, words: $0) }
            },
            notice: notice(for: device)
        )
    }

    /// Whether a person may see an alert.
    ///
    /// While the alert can still be cancelled before anyone is told, only the dweller sees it. Then those see it whom the
    /// dweller lets know of its kind, also while it counts down again, until somebody's word or a sign of life says that
    /// it is over; from then on only those of them who were told, who ended it, or who may read the history.
    func maySee(
        _ alert: SealedRecord<CareAlertRecord>,
        in roster: CircleRoster,
        _ person: PersonID,
        at now: Instant,
        in snapshot: any Snapshot
    ) throws -> Bool {
        guard let member = roster.member(person) else { return false }
        if member.role == .dweller { return true }
        guard member.permissions.contains(.alert(alert.body.kind)) else { return false }
        let wasTold = alert.body.told.contains { $0.person == person }
        switch try state(of: alert, at: now, in: snapshot) {
        case .counting: return wasTold || alert.body.restartedAt != nil
        case .alerting: return true
        case .held, .acknowledged, .cancelled, .unanswered, .ended:
            let isKnown = wasTold || alert.body.endedBy == person || member.permissions.contains(.history)
            return try isKnown || isUnresolved(alert, at: now, in: snapshot)
        }
    }

    /// Whether nothing says that an alert which a member answered, or nobody did, is over.
    private func isUnresolved(
        _ alert: SealedRecord<CareAlertRecord>,
        at now: Instant,
        in snapshot: any Snapshot
    ) throws -> Bool {
        guard alert.body.needsResolution else { return false }
        let watch = try record(DwellerRecord.self, DocumentID(of: alert.owner), in: snapshot)?.body
        return alert.body.isUnresolved(at: now, lastSign: watch?.lastSign)
    }

    /// The state of an alert; an open one is alerting once its policy has reached the members.
    func state(
        of alert: SealedRecord<CareAlertRecord>,
        at now: Instant,
        in snapshot: any Snapshot
    ) throws -> CareAlertView.State {
        guard alert.body.isOpen, let row = try snapshot.alarm(AlarmID(alert.id)) else { return alert.body.state }
        let first = firstAlert(of: row.alarm.preset, from: row.alarm.base)
        return first.map { $0 <= row.alarm.processedUntil } ?? false ? .alerting : .counting
    }

    /// How far the members have been told of an alert that is alerting.
    ///
    /// Whoever was told and can answer it no more does not count: nobody is to rely on them.
    private func telling(
        of alert: SealedRecord<CareAlertRecord>,
        in roster: CircleRoster,
        at now: Instant,
        in snapshot: any Snapshot
    ) throws -> CareAlertView.Telling {
        guard let row = try snapshot.alarm(AlarmID(alert.id)) else { return .underWay }
        let reached = alert.body.reached(in: roster)
        let ended: CareAlertView.Telling = reached.isEmpty ? .failed : .done
        guard !row.alarm.hasTakenAllSteps(kinds.policy(of: row.alarm.preset)) else { return ended }
        // Between two steps only those are being told who were told before: the next step tells them again.
        let audience = Set(AlertAudience(for: alert.body.kind, in: roster.members, at: now).tiers.joined())
        let isGoingOn = try !reached.isDisjoint(with: audience) || isUnderWay(row, to: audience, in: snapshot)
        return isGoingOn ? .underWay : ended
    }

    /// Whether a message that tells one of these people of an alert is on its way.
    private func isUnderWay(_ row: AlarmRow, to people: Set<PersonID>, in snapshot: any Snapshot) throws -> Bool {
        try snapshot.deliveries(of: row.key).contains { delivery in
            guard delivery.order.stage == .alert, delivery.state == .pending || delivery.state == .leased else {
                return false
            }
            return try person(at: delivery.order.destination, in: snapshot).map(people.contains) ?? false
        }
    }

    /// The time at which the policy first tells members, counted from `base`.
    func firstAlert(of preset: String, from base: Instant) -> Instant? {
        let policy = kinds.policy(of: preset)
        return policy.scheduledSteps(from: base).first { policy.steps[$0.step].stage == .alert }?.at
    }

    /// The notice that the relay is no medical device, which every answer about an alert must contain.
    func notice(for device: Device) -> String {
        Language(tag: device.locale).phrase(.commonNotMedical).text
    }

    /// The care circle in which a person is the dweller.
    func careCircle(of person: PersonID, in snapshot: any Snapshot) throws -> CircleRoster? {
        try rosters(of: person, in: snapshot).first { $0.circle.kind == .care && $0.dweller?.person == person }
    }

    /// The rules of the zone in which a dweller last was.
    func zone(of watch: DwellerRecord) -> ZoneRules {
        watch.timeZone.flatMap { zones.rules(for: $0) } ?? .utc
    }
}

extension Engine {
    /// The members of a care circle who are told of an alert at `now`, in tiers, the first to be told first.
    ///
    /// Without an alert record, the alert is about a dweller without activity.
    func audience(
        of alert: DocumentID?,
        in circle: CircleID,
        at now: Instant,
        _ snapshot: any Snapshot
    ) throws -> AlertAudience {
        let kind = try alert.flatMap { try record(CareAlertRecord.self, $0, in: snapshot)?.body.kind } ?? .inactivity
        return AlertAudience(for: kind, in: try roster(of: circle, in: snapshot)?.members ?? [], at: now)
    }
}
