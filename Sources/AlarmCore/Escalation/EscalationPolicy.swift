/// The escalation of an alarm, as data: who is told, how, and when, until somebody acknowledges it.
public struct EscalationPolicy: Hashable, Sendable {
    /// The name of the preset, as in `partner-alarm`.
    public var name: String
    /// The steps, in any order; each has its own time.
    public var steps: [EscalationStep]
    /// How late a ring may start after the relay was away; later, it counts as missed.
    ///
    /// 15 min.
    public var misfireGrace: Span
    /// The longest that one snooze may last.
    ///
    /// 24 h.
    public var longestSnooze: Span

    /// The rules by which one kind of alarm differs from another, apart from its steps.
    public var nature: Nature

    /// The rules of a kind of alarm, apart from its steps.
    public struct Nature: Hashable, Sendable {
        /// The final state of an alarm whose steps were all taken.
        public var exhausted: AlarmState
        /// The message to everybody who was alerted, once somebody has answered; nil for none.
        public var resolutionStage: Stage?
        /// Whether cancelling counts as an answer as well, after which ``resolutionStage`` is sent.
        ///
        /// False where only a sign of life is an answer: a person who stops being watched has not said that all is
        /// well.
        public var isAnsweredByCancelling: Bool
        /// The most that an absence of the relay adds to a deadline; nil for an alarm that is not a deadline.
        ///
        /// Where it is set, others are alerted only after the person had the full time of the warning, the last step
        /// before due.
        public var credit: Span?
        /// How long the alarm stays open after the last step, so that deliveries ordered then can complete.
        ///
        /// Zero where the last step tells the sender, who is told in any case.
        public var linger: Span
        /// Whether only a report of completion ends the alarm; stopping the sound is not enough.
        public var endsWhenDone: Bool

        /// Makes the rules of an alarm; by default, of one that asks for an answer.
        public init(
            exhausted: AlarmState = .missed,
            resolutionStage: Stage? = nil,
            isAnsweredByCancelling: Bool = false,
            credit: Span? = nil,
            linger: Span = .zero,
            endsWhenDone: Bool = false
        ) {
            self.exhausted = exhausted
            self.resolutionStage = resolutionStage
            self.isAnsweredByCancelling = isAnsweredByCancelling
            self.credit = credit
            self.linger = linger
            self.endsWhenDone = endsWhenDone
        }
    }

    /// Makes a policy; ``validate()`` checks it.
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

    /// The same policy with other rules.
    public func with(nature: Nature) -> EscalationPolicy {
        var policy = self
        policy.nature = nature
        return policy
    }

    /// Whether the policy rings phones, so that a receiver without a device has to be reported.
    public var rings: Bool { steps.contains { $0.stage.rings } }

    /// The audiences besides the receiver and the sender.
    public var otherAudiences: Set<EscalationStep.Audience> {
        Set(steps.lazy.map(\.audience).filter { $0 != .receiver && $0 != .sender })
    }

    /// Checks that the policy can keep its promise.
    ///
    /// - Throws: which step is wrong and why, in words for the operator who wrote the file.
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
            // It would say of somebody who has time left that they have not checked in.
            let isEarly = step.stage == .alert && step.offset.map { $0 < .zero } ?? false
            guard !isEarly || Self.checkInKind(of: name) == nil else {
                throw .step(index, "contacts are told that no check-in came, once it is due: give 'at: 0s' or later")
            }
        }
        let speaks = steps.contains { step in
            (rings ? step.stage == .ring : step.audience != .sender) && (step.offset ?? -.days(1)) >= .zero
        }
        guard speaks else { throw .neverRings }
        guard nature.exhausted == .told || !rings || endsWithSender else { throw .endsInSilence }
    }

    private var endsWithSender: Bool {
        scheduledSteps(from: Instant(milliseconds: 0)).last.map { steps[$0.step].audience == .sender } ?? false
    }

    private func abs(_ span: Span) -> Span {
        span < .zero ? -span : span
    }
}

