import AlarmCore
import AlarmWire
import Engine
import Storage
import Wording

/// A rehearsal of a check-in's policy, played within a minute and shown only to the person.
struct RehearsalKind: AlarmKind {
    /// The check-in policy that it rehearses.
    let plan: CheckInPlan.Kind

    init(_ plan: CheckInPlan.Kind) {
        self.plan = plan
    }

    var policy: EscalationPolicy { rehearsal(of: original.policy).policy }

    /// A rehearsal follows the policy that it rehearses.
    var isReplaceable: Bool { false }

    func effectivePolicy(among given: [String: EscalationPolicy]) -> EscalationPolicy {
        rehearsal(of: original.effectivePolicy(among: given)).policy
    }

    /// A warning that the person's threshold leaves out is not rehearsed, and nobody has set an alarm whose answer they
    /// await.
    ///
    /// Where no contact can be written to, none would be told a second time, and the person hears so once.
    func mayTell(_ context: DeliveryContext) throws -> Bool {
        if context.order.stage.answersSender { return false }
        if try isLeftOut(context) { return false }
        guard isAgain(context) else { return true }
        return try !reachesNobody(context)
    }

    /// Notifications to the person are real; where contacts would be told, the person is told so instead, and where none
    /// can be written to, that nobody would be.
    func pushWords(for device: Device, in context: DeliveryContext) throws -> PushWords? {
        let (row, order) = (context.row, context.order)
        guard let moment = moment(of: context) else { return try context.words(for: device) }
        let language = Language(tag: device.locale)
        if isAgain(context) { return PushWords(PushText(rehearsedAgain: moment, language: language)) }
        let watch = try context.record(CheckInRecord.self, DocumentID(of: row.receiver))
        let isReminder = order.stage == .checkInReminder
        let nobody = try reachesNobody(context) ? PushText.rehearsedForNobody(order.stage.rawValue) : nil
        let threshold = threshold(of: watch)
        return PushWords(
            PushText(
                stage: order.stage.rawValue,
                policy: nobody ?? row.alarm.preset,
                language: language,
                values: [.duration: .span(isReminder ? threshold + moment : -moment)]
            )
        )
    }

    private var original: CheckInKind { CheckInKind(plan) }

    /// The original offset from due of the step that a notification rehearses; nil where it rehearses none.
    private func moment(of context: DeliveryContext) -> Span? {
        context.order.offset.flatMap { rehearsal(in: context).moment(at: $0) }
    }

    /// Whether a notification stands for a warning that is not given after so short a threshold.
    private func isLeftOut(_ context: DeliveryContext) throws -> Bool {
        guard context.order.stage == .checkInDue, let moment = moment(of: context) else { return false }
        let watch = try context.record(CheckInRecord.self, DocumentID(of: context.row.receiver))
        let policy = context.engine.kinds.policy(of: original.policy.name)
        return !policy.warnings(within: threshold(of: watch)).contains { $0.offset == moment }
    }

    private func threshold(of watch: CheckInRecord?) -> Span {
        watch?.settings.threshold ?? CheckInLimits.defaultThreshold
    }

    /// Whether a notification stands for telling the contacts once more.
    private func isAgain(_ context: DeliveryContext) -> Bool {
        guard context.order.stage == .rehearsal, let moment = moment(of: context) else { return false }
        return rehearsal(in: context).tellings(before: moment) > 0
    }

    private func reachesNobody(_ context: DeliveryContext) throws -> Bool {
        try context.engine.reachableContacts(of: context.row.receiver, in: context.snapshot).reachable == 0
    }

    private func rehearsal(in context: DeliveryContext) -> Rehearsal {
        rehearsal(of: context.engine.kinds.policy(of: original.policy.name))
    }

    private func rehearsal(of policy: EscalationPolicy) -> Rehearsal {
        Rehearsal(of: policy, as: Rehearsal.name(of: plan))
    }
}

/// A notification by which a person tests that notifications arrive.
struct TestPushKind: AlarmKind {
    var policy: EscalationPolicy { .test }

    func mayTell(_ context: DeliveryContext) -> Bool { !context.order.stage.answersSender }
}

extension Stage {
    /// Whether it tells the sender of an alarm what its receiver has done; of a rehearsal or a test both are one person.
    fileprivate var answersSender: Bool { [.acknowledged, .dismissed, .declined].contains(self) }
}
