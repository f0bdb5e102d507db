import AlarmCore
import AlarmWire
import Engine
import Storage
import Wording

/// An alarm that tells a care circle's members about its dweller, who can cancel it before and after they are told.
///
/// The alert's record has the alarm's identifier and outlives the alarm. It shows the dweller and the members who was
/// told and who came.
protocol CareKind: AlarmKind {}

extension CareKind {
    // MARK: Receipts

    /// The dweller's answer cancels the alert; a member's means that they look after the dweller.
    ///
    /// A member's answer holds for the alert, and not only for the revision that rang: where the dweller has signalled it
    /// again since, the countdown is a new revision. One that was given long before that signal, and comes late, is not
    /// about it: the dweller has called because nobody was there.
    ///
    /// - Throws: the problem `not-found` for a person who may not know of the alert, `conflict` for a snooze, which
    ///   would leave somebody without help.
    func take(
        _ receipt: Receipt,
        of row: AlarmRow,
        from device: Device,
        in tx: RelayTransaction
    ) throws -> EngineResponse? {
        var row = row
        let answers = [.acknowledged, .completed].contains(receipt.report)
        let isOpen = !row.alarm.state.isFinal
        if row.receiver == device.person {
            if receipt.report == .snoozed {
                throw Problem(.conflict, detail: "an alert cannot be put off: cancel it if you are well")
            }
            guard answers || receipt.report == .dismissed else { return nil }
            if isOpen, receipt.revision == row.alarm.revision { try tx.run(.checkedIn(device.id), on: &row) }
        } else {
            guard let alert = try tx.record(CareAlertRecord.self, row.alert) else { throw Problem(.notFound) }
            try tx.care.requireMember(device, whoMaySee: alert, in: row.circle)
            // A member who swiped the notification away is not looking after the dweller.
            let isAboutIt = receipt.revision == row.alarm.revision || alert.body.mayBeAnswered(at: receipt.at)
            if answers, isOpen, isAboutIt { try tx.care.acknowledge(&row, by: device) }
        }
        try tx.recordSignOfLife(from: device.id)
        return EngineResponse(
            200,
            ReceiptAccepted(id: row.alarm.id, state: row.alarm.state, revision: row.alarm.revision)
        )
    }

    // MARK: Audiences

    /// The members who may know of the alert.
    func tiers(
        of audience: EscalationStep.Audience,
        receiver: PersonID,
        circle: CircleID,
        subject: DocumentID?,
        in tx: RelayTransaction
    ) throws -> [[AlarmContext.Addressee]] {
        audience == .members ? try tx.care.members(of: circle, knowing: subject) : []
    }

    /// A member who has left the circle is told nothing more, and only those who may still know, and have not switched
    /// alerts off, are told of the alert.
    func mayTell(_ context: DeliveryContext) throws -> Bool {
        let (row, snapshot) = (context.row, context.snapshot)
        guard let person = try context.person else { return true }
        guard context.order.stage == .alert else { return try snapshot.isMember(person, of: row.circle) }
        return try context.engine.audience(of: row.alert, in: row.circle, at: context.now, snapshot).tiers.joined()
            .contains(person)
    }

    /// Permissions that the dweller has withdrawn count at once.
    func isWithheld(_ row: AlarmRow, afterLosing permissions: Set<Permission>, in tx: RelayTransaction) throws -> Bool {
        let kind = try tx.record(CareAlertRecord.self, row.alert)?.body.kind ?? .inactivity
        return permissions.contains(.alert(kind))
    }

    /// A member who answered on a device need not also be told by telephone.
    var tellsWhoAnswered: Bool { false }

    // MARK: Messages

