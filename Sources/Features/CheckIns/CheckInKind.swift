import AlarmCore
import AlarmWire
import Engine
import Storage
import Wording

/// The deadline of a check-in: the person is warned, and their contacts are told when it passes without a check-in.
///
/// The deadline belongs to the check-in plan: its alarm follows the plan, and only the plan ends or moves it.
struct CheckInKind: AlarmKind {
    /// The check-in policy that it follows.
    let plan: CheckInPlan.Kind

    init(_ plan: CheckInPlan.Kind) {
        self.plan = plan
    }

    var policy: EscalationPolicy { .checkIn(of: plan) }

    func interval(of receiver: PersonID, in tx: RelayTransaction) throws -> Span? {
        guard plan == .standard, let watch = try tx.checkIns.watch(of: receiver), let start = watch.start,
            let deadline = watch.deadline
        else { return nil }
        return deadline - start
    }

    /// Contacts who have agreed, unless one of them has reached the person; of the person, their own addresses, and their
    /// telephone for a call.
    func tiers(
        of audience: EscalationStep.Audience,
        receiver: PersonID,
        circle: CircleID,
        subject: DocumentID?,
        in tx: RelayTransaction
    ) throws -> [[AlarmContext.Addressee]] {
        switch audience {
        case .contacts where try tx.checkIns.isReached(receiver): []
        case .contacts: [try tx.contactDestinations(of: receiver).map { AlarmContext.Addressee($0) }]
        case .receiver:
            [
                try (tx.checkIns.ownAddresses(of: receiver) + [tx.checkIns.ownCall(of: receiver)].compactMap(\.self))
                    .map { AlarmContext.Addressee($0) }
            ]
        case .sender, .members, .parents: []
        }
    }

    /// Whether the contacts have been told is known only once a server has taken a message, or none has.
    func orders(_ stage: Stage) -> Bool { stage == .contactsTold }

    func save(_ effects: [AlarmEffect], of row: AlarmRow, in tx: RelayTransaction) throws {
        let isTime = effects.contains { effect in
            if case .deliver(let order) = effect { order.stage == .contactsTold } else { false }
        }
        if isTime { try tx.checkIns.account(for: row, isFirst: true) }
        if row.alarm.state == .missed { try tx.checkIns.keepTold(by: row) }
    }

    /// The person hears what became of each message to their contacts.
    var followedStages: Set<Stage> { [.alert] }

    func deliveryEnded(
        _ delivery: DeliveryRow,
        to person: PersonID?,
        of row: AlarmRow,
        in tx: RelayTransaction
    ) throws {
        try tx.checkIns.account(for: row)
    }

    func deliveryReturned(
        _ delivery: DeliveryRow,
        to person: PersonID?,
        of row: AlarmRow,
        in tx: RelayTransaction
    ) throws {
        var again = delivery
        again.state = .pending
        try tx.checkIns.account(for: row, asIf: again)
    }

    /// Nobody is written to once a contact has reached the person.
    ///
    /// An account of what became of the messages goes out only while it is true, and nobody has checked in. One that they
    /// cannot be sent does not go to the person's own address by the medium that they wait for: once it can go, so can
    /// they. Nor is it said that somebody has reached the person once there was a sign of life.
    func mayTell(_ context: DeliveryContext) throws -> Bool {
        let (row, stage) = (context.row, context.order.stage)
        guard stage == .alert || stage == .contactsTold || stage == .reached else { return true }
        let watch = try context.record(CheckInRecord.self, DocumentID(of: row.receiver))
        // A sign of life since then has taken the contact's word back.
        if stage == .reached { return watch?.reached != nil }
        let isReached = try watch?.isReached(after: row, context.snapshot.deliveries(of: row.key))
        guard isReached != true else { return false }
        guard stage == .contactsTold else { return true }
        guard !row.alarm.state.isFinal, context.order.epoch == row.alarm.epoch else { return false }
        let telling = try context.engine.telling(of: row, in: context.snapshot)
        if case .contact(_, let medium) = context.order.destination, telling.waitsOnly(for: medium) { return false }
        return telling.accounts.last { $0.order.destination == context.order.destination }
            .map { $0.order.id == context.order.id && telling.isCurrent($0, of: row) } ?? false
    }

    /// The time that was set, whatever moved the telling of the contacts since.
    ///
    /// A deadline of the gentle kind is when the contacts are told, not when the person was reminded.
    func moment(of stage: Stage, _ alarm: Alarm) -> Instant {
        stage == .alert ? alarm.due + plan.wait : alarm.due
    }

