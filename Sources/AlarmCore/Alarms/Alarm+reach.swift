extension Alarm {
    /// Marks the alarm as blocked and tells the sender; the steps are still taken, in case a device returns.
    mutating func block(_ decision: inout Decision) {
        guard state != .blocked, decision.context.policy.rings else { return }
        state = .blocked
        decision.record(.blocked)
        tell(.blocked, to: decision.context.senders, tag: "\(decision.now.milliseconds)", &decision)
    }

    /// Moves a blocked alarm on to state `next`, and tells the sender; any other alarm stays as it is.
    mutating func unblock(as next: AlarmState, _ decision: inout Decision) {
        guard state == .blocked else { return }
        state = next
        decision.record(.unblocked)
        tell(.unblocked, to: decision.context.senders, tag: "\(decision.now.milliseconds)", &decision)
    }

    /// Resumes a blocked alarm once a device has returned; forgets the progress of devices that are gone.
    mutating func reconsiderDevices(_ decision: inout Decision) {
        let present = decision.context.receivers
        progress.removeAll { known in !present.contains { $0.device == known.device } }
        guard canAnyDeviceRing(in: decision.context) else { return block(&decision) }
        if state == .armed, !progress.contains(where: \.isArmed) { state = .scheduled }
        guard state == .blocked else { return }
        let isDue = base <= decision.now
        unblock(as: unblockedState(at: decision.now), &decision)
        order(
            EscalationStep(offset: nil, audience: .receiver, stage: isDue ? .ring : .handoff),
            tag: "unblocked/\(decision.now.milliseconds)",
            planned: decision.now,
            deadline: isDue ? ringDeadline(at: decision.now, decision.context.policy) : base,
            &decision
        )
    }

    /// Records what the gateway refused; a delivery records its own acceptance.
    func note(_ outcome: DeliveryEnd, of order: DeliveryOrder, _ decision: inout Decision) {
        switch outcome {
        case .accepted: break
        case .refused: decision.record(.deliveryRefused, device: order.destination.device)
        case .expired: decision.record(.deliveryExpired, device: order.destination.device)
        }
    }

    /// Decides what the end of a delivery means for the alarm.
    ///
    /// A ring that is given up before its time ran out leaves a gap. The person's other devices fill it at once, armed
    /// ones included; when none of them can be expected to ring, the sender is told now. A refused handoff shows the
    /// same ahead of time. A delivery that merely expired is followed by its next step anyway.
    mutating func handleDeliveryEnd(_ outcome: DeliveryEnd, of order: DeliveryOrder, _ decision: inout Decision) {
        guard order.stage.rings, order.epoch == epoch, let device = order.destination.device,
            !decision.context.isServer(device)
        else { return }
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
            if order.stage == .ring { ringSparedDevices(from: order, &decision) }
            if !canAnyDeviceRing(in: decision.context) { block(&decision) }
        }
    }

    /// Rings the devices that were spared so far, in place of one that a ring cannot reach.
    private mutating func ringSparedDevices(from failed: DeliveryOrder, _ decision: inout Decision) {
        guard base <= decision.now, state == .ringing || state == .blocked else { return }
        let policy = decision.context.policy
        let timedSteps = policy.scheduledSteps(from: base).map { (at: $0.at, step: policy.steps[$0.step]) }
        let step = timedSteps.last { $0.at <= decision.now && $0.step.stage == .ring }?.step
        let deadline = ringDeadline(at: decision.now, policy)
        for recipient in decision.context.receivers
        where failed.destination != .device(recipient.device) && !recipient.isServer {
            let known = progress.first { $0.device == recipient.device }
            if let known, known.isRung || known.isRinging { continue }
            orderRing(
                recipient,
                step ?? EscalationStep(offset: nil, audience: .receiver, stage: .ring),
                tag: "moved-on/\(decision.now.milliseconds)",
                offset: failed.offset,
                planned: decision.now,
                deadline: deadline,
                isAwaited: known?.hasFailed == true || state == .blocked,
                &decision
            )
        }
    }

    /// Clears the mark that pushes do not reach this device.
    mutating func forgetFailure(of device: DeviceID) {
        for index in progress.indices where progress[index].device == device { progress[index].hasFailed = false }
    }

    /// Names the devices that were to ring in an occurrence that has begun, and never reported.
    func conclude(_ decision: inout Decision) {
        guard due <= decision.now else { return }
        let mute = progress.filter { $0.isInformed && !$0.hasReceived }.map(\.device)
        if !mute.isEmpty { decision.effects.append(.unanswered(by: mute, revision: revision)) }
    }

    private func canAnyDeviceRing(in context: AlarmContext) -> Bool {
        context.receivers.contains { recipient in
            !recipient.isServer && progress.first { $0.device == recipient.device }?.canStillRing ?? true
        }
    }

    /// The state of an alarm that is no longer blocked.
    private func unblockedState(at now: Instant) -> AlarmState {
        if base <= now { return .ringing }
        if base > due { return .snoozed }
        return progress.contains(where: \.isArmed) ? .armed : .scheduled
    }
}