    /// Members are told what has happened; the dweller is told who helps, or how long they have to answer.
    func pushWords(for device: Device, in context: DeliveryContext) throws -> PushWords? {
        let (row, stage) = (context.row, context.order.stage)
        let alert = try context.record(CareAlertRecord.self, row.alert)
        if stage == .alert {
            return PushWords(
                PushText(
                    alert: alert?.kind ?? .inactivity,
                    personName: try context.receiverName ?? "",
                    formerHelper: try alert.flatMap { try formerHelper(before: $0, in: context) },
                    language: Language(tag: device.locale)
                )
            )
        }
        if stage == .alertEnded, let alert, let news = CareAftermath(of: context.order, about: row.alarm) {
            return try context.words(
                for: device,
                helper: news == .resolved ? alert.resolvedName : alert.endedName,
                kind: try kind(of: alert, for: device.person, in: context),
                text: news.text(forDweller: device.person == row.receiver)
            )
        }
        return try context.words(
            for: device,
            duration: stage == .areYouWell ? timeToAnswer(context) : nil,
            helper: alert?.state == .acknowledged ? alert?.endedName : nil,
            kind: try alert.flatMap { try kind(of: $0, for: device.person, in: context) },
            text: try text(at: stage, of: alert, in: context)
        )
    }

    /// The name of another text than the stage's own; nil for that.
    ///
    /// The dweller is not told that the circle is, or was, told where it is not: they may have to find help themselves.
    private func text(at stage: Stage, of alert: CareAlertRecord?, in context: DeliveryContext) throws -> String? {
        switch stage {
        case .alertEnded: alert.flatMap(ending(of:))
        case .countdown, .areYouWell: try mayTellSomebody(in: context) ? nil : "\(stage.rawValue).nobody"
        case .noAnswer: try mayAwaitSomebody(after: alert, in: context) ? nil : "\(stage.rawValue).nobody-told"
        default: nil
        }
    }

    /// Whether any member is told of the alert at present.
    private func mayTellSomebody(in context: DeliveryContext) throws -> Bool {
        let (row, snapshot) = (context.row, context.snapshot)
        return try !context.engine.audience(of: row.alert, in: row.circle, at: context.now, snapshot).isEmpty
    }

    /// Whether anybody was told of the alert who can still answer it.
    private func mayAwaitSomebody(after alert: CareAlertRecord?, in context: DeliveryContext) throws -> Bool {
        guard let alert, let roster = try context.engine.roster(of: context.row.circle, in: context.snapshot) else {
            return true
        }
        return !alert.reached(in: roster).isEmpty
    }

    /// The text to members that says how an alert ended; nil for an end by itself.
    private func ending(of alert: CareAlertRecord) -> String? {
        switch alert.state {
        case .acknowledged: "\(Stage.alertEnded.rawValue).acknowledged"
        case .cancelled: "\(Stage.alertEnded.rawValue).cancelled"
        default: nil
        }
    }

    /// The kind of an alert, for the dweller and the members whom they let know of it: several may be open at once, and
    /// whoever hears of one has to tell it from the others.
    private func kind(
        of alert: CareAlertRecord,
        for person: PersonID,
        in context: DeliveryContext
    ) throws -> CareSignal.Kind? {
        if person == context.row.receiver { return alert.kind }
        let member = try context.engine.roster(of: context.row.circle, in: context.snapshot)?.member(person)
        return member?.permissions.contains(.alert(alert.kind)) ?? false ? alert.kind : nil
    }

    /// The time that a dweller who is asked has until the policy's next step.
    private func timeToAnswer(_ context: DeliveryContext) -> Span {
        let (alarm, now) = (context.row.alarm, context.now)
        let next = context.engine.kinds.policy(of: alarm.preset).scheduledSteps(from: alarm.base).first { $0.at > now }?
            .at
        return max((next ?? now) - now, .zero)
    }

