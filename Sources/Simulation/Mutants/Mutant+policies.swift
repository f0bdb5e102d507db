import AlarmCore

extension Mutant {
    /// The ladders of a relay whose ladders are broken; nil for any other.
    var policies: [String: EscalationPolicy]? {
        switch self {
        case .countdownCut:
            EscalationPolicy.presets.mapValues {
                $0.telling(.alert) { $0.offset = $0.offset.map { $0 + -.seconds(10) } }
            }
        case .completionHurried:
            EscalationPolicy.presets.mapValues { $0.telling(.completed) { $0.offset = -.seconds(10) } }
        case .prioritiesIgnored: EscalationPolicy.presets.mapValues { $0.telling(.alert) { $0.tiers = nil } }
        default: nil
        }
    }
}

extension EscalationPolicy {
    /// The same ladder with other steps of a stage.
    fileprivate func telling(_ stage: Stage, _ change: (inout EscalationStep) -> Void) -> EscalationPolicy {
        var policy = self
        for index in policy.steps.indices where policy.steps[index].stage == stage { change(&policy.steps[index]) }
        return policy
    }
}
