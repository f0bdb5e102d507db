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

    /// Notifications to the person are real; where contacts would be told, the person is told so instead.
    func pushWords(for device: Device, in context: DeliveryContext) throws -> PushWords? {
        let (row, order) = (context.row, context.order)
        let rehearsal = rehearsal(of: context.engine.kinds.policy(of: original.policy.name))
        guard let moment = order.offset.flatMap({ rehearsal.moment(at: $0) }) else {
            return try context.words(for: device)
        }
        let language = Language(tag: device.locale)
        if order.stage == .rehearsal, rehearsal.tellings(before: moment) > 0 {
            return PushWords(PushText(rehearsedAgain: moment, language: language))
        }
        let watch = try context.record(CheckInRecord.self, DocumentID(of: row.receiver))
        let isReminder = order.stage == .checkInReminder
        let threshold = watch?.settings.threshold ?? CheckInLimits.defaultThreshold
        return PushWords(
            PushText(
                stage: order.stage.rawValue,
                policy: row.alarm.preset,
                language: language,
                values: [.duration: .span(isReminder ? threshold : -moment)]
            )
        )
    }

    private var original: CheckInKind { CheckInKind(plan) }

    private func rehearsal(of policy: EscalationPolicy) -> Rehearsal {
        Rehearsal(of: policy, as: Rehearsal.name(of: plan))
    }
}

/// A notification by which a person tests that notifications arrive.
struct TestPushKind: AlarmKind {
    var policy: EscalationPolicy { .test }
}