/// Why an escalation policy cannot be used.
public enum PolicyError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The policy has no name.
    case noName
    /// The named span is negative or zero.
    case negative(String)
    /// The step with this index, counted from 0, is wrong.
    case step(Int, String)
    /// No step rings, or reaches anybody but the sender, at or after the due time.
    case neverRings
    /// The last step does not tell the sender.
    case endsInSilence

    /// The problem and the remedy, in words for the author of the policy.
    public var description: String {
        switch self {
        case .noName: "the policy has no 'name': name the preset that it is for"
        case .negative(let key): "'\(key)' must be longer than nothing, as in '\(key): 15m'"
        case .step(let index, let problem): "step \(index + 1): \(problem)"
        case .neverRings: "no step rings: add one with 'stage: ring' at '0s' or later"
        case .endsInSilence: "the last step must tell the sender: 'audience: sender', 'stage: no-answer', at the end"
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
        case .unfinished, .noAnswerYet: self == .sender || self == .parents
        case .cancel, .acknowledged, .dismissed, .declined, .noAnswer, .missed, .blocked, .unblocked, .allClear,
            .putOff, .alertEnded:
            self == .sender
        case .reached, .inquiry: false
        }
    }
}

/// One moment of a policy: a step, or one of its repeats.
public struct ScheduledStep: Hashable, Sendable {
    /// The time at which the step is due.
    public var at: Instant
    /// The distance from the base of the steps' offsets; tells the repeats of a step apart in delivery names.
    public var offset: Span
    /// The index of its step in the policy.
    public var step: Int
}

extension EscalationPolicy {
    /// Every timed moment of the policy, its offsets counted from `base`, earliest first; steps on acceptance are not among them.
    public func scheduledSteps(from base: Instant) -> [ScheduledStep] {
        var result: [ScheduledStep] = []
        for (index, step) in steps.enumerated() {
            guard let offset = step.offset else { continue }
            for repetition in 0...Int64(max(step.repeats, 0)) {
                let offset = offset + step.every * repetition
                result.append(ScheduledStep(at: base + offset, offset: offset, step: index))
            }
        }
        return result.sorted { ($0.at, $0.step) < ($1.at, $1.step) }
    }
}

extension EscalationPolicy {
    /// The warnings of the receiver before due that are given within `interval`, earliest first.
    ///
    /// One in the first half of the interval is left out, since it asks for a sign of life that has only just been given:
    ///
    ///     given ⟺ -offset ≤ interval / 2
    ///
    /// The last one before due is always given: nobody else is told without it.
    ///
    /// - Parameter interval: the time from the last sign of life to due; nil where there is none, for every warning.
    /// - Returns: the moments, their offsets counted from due.
    public func warnings(within interval: Span?) -> [ScheduledStep] {
        let all = scheduledSteps(from: Instant(milliseconds: 0)).filter(warnsBeforeDue)
        guard let interval else { return all }
        return all.filter { -$0.offset * 2 <= interval || $0.offset == all.last?.offset }
    }

    /// Whether a moment is a warning that is left out within `interval`; see ``warnings(within:)``.
    func isTooSoon(_ moment: ScheduledStep, within interval: Span?) -> Bool {
        guard let interval, warnsBeforeDue(moment), -moment.offset * 2 > interval else { return false }
        return !warnings(within: interval).contains { $0.offset == moment.offset && $0.step == moment.step }
    }

    private func warnsBeforeDue(_ moment: ScheduledStep) -> Bool {
        let step = steps[moment.step]
        return moment.offset < .zero && step.audience == .receiver && step.stage.warnsPerson
    }

    /// How long after due somebody besides the person is first alerted; zero where nobody is.
    public var telling: Span {
        steps.filter { $0.stage == .alert }.compactMap(\.offset).min() ?? .zero
    }

    /// The base of the steps' offsets after the relay's absences are credited; never earlier than `base`.
    ///
    /// All steps move together. The credit is computed for the time at which somebody is first alerted: from `opening`
    /// until then the person can check in, and earlier steps reach only the person.
    public func base(_ base: Instant, with credit: DowntimeCredit, from opening: Instant) -> Instant {
        credit.extended(base + telling, from: opening) - telling
    }
}

extension EscalationPolicy {
    /// How long the built-in policy waits for an armed device to report that it rings.
    ///
    /// 60 s, enough for a phone that rings by itself to report over a slow network. A silent push that asks for the report
    /// would be useless: the system delays such pushes, and drops them if the user force-quit the app.
    public static let defaultConfirmationTime = Span.seconds(60)

    /// How long after due an armed device is waited for before it is pushed like any other.
    ///
    /// The offset of the first ring, from due on, that does not pass armed devices over; nil where there is none, so that
    /// an armed device is never pushed.
    public var confirmationTime: Span? {
        steps.filter { $0.stage == .ring && !$0.unless.contains(.armed) }.compactMap(\.offset).filter { $0 >= .zero }
            .min()
    }

    /// How long after a ring a device that has not answered counts as silent.
    ///
    /// ``confirmationTime``, or that of the built-in policy where there is none.
    public var answerTime: Span { confirmationTime ?? Self.defaultConfirmationTime }
}
