/// A policy played through in a minute, for its own person only.
///
/// Every time of the policy is taken in order, a few seconds apart. Messages to the person are sent as usual; where
/// somebody else would be told, the person is told that.
public struct Rehearsal: Hashable, Sendable {
    /// The policy that is rehearsed.
    public let original: EscalationPolicy
    /// The name of the rehearsal's preset.
    public let name: String
    /// The time between two steps of the rehearsal.
    ///
    /// 10 s.
    public let pause: Span

    /// Rehearses a policy.
    public init(of original: EscalationPolicy, as name: String, pause: Span = .seconds(10)) {
        self.original = original
        self.name = name
        self.pause = pause
    }

    /// The policy of the rehearsal, whose offsets count from its start.
    public var policy: EscalationPolicy {
        let steps = moments.indices.map { index in
            let own = taken(at: moments[index]).first { $0.audience == .receiver }
            let telling = taken(at: moments[index]).contains { $0.audience != .receiver }
            return EscalationStep(
                offset: pause * Int64(index),
                audience: .receiver,
                stage: telling ? .rehearsal : own?.stage ?? .rehearsal,
                urgency: own?.urgency ?? .timeSensitive
            )
        }
        return EscalationPolicy(name: name, steps: steps, nature: EscalationPolicy.Nature(exhausted: .told))
    }

    /// The original offset from due of the steps that the rehearsal takes at `offset`; nil for none.
    public func moment(at offset: Span) -> Span? {
        moments.indices.first { pause * Int64($0) == offset }.map { moments[$0] }
    }

    /// The number of earlier times at which somebody else would have been told.
    public func tellings(before moment: Span) -> Int {
        moments.count { $0 < moment && taken(at: $0).contains { $0.audience != .receiver } }
    }

    private var moments: [Span] { Set(scheduledSteps.map(\.offset)).sorted() }

    private var scheduledSteps: [ScheduledStep] { original.scheduledSteps(from: Instant(milliseconds: 0)) }

    private func taken(at moment: Span) -> [EscalationStep] {
        scheduledSteps.filter { $0.offset == moment }.map { original.steps[$0.step] }
    }
}

extension Rehearsal {
    /// The name of the preset that rehearses a kind of check-in.
    public static func name(of kind: CheckInPlan.Kind) -> String {
        kind == .standard ? "rehearsal" : "gentle-rehearsal"
    }
}
