extension Alarm {
    /// How far behind its time a ring counts as late and says so in the push.
    ///
    /// 10 s.
    static let lateMark = Span.seconds(10)

    mutating func accept(_ decision: inout Decision) {
        decision.record(.accepted)
        begin(&decision)
    }

    /// Begins the life of an occurrence: what is to be done on acceptance, then whatever is due already.
    mutating func begin(_ decision: inout Decision) {
        // What falls on this very moment is what is done on acceptance, and not done twice.
        // A deadline's warning is worth giving even if it is due just now.
        let isWarned = decision.context.policy.nature.credit != nil
        climbed = base > decision.now && !isWarned ? decision.now : min(base, decision.now) - .milliseconds(1)
        if decision.context.receivers.isEmpty {
            block(&decision)
        } else if base > decision.now {
            for step in decision.context.policy.steps where step.offset == nil {
                order(step, tag: "acceptance", planned: decision.now, deadline: base, &decision)
            }
        }
        climb(&decision)
    }

    /// Takes every rung whose time has come, and ends when the last one has been taken.
    ///
    /// Where several rungs have come due at once, because the relay was away or asleep, only the newest of a kind is
    /// taken: ten rings in one second wake nobody better than one. A notice before due is dropped once due has passed. Where
    /// the relay went away in the middle of the ladder, it goes on from the rung that it missed first.
    mutating func climb(_ decision: inout Decision) {
        let now = decision.now
        let policy = decision.context.policy
        credit(&decision)
        if base <= now || isPutOff, let next = followingDue(in: decision.context), next <= now {
            // One that never rang was not left unanswered: the relay was away for all of it.
            let neverRang = climbed < base && !isPutOff && now - base > policy.misfireGrace
            let (stage, others) = neverRang ? (Stage.missed, decision.context.receivers) : (.noAnswer, [])
            tell(stage, to: others + decision.context.senders, &decision)
            finishOccurrence(as: .missed, .missed, &decision)
            return
        }
        let isFirstLook = base <= now && climbed < base
        let nominal = base
        if isFirstLook {
            guard state == .ringing || now - base <= policy.misfireGrace else {
                tell(.missed, to: decision.context.receivers + decision.context.senders, &decision)
                finishOccurrence(as: .missed, .missed, &decision)
                return
            }
            if state != .blocked { state = .ringing }
            let isLate = now - base >= Self.lateMark
            decision.record(isLate ? .late : .due)
            // The rungs that went by were nobody's chance to answer: the whole ladder is still to be climbed.
            if isLate { base = now }
        }
        let absence = isFirstLook ? .zero : absence(at: now, policy)
        base = base + absence
        climbed = climbed + absence
        let firings = policy.firings(from: base)
        let ripe = firings.filter { $0.at > climbed && $0.at <= now }
        climbed = max(climbed, now)
        var newest: [String: Firing] = [:]
        for firing in ripe where firing.offset >= .zero || base > now {
            let step = policy.steps[firing.step]
            newest["\(step.audience)/\(step.stage)"] = firing
        }
        for firing in newest.values.sorted(by: { ($0.at, $0.step) < ($1.at, $1.step) }) {
            let following = firings.first {
                $0.at > now && policy.steps[$0.step].stage == policy.steps[firing.step].stage
            }
            let step = policy.steps[firing.step]
            let limit =
                switch step.audience {
                case .receiver: firing.offset < .zero ? base : max(base + ttl, now + .seconds(60))
                case .sender, .contacts, .members, .parents: now + .hours(24)
                }
            order(
                step,
                tag: "\(firing.offset.milliseconds)",
                offset: firing.offset,
                planned: isFirstLook ? nominal : firing.at - absence,
                // What the next rung says again is not worth saying after it, and twice at once when a line returns.
                deadline: min(following?.at ?? limit, limit),
                &decision
            )
        }
        if let last = firings.last, climbed >= last.at + policy.nature.linger {
            let end = policy.nature.exhausted
            finishOccurrence(as: end, end == .missed ? .missed : nil, &decision)
        }
    }

    /// For how long the relay was away from a ladder that it was climbing, as far as that is to be made up for.
    ///
    /// What went by was nobody's chance to answer, so that the ladder is moved by as much; beyond the policy's grace it is
    /// not, and ends.
    private func absence(at now: Instant, _ policy: EscalationPolicy) -> Span {
        guard base <= now, let missed = policy.firings(from: base).first(where: { $0.at > climbed })?.at else {
            return .zero
        }
        let absence = now - missed
        return absence >= Self.lateMark && absence <= policy.misfireGrace ? absence : .zero
    }

    /// When the ladder, or the occurrence that follows, next wants attention; nil once the alarm has ended.
    func nextWake(in context: AlarmContext) -> Instant? {
        guard !state.isFinal else { return nil }
        let firings = context.policy.firings(from: base)
        var next = firings.first { $0.at > climbed }?.at ?? firings.last.map { $0.at + context.policy.nature.linger }
        if base > climbed { next = min(next ?? base, base) }
        if base <= climbed || isPutOff, let following = followingDue(in: context) {
            next = min(next ?? following, following)
        }
        return next
    }

    /// Whether every rung of a ladder has been taken, so that it only waits for an answer.
    public func hasClimbed(_ policy: EscalationPolicy) -> Bool {
        policy.firings(from: base).last.map { climbed >= $0.at } ?? true
    }

    /// Whether it was snoozed, so that the next occurrence may come before its end.
    private var isPutOff: Bool { base > due }

    /// When the next occurrence of a recurring alarm is due; the present one ends then at the latest.
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
            tell(step.stage, to: decision.context.senders, tag: tag, &decision)
        case .contacts, .members, .parents:
            // A tier in which nothing reaches anybody costs those after it no time.
            let tiers = (decision.context.audiences[step.audience] ?? []).filter { !$0.isEmpty }
            for addressee in tiers.prefix(step.tiers ?? tiers.count).joined() {
                send(
                    step.stage,
                    to: addressee.destination,
                    urgency: step.urgency.granted(addressee.allowsCritical),
                    tag: tag,
                    offset: offset,
                    planned: planned,
                    deadline: deadline,
                    &decision
                )
            }
        case .receiver:
            for recipient in decision.context.receivers {
                let known = progress.first { $0.device == recipient.device } ?? DeviceProgress(device: recipient.device)
                if step.unless.contains(.armed), known.isArmed { continue }
                // What a push set off is over in seconds; only a system alarm goes on by itself.
                if step.unless.contains(.ringing), known.isArmed, known.isRinging { continue }
                call(
                    recipient,
                    step,
                    tag: tag,
                    offset: offset,
                    planned: planned,
                    deadline: deadline,
                    isAwaited: known.hasFailed || state == .blocked,
                    &decision
                )
            }
        }
    }

    /// Orders what can make one device ring, as critical only where that is granted.
    mutating func call(
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

    /// Orders a notice, worth delivering for a day.
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

    /// Orders one delivery, named after all that tells it from others.
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
        let name = "\(revision)/\(epoch)/\(base.milliseconds)/\(stage.rawValue)/\(tag)/\(destination)"
        decision.effects.append(
            .deliver(
                DeliveryOrder(
                    id: DeliveryID(uuidV5: name, in: id),
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

    /// Changes what is known of a device.
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
