extension Alarm {
    /// Tells the sender that nobody can be reached; the ladder is climbed all the same, in case somebody can be later.
    mutating func block(_ decision: inout Decision) {
        guard state != .blocked, decision.context.policy.rings else { return }
        state = .blocked
        decision.record(.blocked)
        tell(.blocked, to: decision.context.senders, tag: "\(decision.now.milliseconds)", &decision)
    }

    /// Lets a blocked alarm go on as `next`, and tells the sender; any other is left as it is.
    mutating func unblock(as next: AlarmState, _ decision: inout Decision) {
        guard state == .blocked else { return }
        state = next
        decision.record(.unblocked)
        tell(.unblocked, to: decision.context.senders, tag: "\(decision.now.milliseconds)", &decision)
    }

    /// Goes on the moment a device returns; forgets what devices reported that are no longer there.
    mutating func reconsiderDevices(_ decision: inout Decision) {
        let present = decision.context.receivers
        progress.removeAll { known in !present.contains { $0.device == known.device } }
        guard isAnyoneHopeful(in: decision.context) else { return block(&decision) }
        if state == .armed, !progress.contains(where: \.isArmed) { state = .scheduled }
        guard state == .blocked else { return }
        let isDue = base <= decision.now
        unblock(as: unblockedState(at: decision.now), &decision)
        order(
            EscalationStep(offset: nil, audience: .receiver, stage: isDue ? .ring : .handoff),
            tag: "unblocked/\(decision.now.milliseconds)",
            planned: decision.now,
            deadline: isDue ? max(base + ttl, decision.now + .seconds(60)) : base,
            &decision
        )
    }

    /// Keeps in the record what the gateway did not take; what it took is told by the delivery itself.
    func note(_ outcome: DeliveryEnd, of order: DeliveryOrder, _ decision: inout Decision) {
        switch outcome {
        case .accepted: break
        case .refused: decision.record(.deliveryRefused, device: order.destination.device)
        case .expired: decision.record(.deliveryExpired, device: order.destination.device)
        }
    }

    /// Decides what a delivery's end means for the ladder.
    ///
    /// A ring that is given up before its time ran out leaves a gap: it is filled at once by the person's other devices,
    /// armed ones included, and when none of them can be expected to ring the sender is told now. A handoff that was
    /// refused tells as much ahead of time. What merely ran out is followed by its next rung as it is.
    mutating func weigh(_ outcome: DeliveryEnd, of order: DeliveryOrder, _ decision: inout Decision) {
        guard order.stage.rings, order.epoch == epoch, let device = order.destination.device else { return }
        switch outcome {
        case .accepted:
            forgetFailure(of: device)
            unblock(as: unblockedState(at: decision.now), &decision)
        case .expired where order.stage == .handoff || decision.now >= order.deadline:
            break
        case .refused, .expired:
            if decision.context.receivers.contains(where: { $0.device == device }) {
                update(device) { $0.hasFailed = true }
            }
            if order.stage == .ring { moveOn(from: order, &decision) }
            if !isAnyoneHopeful(in: decision.context) { block(&decision) }
        }
    }

    /// Rings the devices that were spared so far, in place of one that a ring cannot reach.
    private mutating func moveOn(from failed: DeliveryOrder, _ decision: inout Decision) {
        guard base <= decision.now, state == .ringing || state == .blocked else { return }
        let policy = decision.context.policy
        let rungs = policy.firings(from: base).map { (at: $0.at, step: policy.steps[$0.step]) }
        let step = rungs.last { $0.at <= decision.now && $0.step.stage == .ring }?.step
        let next = rungs.first { $0.at > decision.now && $0.step.stage == .ring }?.at
        let limit = max(base + ttl, decision.now + .seconds(60))
        for recipient in decision.context.receivers where failed.destination != .device(recipient.device) {
            let known = progress.first { $0.device == recipient.device }
            if let known, known.isRung || known.isRinging { continue }
            call(
                recipient,
                step ?? EscalationStep(offset: nil, audience: .receiver, stage: .ring),
                tag: "moved-on/\(decision.now.milliseconds)",
                offset: failed.offset,
                planned: decision.now,
                deadline: min(next ?? limit, limit),
                isAwaited: known?.hasFailed == true || state == .blocked,
                &decision
            )
        }
    }

    /// Trusts again that a push reaches this device.
    mutating func forgetFailure(of device: DeviceID) {
        for index in progress.indices where progress[index].device == device { progress[index].hasFailed = false }
    }

    /// Names the devices that were to ring in an occurrence that has begun, and never said a word of it.
    func conclude(_ decision: inout Decision) {
        guard due <= decision.now else { return }
        let mute = progress.filter { $0.isInformed && !$0.hasReceived }.map(\.device)
        if !mute.isEmpty { decision.effects.append(.unanswered(by: mute, revision: revision)) }
    }

    private func isAnyoneHopeful(in context: AlarmContext) -> Bool {
        context.receivers.contains { recipient in
            progress.first { $0.device == recipient.device }?.isHopeful ?? true
        }
    }

    /// Where an alarm stands that was blocked and is no longer.
    private func unblockedState(at now: Instant) -> AlarmState {
        if base <= now { return .ringing }
        if base > due { return .snoozed }
        return progress.contains(where: \.isArmed) ? .armed : .scheduled
    }
}
