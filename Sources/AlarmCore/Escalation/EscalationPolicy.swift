/// The ladder of an alarm, as data: who is told, how, and when, until somebody acknowledges it.
public struct EscalationPolicy: Hashable, Sendable {
    /// The preset that it belongs to, as in `partner-alarm`.
    public var name: String
    /// The rungs, in any order; what counts is their time.
    public var steps: [EscalationStep]
    /// How late a ring may start after the relay was away; later it counts as missed.
    ///
    /// 15 min.
    public var misfireGrace: Span
    /// The longest that one snooze may last.
    ///
    /// 24 h.
    public var longestSnooze: Span

    /// What makes one kind of promise another than the next, whatever its ladder.
    public var nature: Nature

    /// What a ladder's promise is about.
    public struct Nature: Hashable, Sendable {
        /// How an alarm ends whose whole ladder was climbed.
        public var exhausted: AlarmState
        /// What everybody is told who was alerted, once somebody has answered; nil for nothing.
        public var settlement: Stage?
        /// Whether to take it back is an answer as well, after which ``settlement`` is told.
        ///
        /// Not where only a sign of life answers: who stops being watched has not said that all is well.
        public var isAnsweredByCancelling: Bool
        /// The most that an absence of the relay adds to a deadline; nil where due is no deadline of somebody's.
        ///
        /// Where it is set, nobody is alerted whose warning, the last step before due, was not given its whole time ahead.
        public var credit: Span?
        /// How long after the last step the alarm still lives, so that what was ordered then can be delivered.
        ///
        /// None where the last step tells the sender, who is told whatever has become of the alarm.
        public var linger: Span
        /// Whether only the word that it is done ends it: who stops the sound has only stopped the sound.
        public var endsWhenDone: Bool

        /// An alarm that asks for an answer, unless told otherwise.
        public init(
            exhausted: AlarmState = .missed,
            settlement: Stage? = nil,
            isAnsweredByCancelling: Bool = false,
            credit: Span? = nil,
            linger: Span = .zero,
            endsWhenDone: Bool = false
        ) {
            self.exhausted = exhausted
            self.settlement = settlement
            self.isAnsweredByCancelling = isAnsweredByCancelling
            self.credit = credit
            self.linger = linger
            self.endsWhenDone = endsWhenDone
        }
    }

    /// Makes a policy; see ``validate()`` for what makes it usable.
    public init(
        name: String,
        steps: [EscalationStep],
        misfireGrace: Span = .minutes(15),
        longestSnooze: Span = .hours(24),
        nature: Nature = Nature()
    ) {
        self.name = name
        self.steps = steps
        self.misfireGrace = misfireGrace
        self.longestSnooze = longestSnooze
        self.nature = nature
    }

    /// The same ladder for a promise of another nature.
    public func with(nature: Nature) -> EscalationPolicy {
        var policy = self
        policy.nature = nature
        return policy
    }

    /// Whether it rings phones, so that a receiver without one has to be told of.
    public var rings: Bool { steps.contains { $0.stage.rings } }

    /// Whom it addresses besides the receiver and the sender.
    public var otherAudiences: Set<EscalationStep.Audience> {
        Set(steps.lazy.map(\.audience).filter { $0 != .receiver && $0 != .sender })
    }

    /// Checks that the ladder can keep its promise.
    ///
    /// - Throws: what is wrong with which step, in words for the operator who wrote the file.
    public func validate() throws(PolicyError) {
        guard !name.isEmpty else { throw .noName }
        guard misfireGrace >= .zero else { throw .negative("misfire-grace") }
        guard longestSnooze > .zero else { throw .negative("longest-snooze") }
        for (index, step) in steps.enumerated() {
            guard (0...100).contains(step.repeats) else { throw .step(index, "'repeats' must be 0 to 100") }
            guard step.repeats == 0 || step.every >= .seconds(1) else {
                throw .step(index, "'every' must be at least 1s when 'repeats' is set")
            }
            guard abs(step.offset ?? .zero) <= .days(30) else { throw .step(index, "'at' must lie within 30d of due") }
            guard step.tiers.map({ $0 >= 1 && step.audience == .members }) ?? true else {
                throw .step(index, "'tiers' must be 1 or more, and is for 'audience: members' only")
            }
            guard step.audience.allows(step.stage) else {
                throw .step(index, "'stage: \(step.stage.rawValue)' is nothing for the \(step.audience.rawValue)")
            }
        }
        let speaks = steps.contains { step in
            (rings ? step.stage == .ring : step.audience != .sender) && (step.offset ?? -.days(1)) >= .zero
        }
        guard speaks else { throw .neverRings }
        guard nature.exhausted == .told || !rings || endsWithSender else { throw .endsInSilence }
    }

    private var endsWithSender: Bool {
        firings(from: Instant(milliseconds: 0)).last.map { steps[$0.step].audience == .sender } ?? false
    }

    private func abs(_ span: Span) -> Span {
        span < .zero ? -span : span
    }
}

/// Why an escalation policy cannot be used.
public enum PolicyError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It has no name.
    case noName
    /// The named span is negative or zero.
    case negative(String)
    /// The step with this index, counted from 0, is wrong.
    case step(Int, String)
    /// No step rings, or reaches anybody but the sender, at or after the due time.
    case neverRings
    /// The last step does not tell the sender.
    case endsInSilence

    /// What is wrong and what would be right, in words for whoever wrote the policy.
    public var description: String {
        switch self {
        case .noName: "the policy has no 'name': name the preset that it is for"
        case .negative(let key): "'\(key)' must be longer than nothing, as in '\(key): 15m'"
        case .step(let index, let problem): "step \(index + 1): \(problem)"
        case .neverRings: "no step rings: add one with 'stage: ring' at '0s' or later"
        case .endsInSilence: "the last step must tell the sender: add one with 'audience: sender', 'stage: no-answer'"
        }
    }
}

extension EscalationStep.Audience {
    /// Whether a step for this audience can be of this stage.
    fileprivate func allows(_ stage: Stage) -> Bool {
        switch stage {
        case .handoff, .ring, .checkInDue, .checkInReminder, .reminderSoon, .countdown, .areYouWell, .contactsTold,
            .rehearsal, .test:
            self == .receiver
        case .alert: self == .contacts || self == .members
        case .confirmation, .invitation: self == .contacts
        case .completed, .moved: self == .parents
        case .unfinished, .cancel, .acknowledged, .dismissed, .declined, .noAnswer, .missed, .blocked, .unblocked,
            .allClear, .putOff, .alertEnded:
            self == .sender
        case .inquiry: false
        }
    }
}
