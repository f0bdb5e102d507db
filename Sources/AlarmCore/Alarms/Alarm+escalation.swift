extension Alarm {
    /// How far behind its time a ring counts as late and says so.
    ///
    /// 10 s.
    package static let lateMark = Span.seconds(10)
    /// How long a letter that nothing follows waits for a way to be sent.
    ///
    /// 30 days.
    package static let longestLetterWait = Span.days(30)
    /// How long after it was ordered a call about an alert is still made.
    ///
    /// 30 min.
    static let callTime = Span.minutes(30)

    mutating func accept(_ decision: inout Decision) {
        decision.record(.accepted)
        begin(&decision)
    }

    /// Begins an occurrence: takes the steps on acceptance, then every step that is already due.
    mutating func begin(_ decision: inout Decision) {
        // Steps due at this very moment are among those taken on acceptance, and must not be taken twice.
        // A deadline's warning is worth giving even if it is due just now.
        let isWarned = decision.context.policy.nature.credit != nil
        processedUntil = base > decision.now && !isWarned ? decision.now : min(base, decision.now) - .milliseconds(1)
        takeFirstSteps(&decision)
        advance(&decision)
    }

    /// Takes the steps on acceptance, and tells the sender where the receiver has no phone.
    mutating func takeFirstSteps(_ decision: inout Decision) {
        let canRing = decision.context.hasPhone
        if !canRing { block(&decision) }
        guard base > decision.now else { return }
        // A server is told of what asks something of its person, whether or not there is a phone beside it.
        for step in decision.context.policy.steps
        where step.offset == nil && (canRing || step.audience == .receiver) {
            order(step, tag: "acceptance", planned: decision.now, deadline: base, &decision)
        }
    }

    /// Takes every step that is due, and ends the occurrence after the last one.
    ///
    /// Where several steps have come due at once, because the relay was away or asleep, only the newest of a kind is
    /// taken: ten rings in one second wake nobody better than one. A notice before due is dropped once due has passed.
    /// After an outage in the middle of the policy, the alarm goes on from the first step that it missed.
    mutating func advance(_ decision: inout Decision) {
        let now = decision.now
        let policy = decision.context.policy
        credit(&decision)
        if base <= now || isPutOff, let next = followingDue(in: decision.context), next <= now {
            // An alarm that never rang was not left unanswered: the relay was away for all of it.
            let neverRang = processedUntil < base && !isPutOff && now - base > policy.misfireGrace
            let (stage, others) = neverRang ? (Stage.missed, decision.context.receivers) : (.noAnswer, [])
            tell(stage, to: others + decision.context.senders + decision.context.parents, &decision)
            finishOccurrence(as: .missed, .missed, &decision)
            return
        }
        let isFirstLook = base <= now && processedUntil < base
        let nominal = base
        if isFirstLook {
            guard state == .ringing || now - base <= policy.misfireGrace else {
                let told = decision.context.receivers + decision.context.senders + decision.context.parents
                tell(.missed, to: told, &decision)
                finishOccurrence(as: .missed, .missed, &decision)
                return
            }
            if state != .blocked { state = .ringing }
            let isLate = now - base >= Self.lateMark
            decision.record(isLate ? .late : .due)
            // Nobody had a chance to answer the steps that were missed, so all steps are still to be taken.
            if isLate { delayBase(by: now - base) }
        }
        let absence = isFirstLook ? .zero : absence(at: now, policy)
        delayBase(by: absence)
        processedUntil = processedUntil + absence
        let scheduledSteps = policy.scheduledSteps(from: base)
        let ripe = scheduledSteps.filter { $0.at > processedUntil && $0.at <= now }
        processedUntil = max(processedUntil, now)
        var newest: [Message: ScheduledStep] = [:]
        for firing in ripe where firing.offset >= .zero || base > now {
            if policy.isTooSoon(firing, within: decision.context.interval) { continue }
            let step = policy.steps[firing.step]
            newest[Message(audience: step.audience, stage: step.stage)] = firing
        }
        // After an outage both may be due at once: nothing rings on any more.
        if newest[Message(audience: .sender, stage: .noAnswer)] != nil {
            newest[Message(audience: .sender, stage: .noAnswerYet)] = nil
        }
        if newest[Message(audience: .parents, stage: .unfinished)] != nil {
            newest[Message(audience: .parents, stage: .noAnswerYet)] = nil
        }
        for firing in newest.values.sorted(by: { ($0.at, $0.step) < ($1.at, $1.step) }) {
            let step = policy.steps[firing.step]
            order(
                step,
                tag: "\(firing.offset.milliseconds)",
                offset: firing.offset,
                planned: isFirstLook ? nominal : firing.at - absence,
                deadline: deadline(of: step, at: firing.offset, now: now, policy),
                &decision
            )
        }
        if let last = scheduledSteps.last, processedUntil >= last.at + policy.nature.linger {
            let end = policy.nature.exhausted
            finishOccurrence(as: end, end == .missed ? .missed : nil, &decision)
        }
    }

    /// Moves the steps because the relay was away; the promised time stays.
    private mutating func delayBase(by span: Span) {
        base = base + span
        delay = delay + span
    }

    /// The time from which a delivery of a step is worthless.
    ///
    /// The next step of its stage repeats the message: both would otherwise arrive at once when a connection returns.
    /// A ring is worth delivering until then, however short the alarm's time to live is: there must be no gap in which
    /// a phone that returns finds none.
    private func deadline(
        of step: EscalationStep,
        at offset: Span,
        now: Instant,
        _ policy: EscalationPolicy
    ) -> Instant {
        if step.stage == .ring { return ringDeadline(at: now, policy) }
        let scheduledSteps = policy.scheduledSteps(from: base)
        let following = scheduledSteps.first { $0.at > now && policy.steps[$0.step].stage == step.stage }
        // That something is not done yet is true until the last step says that it was not done.
        if step.stage == .noAnswerYet, let last = scheduledSteps.last?.at, last > now { return last }
        let limit =
            switch step.audience {
            case .receiver: offset < .zero ? base : max(base + ttl, now + .seconds(60))
            case .contacts where step.stage == .alert:
                // A letter that cannot be sent for days, as without a mail server, is still worth sending.
                now + max(.hours(24), min(policy.nature.linger, Self.longestLetterWait))
            // Its link is good for that long at most; before each attempt the kind looks whether it still is.
            case .contacts where step.stage == .invitation: now + Invite.careTTLRange.upperBound
            case .sender, .contacts, .members, .parents: now + .hours(24)
            }
        return min(following?.at ?? limit, limit)
    }

    /// The time from which a ring that is ordered at `now` is worthless: that of the next ring.
    ///
    /// Of the last one, the end of the alarm's time to live, and at least 60 s.
    func ringDeadline(at now: Instant, _ policy: EscalationPolicy) -> Instant {
        let following = policy.scheduledSteps(from: base).first {
            $0.at > now && policy.steps[$0.step].stage == .ring
        }
        return following?.at ?? max(base + ttl, now + .seconds(60))
    }

    /// How long the relay was away while steps were due, as far as the policy makes up for it.
    ///
    /// Nobody had a chance to answer during an absence, so the remaining steps are moved by its length. After an
    /// absence longer than the policy's grace they are not moved: only those that are still to come are taken.
    private func absence(at now: Instant, _ policy: EscalationPolicy) -> Span {
        guard base <= now, let missed = policy.scheduledSteps(from: base).first(where: { $0.at > processedUntil })?.at
        else {
            return .zero
        }
        let absence = now - missed
        return absence >= Self.lateMark && absence <= policy.misfireGrace ? absence : .zero
    }

    /// The time at which the next step or the next occurrence needs attention; nil once the alarm has ended.
    func nextWake(in context: AlarmContext) -> Instant? {
        guard !state.isFinal else { return nil }
        let scheduledSteps = context.policy.scheduledSteps(from: base)
        var next =
            scheduledSteps.first { $0.at > processedUntil }?.at
            ?? scheduledSteps.last.map { $0.at + context.policy.nature.linger }
        if base > processedUntil { next = min(next ?? base, base) }
        if base <= processedUntil || isPutOff, let following = followingDue(in: context) {
            next = min(next ?? following, following)
        }
        return next
    }

    /// Whether every step of a policy has been taken, so that the alarm only waits for an answer.
    public func hasTakenAllSteps(_ policy: EscalationPolicy) -> Bool {
        policy.scheduledSteps(from: base).last.map { processedUntil >= $0.at } ?? true
    }

    /// Whether the occurrence was snoozed, so that the next occurrence may be due before its steps end.
    private var isPutOff: Bool { base > due }

    /// The time at which the next occurrence of a recurring alarm is due; the present one ends then at the latest.
    func followingDue(in context: AlarmContext) -> Instant? {
        schedule.recurs ? schedule.next(after: due, zones: context.zones) : nil
    }

    /// Orders a step for every device of its audience that no condition excludes.
    mutating func order(
        _ step: EscalationStep,
        tag: String,
        offset: Span? = nil,
        planned: Instant,
        deadline: Instant,
        _ decision: inout Decision
    ) {
        switch step.audience {
        case .sender:
            // The sender knows already that nothing can ring, so it must not be said that it goes on.
            if step.stage == .noAnswerYet, state == .blocked { return }
            tell(step.stage, to: decision.context.senders, tag: tag, &decision)
        case .contacts, .members, .parents:
            for addressee in tiers(of: step, decision.context).joined() {
                send(step, to: addressee, tag: tag, offset: offset, planned: planned, deadline: deadline, &decision)
            }
        case .receiver:
            // Who has stopped the sound knows; only completing the matter ends it for the others.
            if step.stage == .ring, progress.contains(where: \.hasDismissed) { return }
            if step.stage == .handoff, !decision.context.mayRing(due) { return }
            for recipient in decision.context.receivers {
                if step.stage == .handoff, !recipient.takesHandoffs { continue }
                let known = progress.first { $0.device == recipient.device } ?? DeviceProgress(device: recipient.device)
                if step.unless.contains(.armed), known.isArmed, recipient.ringsByItself { continue }
                // The sound of a push is over in seconds; only a system alarm keeps ringing.
                if step.unless.contains(.ringing), known.isArmed, known.isRinging { continue }
                orderRing(
                    recipient,
                    step,
                    tag: tag,
                    offset: offset,
                    planned: planned,
                    deadline: deadline,
                    isAwaited: !recipient.isServer && (known.hasFailed || state == .blocked),
                    &decision
                )
            }
            guard step.stage.warnsPerson else { return }
            for addressee in (decision.context.audiences[.receiver] ?? []).joined() {
                send(step, to: addressee, tag: tag, offset: offset, planned: planned, deadline: deadline, &decision)
            }
        }
    }

    /// Orders a step for one addressee, and a call only where it is the last thing left to try.
    ///
    /// Of the warnings to the person themselves, only the last critical one is followed by a call. Somebody who is told
    /// of an alert is called once, after the first step that tells them: later steps repeat the same order.
    private mutating func send(
        _ step: EscalationStep,
        to addressee: AlarmContext.Addressee,
        tag: String,
        offset: Span?,
        planned: Instant,
        deadline: Instant,
        _ decision: inout Decision
    ) {
        let isCall = addressee.destination.medium == .call
        if isCall {
            let isLastWarning = step.urgency == .critical && isLast(step, at: offset, decision)
            guard step.stage == .alert || isLastWarning else { return }
        }
        send(
            step.stage,
            to: addressee.destination,
            urgency: step.urgency.granted(addressee.allowsCritical),
            tag: isCall ? "" : tag,
            offset: offset,
            planned: planned,
            // The next step repeats a text message, but not a call.
            deadline: isCall && step.stage == .alert ? decision.now + Self.callTime : deadline,
            &decision
        )
    }

    /// Whether no later step of the policy is of the same stage.
    private func isLast(_ step: EscalationStep, at offset: Span?, _ decision: Decision) -> Bool {
        let policy = decision.context.policy
        return policy.scheduledSteps(from: base).last { policy.steps[$0.step].stage == step.stage }?.offset == offset
    }

    /// The tiers that a step tells.
    ///
    /// One in which nobody can be reached does not delay those after it; the servers in it are told all the same.
    private func tiers(of step: EscalationStep, _ context: AlarmContext) -> some Sequence<[AlarmContext.Addressee]> {
        let tiers = context.audiences[step.audience] ?? []
        var reached = 0
        return tiers.prefix { tier in
            guard reached < step.tiers ?? .max else { return false }
            if tier.contains(where: { !$0.isServer }) { reached += 1 }
            return true
        }
    }

    /// Orders a delivery that can make one device ring, as critical only where that is granted.
    mutating func orderRing(
        _ recipient: AlarmContext.Recipient,
        _ step: EscalationStep,
        tag: String,
        offset: Span?,
        planned: Instant,
        deadline: Instant,
        isAwaited: Bool,
        _ decision: inout Decision
    ) {
        update(recipient.device) { known in
            known.isInformed = true
            if step.stage == .ring { known.isRung = true }
        }
        send(
            step.stage,
            to: .device(recipient.device),
            urgency: step.urgency.granted(recipient.allowsCritical),
            tag: tag,
            offset: offset,
            planned: planned,
            deadline: deadline,
            isAwaited: isAwaited,
            &decision
        )
    }

    /// Orders a notice; it is worth delivering for a day.
    func tell(
        _ stage: Stage,
        to recipients: [AlarmContext.Recipient],
        tag: String = "",
        _ decision: inout Decision
    ) {
        for recipient in recipients {
            send(
                stage,
                to: .device(recipient.device),
                urgency: .active,
                tag: tag,
                planned: decision.now,
                deadline: decision.now + .hours(24),
                &decision
            )
        }
    }

    /// Orders one delivery, whose identifier is derived from everything that distinguishes it from others.
    func send(
        _ stage: Stage,
        to destination: Destination,
        urgency: Urgency,
        tag: String,
        offset: Span? = nil,
        planned: Instant,
        deadline: Instant,
        isAwaited: Bool = false,
        _ decision: inout Decision
    ) {
        // Whoever was called about an alert is not called again because an absence of the relay moved its steps.
        let moment = destination.medium == .call && stage == .alert ? "once" : "\(base.milliseconds)"
        let name = "\(revision)/\(epoch)/\(moment)/\(stage.rawValue)/\(tag)/\(destination)"
        let delivery = DeliveryID(uuidV5: name, in: id)
        // A parent who set a reminder is told once.
        guard !decision.orders(delivery) else { return }
        decision.effects.append(
            .deliver(
                DeliveryOrder(
                    id: delivery,
                    destination: destination,
                    stage: stage,
                    urgency: urgency,
                    epoch: epoch,
                    revision: revision,
                    due: due,
                    deadline: deadline,
                    isLate: stage == .ring && decision.now - planned >= Self.lateMark,
                    offset: offset,
                    isAwaited: isAwaited
                )
            )
        )
    }

    /// Updates the progress of a device.
    mutating func update(_ device: DeviceID, _ change: (inout DeviceProgress) -> Void) {
        if let index = progress.firstIndex(where: { $0.device == device }) {
            change(&progress[index])
        } else {
            var fresh = DeviceProgress(device: device)
            change(&fresh)
            progress.append(fresh)
        }
    }
}

/// What steps of a policy have in common that say the same to the same people.
private struct Message: Hashable {
    let audience: EscalationStep.Audience
    let stage: Stage
}
