extension Alarm {
    /// Returns the same promise under another name, as far as it has come; its first input is
    /// ``AlarmInput/handedOver``.
    ///
    /// The times, a snooze and the steps taken stay, and that a sound was turned off. What devices reported of the former
    /// name, and were sent under it, does not count for this one.
    public func handedOver(as id: AlarmID) -> Alarm {
        let hasBegun = processedUntil >= base
        return Alarm(
            id: id,
            preset: preset,
            schedule: schedule,
            ttl: ttl,
            state: hasBegun ? .ringing : base > due ? .snoozed : .scheduled,
            due: due,
            base: base,
            delay: delay,
            processedUntil: processedUntil,
            revision: 1,
            epoch: 1,
            progress: progress.filter(\.hasDismissed).map {
                DeviceProgress(device: $0.device, hasReceived: true, hasDismissed: true)
            },
            lastEnd: nil
        )
    }

    /// Goes on in place of another alarm, which was cancelled: what rings is ordered once more, and its steps go on.
    mutating func goOn(_ decision: inout Decision) {
        decision.record(.accepted)
        let (former, now) = (revision, decision.now)
        takeFirstSteps(&decision)
        advance(&decision)
        guard !state.isFinal, revision == former, base <= now, !decision.ordersRing else { return }
        let policy = decision.context.policy
        let taken = policy.scheduledSteps(from: base).last { $0.at <= now && policy.steps[$0.step].stage == .ring }
        guard let taken else { return }
        order(
            policy.steps[taken.step],
            tag: "handed-over",
            planned: now,
            deadline: ringDeadline(at: now, policy),
            &decision
        )
    }
}

extension Decision {
    /// Whether a ring is among the effects.
    fileprivate var ordersRing: Bool {
        effects.contains { effect in
            if case .deliver(let order) = effect { order.stage == .ring } else { false }
        }
    }
}
