package import AlarmCore
import AlarmWire
import Storage
import Wording

extension Work {
    /// Plays the person's ladder through for their eyes alone, and tells them what their contacts would be sent.
    ///
    /// A rehearsal that is under way begins anew. Checking in ends it, as it would end the ladder.
    ///
    /// - Throws: the problem `rate-limited`; `conflict` where nothing is watched that could be rehearsed.
    package func rehearse(by device: Device) throws -> Answer {
        try countCheckIn(of: device.person)
        guard var watch = try watch(of: device.person) else {
            throw Problem(.conflict, detail: "there is no check-in plan yet: set one first")
        }
        guard let rehearsal = engine.rehearsals[Rehearsal.name(of: watch.settings.kind)] else {
            throw Problem(.internalError)
        }
        try endRehearsal(of: &watch)
        let row = try play(rehearsal.policy, for: device.person)
        watch.rehearsal = row.alarm.id
        try keep(watch, of: device.person)
        let begun = RehearsalBegun(
            id: row.alarm.id,
            state: row.alarm.state,
            letters: try engine.lettersRehearsed(of: device.person, watch, at: now, in: transaction)
        )
        return Answer(202, begun)
    }

    /// Proves to a person that notifications arrive on all their devices.
    ///
    /// - Throws: the problem `rate-limited`.
    package func testNotification(by device: Device) throws -> Answer {
        try countCheckIn(of: device.person)
        let row = try play(.test, for: device.person)
        return Answer(202, ReceiptAccepted(id: row.alarm.id, state: row.alarm.state, revision: row.alarm.revision))
    }

    /// Lets no more of a rehearsal be told.
    func endRehearsal(of watch: inout Watch) throws {
        if var row = try watch.rehearsal.flatMap({ try transaction.alarm($0) }), !row.alarm.state.isFinal {
            try run(.cancel(by: .sender), on: &row)
        }
        watch.rehearsal = nil
    }

    private func play(_ preset: EscalationPolicy, for person: PersonID) throws -> AlarmRow {
        try begin(
            Undertaking(
                preset: preset,
                sender: person,
                receiver: person,
                circle: CircleID(own: person),
                due: now,
                subject: DocumentID(of: person)
            )
        )
    }
}

extension Engine {
    /// What would be sent to every contact who has agreed, if the person's deadline passed.
    func lettersRehearsed(
        of person: PersonID,
        _ watch: Watch,
        at now: Instant,
        in snapshot: any Snapshot
    ) throws -> [RehearsalBegun.Letter] {
        let words = missedCheckIn(
            of: try name(of: person, in: CircleID(own: person), snapshot) ?? "",
            watch,
            place: try lastPlace(of: person, in: snapshot),
            at: max(watch.deadline ?? now, now),
            isSecond: false,
            // The contact's own link lets whoever has it speak for the contact.
            unsubscribeURL: "\(gateways.letters.origin ?? "https://relay.invalid")/…"
        )
        return try records(Contact.self, of: person, in: snapshot)
            .filter(\.isNamed)
            .flatMap { contact in
                let language = Language(tag: contact.body.details.language)
                let mail = words.mail(in: language)
                let short = words.sms(in: language).text
                return contact.body.media.filter(contact.body.isTold).map { medium in
                    RehearsalBegun.Letter(
                        contact: ContactID(contact.id),
                        name: contact.body.details.name,
                        medium: medium,
                        subject: medium == .email ? mail.subject : nil,
                        text: medium == .email ? mail.text : short
                    )
                }
            }
    }

    /// What a notification of a rehearsal says; nil for one that rehearses nothing.
    func rehearsalWords(
        for order: DeliveryOrder,
        of row: AlarmRow,
        in language: Language,
        _ snapshot: any Snapshot
    ) throws -> PushText? {
        guard let rehearsal = rehearsals[row.alarm.preset],
            let moment = order.offset.flatMap({ rehearsal.moment(at: $0) })
        else { return nil }
        if order.stage == .rehearsal, rehearsal.tellings(before: moment) > 0 {
            return PushText(rehearsedAgain: moment, language: language)
        }
        let watch = try record(Watch.self, DocumentID(of: row.receiver), in: snapshot)?.body
        let isReminder = order.stage == .checkInReminder
        let threshold = watch?.settings.threshold ?? CheckInLimits.usualThreshold
        return PushText(
            stage: order.stage.rawValue,
            policy: row.alarm.preset,
            language: language,
            values: [.duration: .span(isReminder ? threshold : -moment)]
        )
    }
}
