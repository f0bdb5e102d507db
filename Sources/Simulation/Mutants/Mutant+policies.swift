import AlarmCore
import Engine
import Features

extension Mutant {
    /// Escalation policies of a relay whose policies are broken; nil for any other.
    var policies: [String: EscalationPolicy]? {
        switch self {
        case .countdownCut:
            AlarmKinds.builtIn.presets.mapValues {
                $0.telling(.alert) { $0.offset = $0.offset.map { $0 + -.seconds(10) } }
            }
        case .gentlenessForgotten:
            AlarmKinds.builtIn.presets.mapValues {
                $0.name == EscalationPolicy.gentleCheckIn.name ? $0.telling(.alert) { $0.offset = .minutes(10) } : $0
            }
        case .completionHurried:
            AlarmKinds.builtIn.presets.mapValues { $0.telling(.completed) { $0.offset = -.seconds(10) } }
        case .prioritiesIgnored: AlarmKinds.builtIn.presets.mapValues { $0.telling(.alert) { $0.tiers = nil } }
        default: nil
        }
    }
}

extension EscalationPolicy {
    /// The same policy with a stage's steps changed.
    fileprivate func telling(_ stage: Stage, _ change: (inout EscalationStep) -> Void) -> EscalationPolicy {
        var policy = self
        for index in policy.steps.indices where policy.steps[index].stage == stage { change(&policy.steps[index]) }
        return policy
    }
}