    /// A member is told by text message on their own telephone.
    func contactWords(
        for contact: SealedRecord<Contact>,
        _ links: ContactLinks,
        in context: DeliveryContext
    ) throws -> (any ContactWords)? {
        let (engine, row, snapshot) = (context.engine, context.row, context.snapshot)
        guard let alert = try context.record(CareAlertRecord.self, row.alert) else { return nil }
        let name = try context.receiverName ?? ""
        switch context.order.stage {
        case .alert:
            let member = try engine.roster(of: row.circle, in: snapshot)?.member(contact.owner)
            let watch = try context.record(DwellerRecord.self, DocumentID(of: row.receiver)) ?? DwellerRecord()
            let mayKnowPlace = member?.permissions.contains(.place) ?? false
            return CareAlert(
                personName: name,
                signal: alert.kind,
                at: alert.at,
                zone: engine.zone(of: watch),
                place: mayKnowPlace ? alert.place.map { LastPlace($0, at: alert.placeAt ?? alert.at) } : nil,
                isNext: alert.told.contains { $0.person != contact.owner },
                formerHelper: try formerHelper(before: alert, in: context)
            )
        case .alertEnded:
            let kind = try kind(of: alert, for: contact.owner, in: context)
            return CareEnded(personName: name, kind: kind, how: ending(of: alert, by: context))
        default: return nil
        }
    }

    /// The name of whoever had acknowledged the alert that begins again as this one; nil for any other.
    private func formerHelper(before alert: CareAlertRecord, in context: DeliveryContext) throws -> String? {
        try alert.continues.flatMap { try context.record(CareAlertRecord.self, $0)?.endedName }
    }

    /// What a text message says of an alert's end, or of what became of it afterwards.
    private func ending(of alert: CareAlertRecord, by context: DeliveryContext) -> CareEnded.Ending {
        switch CareAftermath(of: context.order, about: context.row.alarm) {
        case .resolved: .resolved(by: alert.resolvedName ?? "")
        case .left, .again: .left(by: alert.endedName ?? "")
        case nil: alert.state == .acknowledged ? .acknowledged(by: alert.endedName ?? "") : .cancelled
        }
    }

    /// The dweller's note on an alert, or, once it has ended, the note of the member who looks after the dweller.
    func memberWords(
        of row: AlarmRow,
        at stage: Stage?,
        for person: PersonID,
        by engine: Engine,
        in snapshot: any Snapshot
    ) throws -> MemberWords? {
        let stages: [Stage] = [.alert, .alertEnded, .acknowledged]
        guard let stage, stages.contains(stage),
            let alert = try engine.record(CareAlertRecord.self, row.alert, in: snapshot)
        else { return nil }
        let writer = stage == .alert ? alert.owner : alert.body.endedBy
        // Once the alert is over, or that member has left, what they said when they came says nothing any more.
        let isCurrent = try writer.map { try snapshot.isMember($0, of: row.circle) } ?? false
        guard stage == .alert || writer != alert.owner && alert.body.resolvedAt == nil && isCurrent else { return nil }
        // What the dweller said of an alert holds when it begins again.
        let continued = stage == .alert ? alert.body.continues : nil
        let former = try continued.flatMap { try engine.record(CareAlertRecord.self, $0, in: snapshot) }
        for told in [alert, former].compactMap(\.self) {
            guard let words = told.body.notes.first(where: { $0.from == writer })?.sealed[person] else { continue }
            return MemberWords(circle: row.circle, about: told.id, words: words)
        }
        return nil
    }

    // MARK: Effects

    /// The record keeps how the alert ended.
    func save(_ effects: [AlarmEffect], of row: AlarmRow, in tx: RelayTransaction) throws {
        try tx.care.keepEnd(effects, of: row)
    }

    /// The record keeps whom the alert reached, and whom it could not reach.
    var followedStages: Set<Stage> { [.alert] }

    func deliveryEnded(
        _ delivery: DeliveryRow,
        to person: PersonID?,
        of row: AlarmRow,
        in tx: RelayTransaction
    ) throws {
        try tx.care.recordNotified(delivery, to: person, of: row)
    }

    func deliveryReturned(
        _ delivery: DeliveryRow,
        to person: PersonID?,
        of row: AlarmRow,
        in tx: RelayTransaction
    ) throws {
        try tx.care.forgetNotified(delivery, to: person, of: row)
    }
}

/// An alert raised by a signal: it counts down on the dweller's devices, then the members are told.
struct CareAlertKind: CareKind {
    var policy: EscalationPolicy { .careAlert }
}