    /// Takes an answer as one to the plan: an acknowledgement checks in, a snooze snoozes the plan.
    ///
    /// A check-in counts even from a notification of an earlier revision, and after the contacts were told; a snooze
    /// lasts the plan's 24 h. Dismissing a notification is no check-in.
    ///
    /// - Throws: what a check-in and a snooze throw; the problem `not-found` for another person's alarm.
    func take(
        _ receipt: Receipt,
        of row: AlarmRow,
        from device: Device,
        in tx: RelayTransaction
    ) throws -> EngineResponse? {
        guard row.receiver == device.person else { throw Problem(.notFound) }
        let id = row.alarm.id
        let watch = try tx.checkIns.watch(of: device.person)
        switch receipt.report {
        case .received, .armed, .ringing: return nil
        case .dismissed: break
        case .acknowledged, .completed:
            if watch?.concerns(id) ?? false {
                try tx.checkIns.checkIn(answering: device)
            }
        case .snoozed:
            // A repeat is about an earlier revision.
            if watch?.alarm == id, receipt.revision == row.alarm.revision { _ = try tx.checkIns.snooze(by: device) }
        }
        try tx.recordSignOfLife(from: device.id)
        let after = try tx.transaction.alarm(id)?.alarm ?? row.alarm
        let accepted = ReceiptAccepted(
            id: id,
            state: after.state,
            revision: after.revision,
            snoozedUntil: receipt.report == .snoozed && !after.state.isFinal ? after.base : nil
        )
        return EngineResponse(200, accepted)
    }

    /// A cancelled alarm would return with the next change of the plan.
    func requireCancelling(_ row: AlarmRow) throws {
        guard !row.alarm.state.isFinal else { return }
        throw Problem(
            .conflict,
            detail: "this alarm stands for a check-in that is due: check in, pause the plan, or turn it off"
        )
    }

    /// A check-in reminder states how long ago the last check-in was.
    ///
    /// Warning and reminder say where nobody would be told, and an account whether the contacts were.
    func pushWords(for device: Device, in context: DeliveryContext) throws -> PushWords? {
        let text = try text(in: context.engine.zones.rules(for: device.timeZone) ?? .utc, context)
        return PushWords(
            PushText(
                stage: context.order.stage.rawValue,
                policy: text.variant,
                language: Language(tag: device.locale),
                values: text.values
            )
        )
    }

    /// Which text the person gets at a stage, and what it mentions.
    private func text(
        in zone: ZoneRules,
        _ context: DeliveryContext
    ) throws -> (variant: String, values: [Placeholder: TextValue]) {
        let (row, now) = (context.row, context.now)
        let watch = try context.record(CheckInRecord.self, DocumentID(of: row.receiver))
        var variant: String?
        var values: [Placeholder: TextValue] = [
            .time: .moment(row.alarm.due, in: zone), .duration: .span(max(row.alarm.base - now, .zero)),
        ]
        switch context.order.stage {
        case .checkInDue:
            // Until then a check-in keeps the contacts from being told.
            let isMoved = row.alarm.base > row.alarm.due
            if isMoved {
                values[.time] = .moment(row.alarm.base, in: zone)
                values[.former] = .moment(row.alarm.due, in: zone)
            }
            let told = try context.engine.reachableContacts(of: row.receiver, in: context.snapshot)
            let isInVain = told.reachable == 0
            variant = isMoved ? (isInVain ? "nobody-moved" : "moved") : isInVain ? "nobody" : nil
        case .checkInReminder:
            values[.duration] = .span(max(now - (watch?.lastCheckIn ?? watch?.start ?? now), .zero))
            let told = try context.engine.reachableContacts(of: row.receiver, in: context.snapshot)
            if told.reachable == 0 { variant = "nobody" }
        case .contactsTold:
            values[.time] = .moment(row.alarm.due + plan.wait, in: zone)
            let telling = try context.engine.telling(of: row, in: context.snapshot)
            let outcome = telling.outcome
            if outcome != .told { variant = telling.isUncertain ? "\(outcome.rawValue)-uncertain" : outcome.rawValue }
            let contacts = try context.engine.reachableContacts(of: row.receiver, in: context.snapshot)
            if outcome == .nobody, contacts.asked > 0 {
                variant = contacts.waiting.isEmpty ? "nobody-asked" : "nobody-waiting"
            } else if outcome == .nobody, !context.engine.gateways.contactChannels.canAsk {
                variant = "nobody-no-way"
            }
        case .reached:
            if let reached = watch?.reached { values[.helper] = .name(reached.name) }
        default: break
        }
        return (variant ?? row.alarm.preset, values)
    }

