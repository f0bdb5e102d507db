package import AlarmCore
package import AlarmWire
package import Storage
package import Wording

/// One kind of alarm: everything in which its alarms differ from those of other kinds.
///
/// The engine stores, wakes and delivers every alarm in the same way, and asks the kind whatever depends on the alarm's
/// preset. Each kind lives in its subject's folder. The extension of this protocol describes the default behaviour.
package protocol AlarmKind: Sendable {
    // MARK: Policy

    /// The preset's name, the built-in policy, and the nature of the alarm.
    var policy: EscalationPolicy { get }
    /// Whether operators may write another policy for it.
    var isReplaceable: Bool { get }
    /// Whether the preset's name is shown to people and devices, which take an alarm without one for a partner alarm.
    var isNamed: Bool { get }

    /// Whether such an alarm is listed for its people; one that reaches nobody is not.
    var isShown: Bool { get }

    /// Whether such an alarm goes on in a circle that its sender or receiver has left: what it tells of has happened, and
    /// the others are still to hear of it.
    var outlivesMembership: Bool { get }

    /// The policy to follow where operators have written those in `given`.
    func effectivePolicy(among given: [String: EscalationPolicy]) -> EscalationPolicy
    /// The time from the receiver's last sign of life to the deadline that the alarm stands for; nil for one that is no
    /// deadline.
    ///
    /// Warnings in its first half are left out.
    func interval(of receiver: PersonID, in tx: RelayTransaction) throws -> Span?
    /// Whether a device of the receiver arms such an alarm, which follows `policy`.
    func isArmed(by policy: EscalationPolicy) -> Bool

    // MARK: Receipts

    /// Handles a receipt in the kind's own way.
    ///
    /// - Returns: the answer; nil, before anything was changed, for a receipt that is handled by default.
    func take(
        _ receipt: Receipt,
        of row: AlarmRow,
        from device: Device,
        in tx: RelayTransaction
    ) throws -> EngineResponse?
    /// The receipt within the kind's limits, for one that is handled by default and is about the present occurrence.
    func limiting(_ receipt: Receipt, of row: AlarmRow, in tx: RelayTransaction) throws -> Receipt

    // MARK: Audiences

    /// The present members of an audience of the policy, in tiers, the first to be told first.
    ///
    /// The receiver's and the sender's devices are found without it; of the receiver it names their own addresses.
    func tiers(
        of audience: EscalationStep.Audience,
        receiver: PersonID,
        circle: CircleID,
        subject: DocumentID?,
        in tx: RelayTransaction
    ) throws -> [[AlarmContext.Addressee]]
    /// Whether a delivery may still go to its destination.
    func mayTell(_ context: DeliveryContext) throws -> Bool
    /// Whether a member of the circle who has lost these permissions is no longer told of an alarm.
    func isWithheld(_ row: AlarmRow, afterLosing permissions: Set<Permission>, in tx: RelayTransaction) throws -> Bool
    /// Whether a person who answered on one of their devices is told at their other addresses that the alarm is over.
    var tellsWhoAnswered: Bool { get }

    // MARK: Messages

    /// The text of a notification on a device; nil where the app has the text.
    func pushWords(for device: Device, in context: DeliveryContext) throws -> PushWords?
    /// The message to somebody without the app; nil where there is nothing to say.
    func contactWords(
        for contact: SealedRecord<Contact>,
        _ links: ContactLinks,
        in context: DeliveryContext
    ) throws -> (any ContactWords)?
    /// The moment that a message to somebody without the app names.
    func moment(of stage: Stage, _ alarm: Alarm) -> Instant
    /// A circle member's sealed message to a person about the alarm, or about a notice at a stage.
    func memberWords(
        of row: AlarmRow,
        at stage: Stage?,
        for person: PersonID,
        by engine: Engine,
        in snapshot: any Snapshot
    ) throws -> MemberWords?
    /// The title in clear of what the alarm is about; nil unless its people let the relay read it.
    func clearWords(of row: AlarmRow, by engine: Engine, in snapshot: any Snapshot) throws -> ClearWords?

    /// Whether what an alarm is about was done; nil for an alarm without such a subject, and once that is deleted.
    func subjectOutcome(of row: AlarmRow, by engine: Engine, in snapshot: any Snapshot) throws -> SubjectOutcome?

    // MARK: Effects

    /// The input to an alarm whose time has come.
    func waking(_ row: AlarmRow, in tx: RelayTransaction) throws -> AlarmInput
    /// Stores the consequences of an alarm's effects, in the same transaction.
    func save(_ effects: [AlarmEffect], of row: AlarmRow, in tx: RelayTransaction) throws
    /// Whether the kind orders what a step of this stage says by itself, once it is known to be true.
    func orders(_ stage: Stage) -> Bool
    /// The stages whose delivery results the kind wants to know.
    var followedStages: Set<Stage> { get }
    /// Handles the end of a delivery of one of its ``followedStages`` to a person, nil where nobody is known any more.
    func deliveryEnded(_ delivery: DeliveryRow, to person: PersonID?, of row: AlarmRow, in tx: RelayTransaction) throws
    /// Handles that a delivery of one of its ``followedStages``, which had ended as accepted, did not arrive after all.
    func deliveryReturned(
        _ delivery: DeliveryRow,
        to person: PersonID?,
        of row: AlarmRow,
        in tx: RelayTransaction
    ) throws

    // MARK: Reading ahead

    /// Names the rows that the kind reads when such an alarm decides, for a store that reads them together.
    ///
    /// Called once for each of ``ReadAhead/waves``. The devices of both people, the receiver's consent and the relay's
    /// absences are read without it. What it leaves out is read by itself, later.
    func readAhead(deciding alarm: AlarmParties, _ ahead: inout ReadAhead) throws
    /// Names the rows that the kind reads when a delivery is checked and rendered.
    ///
    /// Called for each of ``ReadAhead/waves`` but the first, which reads the delivery, the alarm, its pair, and the device
    /// or contact.
    func readAhead(sending delivery: DeliveryRow, of row: AlarmRow, _ ahead: inout ReadAhead) throws

    // MARK: Changes

    /// Refuses to let an alarm be cancelled by itself.
    func requireCancelling(_ row: AlarmRow) throws
    /// Refuses to let an alarm's time, message or repetition be changed by themselves.
    func requireChanging(_ row: AlarmRow) throws
    /// Whether a change of an alarm's time is entered in its record.
    var recordsChanges: Bool { get }
}

/// A message to somebody without the app, by e-mail and by text message.
package typealias ContactWords = Wording.Letter & TextMessage

/// Whether what an alarm is about was done.
package enum SubjectOutcome: Hashable, Sendable {
    /// It was done, for this occurrence of the alarm.
    case done(PastOccurrence)
    /// It was not done, or that was taken back.
    case open
}
