import AlarmCore
import AlarmWire
import Engine
import Storage

/// What follows a missed deadline: the account that the person is given, contacts who agree late, and contacts who answer.
extension CheckIns {
    /// How long an account waits at most while messages are still being tried, since most are taken within seconds.
    ///
    /// 90 s from the deadline, and after an account that was given from the next change.
    private static let patience = Span.seconds(90)
    /// How long an account is worth delivering.
    ///
    /// 24 h.
    private static let worth = Span.hours(24)

    /// Tells the person what became of telling their contacts, where they were not told that last.
    ///
    /// `isFirst` says that the contacts were to be told just now; otherwise nothing is said that was not begun. `changed`
    /// is a delivery as it is about to be stored.
    func account(for row: AlarmRow, isFirst: Bool = false, asIf changed: DeliveryRow? = nil) throws {
        guard try !row.alarm.state.isFinal && !isReached(row.receiver) else { return }
        let telling = try engine.telling(of: row, asIf: changed, in: transaction)
        guard isFirst || !telling.accounts.isEmpty else { return }
        let devices = try tx.recipients(of: row.receiver).map { AlarmContext.Addressee($0) }
        let own = try ownAddresses(of: row.receiver).map { AlarmContext.Addressee($0) }
        for addressee in devices + own {
            let known = telling.accounts.filter { $0.order.destination == addressee.destination }
            if let last = known.last, telling.isCurrent(last, of: row), last.state != .superseded { continue }
            // News that replaces an account before it went out comes at its time: the patience does not begin anew.
            let promised = known.last.flatMap { $0.state.isFinal ? nil : max($0.notBefore, now) }
            let patient = min(promised ?? now + Self.patience, now + Self.patience)
            let order = DeliveryOrder(
                id: telling.name(of: row, known.count, addressee.destination),
                destination: addressee.destination,
                stage: .contactsTold,
                urgency: .critical.granted(addressee.allowsCritical),
                epoch: row.alarm.epoch,
                revision: row.alarm.revision,
                due: row.alarm.due,
                deadline: now + Self.worth,
                isLate: false
            )
            try transaction.insert(
                DeliveryRow(
                    order: order,
                    alarm: row.key,
                    circle: row.circle,
                    createdAt: now,
                    notBefore: telling.isWaiting ? patient : now
                )
            )
            tx.commitEffects.hasDeliveries = true
        }
    }

    /// Tells a contact of a deadline that passed before they agreed, unless they were told or the person is back or was
    /// reached.
    func tell(_ id: ContactID, by medium: Destination.Medium, of person: PersonID) throws {
        guard let watch = try watch(of: person), let row = try alarm(of: watch), !row.alarm.state.isFinal,
            let telling = row.telling, row.alarm.processedUntil >= telling
        else { return }
        let deliveries = try transaction.deliveries(of: row.key)
        guard !watch.isReached(after: row, deliveries) else { return }
        // Whoever has an address that was given since has been told nothing by letters to the former one.
        let contact = try tx.record(Contact.self, DocumentID(of: id))?.body
        let isTold = deliveries.contains { delivery in
            delivery.order.stage == .alert && delivery.order.destination.contact == id
                && !delivery.went(toFormerAddressOf: contact)
                && delivery.order.epoch == row.alarm.epoch
                && [.accepted, .pending, .leased].contains(delivery.state)
        }
        guard !isTold else { return }
        let next = tx.kinds.policy(of: row.alarm.preset).scheduledSteps(from: row.alarm.base).first {
            $0.at > now && tx.kinds.policy(of: row.alarm.preset).steps[$0.step].stage == .alert
        }
        let destination = Destination.contact(id, medium)
        let order = DeliveryOrder(
            id: DeliveryID(uuidV5: "late/\(row.alarm.epoch)/\(now.milliseconds)/\(destination)", in: row.alarm.id),
            destination: destination,
            stage: .alert,
            urgency: .timeSensitive,
            epoch: row.alarm.epoch,
            revision: row.alarm.revision,
            due: row.alarm.due,
            deadline: next?.at ?? now + Alarm.longestLetterWait,
            isLate: false
        )
        try transaction.insert(
            DeliveryRow(order: order, alarm: row.key, circle: row.circle, createdAt: now, notBefore: now)
        )
        tx.commitEffects.hasDeliveries = true
        try account(for: row)
    }

    /// Takes a contact's word that they have reached the person: nobody is written to about the deadline any more, and
    /// the person and the others who were told hear of it.
    ///
    /// It is no check-in: the alarm stays open, so that a check-in ends it however late. The first contact who says so
    /// counts; where the person is back, nothing is left to say.
    ///
    /// - Returns: whether the contact had been told of a deadline since which the person has given no sign of life.
    func takeReached(by contact: SealedRecord<Contact>) throws -> Bool {
        let (person, id) = (contact.owner, ContactID(contact.id))
        guard var watch = try watch(of: person) else { return false }
        let alarms = try (watch.told + [watch.alarm].compactMap(\.self)).compactMap { try transaction.alarm($0) }
        let open = try alarms.filter { row in
            try tx.unresolved(row).contains { $0.order.destination.contact == id }
        }
        guard !open.isEmpty else { return false }
        let deliveries = try open.flatMap { try transaction.deliveries(of: $0.key) }
        guard watch.reached(after: deliveries) == nil else { return true }
        // A clock that was set back since does not make the word older than the letter that it answers.
        let asked = deliveries.filter { $0.order.stage == .alert }.map(\.createdAt).max() ?? now
        watch.reached = CheckInTelling.Reached(name: contact.body.details.name, at: max(now, asked))
        try save(watch, of: person)
        guard let row = open.last else { return true }
        try tx.resolve(open.reversed(), as: .reached, orContact: id)
        for recipient in try tx.recipients(of: person) {
            try tx.order(.reached, of: row, to: .device(recipient.device))
        }
        for own in try ownAddresses(of: person) { try tx.order(.reached, of: row, to: own) }
        tx.commitEffects.persons.insert(person)
        return true
    }

    /// Whether a contact has said that they have reached a person since the deadline of their present alarm passed.
    func isReached(_ person: PersonID) throws -> Bool {
        guard let watch = try watch(of: person), let row = try alarm(of: watch) else { return false }
        return try watch.isReached(after: row, transaction.deliveries(of: row.key))
    }
}

extension DeliveryRow {
    /// Whether a message went to an address that its contact no longer has.
    func went(toFormerAddressOf contact: Contact?) -> Bool {
        guard let contact, case .contact(_, let medium) = order.destination else { return false }
        return contact.hasMoved(medium, since: createdAt)
    }
}