    /// Contacts are told that no check-in came, and later that the person is back or has asked for more time.
    func contactWords(
        for contact: SealedRecord<Contact>,
        _ links: ContactLinks,
        in context: DeliveryContext
    ) throws -> (any ContactWords)? {
        let (engine, row, order) = (context.engine, context.row, context.order)
        let person = try context.receiverName ?? ""
        let watch = try context.record(CheckInRecord.self, DocumentID(of: row.receiver))
        switch order.stage {
        case .alert:
            guard let watch else { return nil }
            return engine.missedCheckIn(
                of: person,
                watch,
                card: try engine.cardInLetters(of: row.receiver, in: context.snapshot),
                place: try engine.lastPlace(of: row.receiver, in: context.snapshot),
                at: context.now,
                isSecond: try context.hasTold(contact.body, order.destination),
                isToldAgain: engine.kinds.policy(of: row.alarm.preset).tells(
                    after: context.now - row.alarm.base
                ),
                reachedURL: links.reached,
                unsubscribeURL: links.unsubscribe
            )
        case .reached where contact.isNamed:
            guard let reached = watch?.reached else { return nil }
            return PersonReached(personName: person, contactName: reached.name, unsubscribeURL: links.unsubscribe)
        case .checkInDue, .checkInReminder, .contactsTold, .reached:
            guard !contact.isNamed else { return nil }
            let text = try text(in: watch?.zone(in: engine) ?? .utc, context)
            return OwnWarning(
                stage: order.stage.rawValue,
                variant: text.variant,
                values: text.values,
                checkInURL: links.checkIn,
                unsubscribeURL: links.unsubscribe
            )
        case .allClear, .putOff:
            let isPutOff = order.stage == .putOff
            return AllClear(
                personName: person,
                signOfLife: isPutOff ? .putOff : .checkedIn,
                at: isPutOff ? context.orderedAt : watch?.lastCheckIn ?? context.orderedAt,
                zone: watch?.zone(in: engine) ?? .utc,
                unsubscribeURL: links.unsubscribe
            )
        default: return nil
        }
    }
}

extension Engine {
    /// The message to a contact about a person who had not checked in by `now`.
    func missedCheckIn(
        of person: String,
        _ watch: CheckInRecord,
        card: EmergencyCard?,
        place: (place: Place, at: Instant)?,
        at now: Instant,
        isSecond: Bool,
        isToldAgain: Bool,
        reachedURL: String,
        unsubscribeURL: String
    ) -> MissedCheckIn {
        MissedCheckIn(
            personName: person,
            since: (watch.lastCheckIn ?? watch.start).map { max(now - $0, .zero) } ?? .zero,
            lastCheckIn: watch.lastCheckIn,
            putOffAt: watch.putOffAt,
            zone: watch.zone(in: self),
            place: place.map { LastPlace($0.place, at: $0.at) },
            card: card.map(CardLines.init),
            isSecond: isSecond,
            isToldAgain: isToldAgain,
            reachedURL: reachedURL,
            unsubscribeURL: unsubscribeURL
        )
    }
}

extension EscalationPolicy {
    /// Whether a step that tells the contacts comes later than this after the deadline.
    func tells(after span: Span) -> Bool {
        scheduledSteps(from: Instant(milliseconds: 0)).contains { $0.offset > span && steps[$0.step].stage == .alert }
    }
}

extension CheckInRecord {
    /// The person's zone, in which contacts are told times; UTC where none is known.
    func zone(in engine: Engine) -> ZoneRules { timeZone.flatMap { engine.zones.rules(for: $0) } ?? .utc }
}

extension DeliveryContext {
    /// Whether a message of the same alarm was taken for the same contact before, at an address that they still have.
    fileprivate func hasTold(_ contact: Contact, _ destination: Destination) throws -> Bool {
        try snapshot.deliveries(of: row.key).contains {
            $0.order.stage == .alert && $0.order.destination.contact == destination.contact && $0.state == .accepted
                && $0.order.id != order.id && !$0.went(toFormerAddressOf: contact)
        }
    }
}
