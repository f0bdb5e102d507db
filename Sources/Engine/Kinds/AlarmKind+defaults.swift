package import AlarmCore
package import AlarmWire
package import Storage

/// The default behaviour of a kind.
extension AlarmKind {
    package var isReplaceable: Bool { true }
    package var isNamed: Bool { true }
    package var isShown: Bool { true }
    package var outlivesMembership: Bool { false }

    /// The operator's policy with the nature of the kind's own; the built-in one where the operator has written none.
    package func effectivePolicy(among given: [String: EscalationPolicy]) -> EscalationPolicy {
        given[policy.name]?.with(nature: policy.nature) ?? policy
    }

    package func interval(of receiver: PersonID, in tx: RelayTransaction) throws -> Span? { nil }

    package func isArmed(by policy: EscalationPolicy) -> Bool { policy.rings }

    package func take(
        _ receipt: Receipt,
        of row: AlarmRow,
        from device: Device,
        in tx: RelayTransaction
    ) throws -> EngineResponse? {
        nil
    }

    package func limiting(_ receipt: Receipt, of row: AlarmRow, in tx: RelayTransaction) throws -> Receipt { receipt }

    /// Contacts only: those of the receiver who have agreed to be told, unless the alarm has a subject.
    package func tiers(
        of audience: EscalationStep.Audience,
        receiver: PersonID,
        circle: CircleID,
        subject: DocumentID?,
        in tx: RelayTransaction
    ) throws -> [[AlarmContext.Addressee]] {
        guard audience == .contacts, subject == nil else { return [] }
        return [try tx.contactDestinations(of: receiver).map { AlarmContext.Addressee($0) }]
    }

    package func mayTell(_ context: DeliveryContext) throws -> Bool { true }

    package func isWithheld(
        _ row: AlarmRow,
        afterLosing permissions: Set<Permission>,
        in tx: RelayTransaction
    ) throws -> Bool { false }

    package var tellsWhoAnswered: Bool { true }

    /// The catalogue's text for the stage and the preset.
    package func pushWords(for device: Device, in context: DeliveryContext) throws -> PushWords? {
        try context.words(for: device)
    }

    package func contactWords(
        for contact: SealedRecord<Contact>,
        _ links: ContactLinks,
        in context: DeliveryContext
    ) throws -> (any ContactWords)? { nil }

    package func moment(of stage: Stage, _ alarm: Alarm) -> Instant { alarm.promisedTime }

    package func memberWords(
        of row: AlarmRow,
        at stage: Stage?,
        for person: PersonID,
        by engine: Engine,
        in snapshot: any Snapshot
    ) throws -> MemberWords? { nil }

    package func clearWords(of row: AlarmRow, by engine: Engine, in snapshot: any Snapshot) throws -> ClearWords? {
        nil
    }

    package func subjectOutcome(
        of row: AlarmRow,
        by engine: Engine,
        in snapshot: any Snapshot
    ) throws -> SubjectOutcome? { nil }

    /// The alarm rings, unless its receiver's consent forbids it then.
    package func waking(_ row: AlarmRow, in tx: RelayTransaction) throws -> AlarmInput {
        try tx.isUnwanted(row) ? .decline : .wake
    }

    package func save(_ effects: [AlarmEffect], of row: AlarmRow, in tx: RelayTransaction) throws {}

    package func orders(_ stage: Stage) -> Bool { false }

    package var followedStages: Set<Stage> { [] }

    package func deliveryEnded(
        _ delivery: DeliveryRow,
        to person: PersonID?,
        of row: AlarmRow,
        in tx: RelayTransaction
    ) throws {}

    package func deliveryReturned(
        _ delivery: DeliveryRow,
        to person: PersonID?,
        of row: AlarmRow,
        in tx: RelayTransaction
    ) throws {}

    /// The receiver's contacts, where the alarm tells them.
    package func readAhead(deciding alarm: AlarmParties, _ ahead: inout ReadAhead) throws {
        guard alarm.subject == nil, ahead.engine.kinds.entry(of: alarm.preset).audiences.contains(.contacts) else {
            return
        }
        try ahead.add(contactsOf: alarm.receiver)
    }

    /// The receiver's name, which the catalogue's texts mention.
    package func readAhead(sending delivery: DeliveryRow, of row: AlarmRow, _ ahead: inout ReadAhead) throws {
        if ahead.wave == 2 { ahead.add(nameOf: row.receiver, in: row.circle) }
    }

    package func requireCancelling(_ row: AlarmRow) throws {}

    /// Such an alarm changes only with its subject.
    package func requireChanging(_ row: AlarmRow) throws {
        throw Problem(.conflict, detail: "this alarm speaks for something else: change that, and it follows")
    }

    package var recordsChanges: Bool { true }
}
