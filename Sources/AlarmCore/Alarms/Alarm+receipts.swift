extension Alarm {
    /// How far ahead of due a phone may already be ringing, because its clock is ahead of the relay's.
    ///
    /// 60 s.
    static let earlyMark = Span.seconds(60)
    /// The default length of a snooze, for a phone that names no end.
    ///
    /// 9 min, as phones do.
    static let defaultSnooze = Span.minutes(9)

    /// Whether a phone may be ringing, or have rung since the present occurrence began.
    ///
    /// True once the alarm is due, shortly before (for a phone whose clock is ahead), and after a snooze.
    public func mayHaveRung(at now: Instant) -> Bool { state == .snoozed || isTime(at: now) }

    private func isTime(at now: Instant) -> Bool { base - Self.earlyMark <= now }

    /// Records the first sign of life of a device; a stale or repeated receipt is ignored.
    mutating func hear(_ receipt: AlarmReceipt, _ decision: inout Decision) {
        guard !state.isFinal, receipt.revision == revision,
            !progress.contains(where: { $0.device == receipt.device && $0.hasReceived })
        else { return }
        update(receipt.device) { $0.hasReceived = true }
        decision.record(.received, device: receipt.device)
    }

    mutating func take(_ receipt: AlarmReceipt, _ decision: inout Decision) {
        guard !state.isFinal, receipt.revision == revision else {
            decision.record(.stale, device: receipt.device)
            return
        }
        update(receipt.device) { known in
            known.hasReceived = true
            known.hasFailed = false
        }
        let isTime = isTime(at: decision.now)
        switch receipt.report {
        case .received: break
        case .armed:
            // A repeated report is not recorded: a phone could lengthen the record at will.
            let isNew = !progress.contains { $0.device == receipt.device && $0.isArmed }
            update(receipt.device) { $0.isArmed = true }
            if isNew { decision.record(.armed, device: receipt.device) }
            if base > decision.now {
                unblock(as: .armed, &decision)
                if state == .scheduled { state = .armed }
            }
        case .ringing:
            let isNew = !progress.contains { $0.device == receipt.device && $0.isRinging }
            update(receipt.device) { $0.isRinging = true }
            if isNew { decision.record(.ringing, device: receipt.device) }
            if isTime {
                unblock(as: .ringing, &decision)
                state = .ringing
            }
        case .snoozed:
            snooze(until: receipt.until, on: receipt.device, &decision)
        case .acknowledged, .completed:
            decision.record(.acknowledged, device: receipt.device)
            tell(.acknowledged, to: decision.context.senders, &decision)
            silence(except: receipt.device, &decision)
            resolve(except: receipt.device, &decision)
            finishOccurrence(as: .acknowledged, nil, &decision)
        case .dismissed where decision.context.policy.nature.endsWhenDone:
            decision.record(.dismissed, device: receipt.device)
            // Before due, the receiver dismissed a notice, the last one a minute ahead; the ring is still to come.
            let hasRung = base <= decision.now
            update(receipt.device) { known in
                known.isRinging = false
                known.hasDismissed = known.hasDismissed || hasRung
            }
            if hasRung { silence(except: receipt.device, &decision) }
        case .dismissed where isTime:
            decision.record(.dismissed, device: receipt.device)
            tell(.dismissed, to: decision.context.senders, &decision)
            silence(except: receipt.device, &decision)
            finishOccurrence(as: .acknowledged, nil, &decision)
        case .dismissed:
            decision.record(.declined, device: receipt.device)
            tell(.declined, to: decision.context.senders, &decision)
            silence(except: receipt.device, &decision)
            finishOccurrence(as: .cancelled, nil, &decision)
        }
    }

    /// Restarts the steps from the end of the snooze.
    ///
    /// The phone that snoozed keeps its own alarm; the others cancel theirs. A server's answer puts the alarm off as
    /// well, and makes nobody reachable.
    private mutating func snooze(until: Instant?, on device: DeviceID, _ decision: inout Decision) {
        let latest = decision.now + decision.context.policy.longestSnooze
        let end = min(max(until ?? decision.now + Self.defaultSnooze, decision.now + .seconds(1)), latest)
        // A snooze before due asks for a later ring, never for an earlier one.
        base = max(end, due)
        delay = .zero
        processedUntil = decision.now
        if state != .blocked || !decision.context.isServer(device) {
            unblock(as: .snoozed, &decision)
            state = .snoozed
        }
        epoch += 1
        decision.effects.append(.supersede)
        silence(except: device, &decision)
        for index in progress.indices {
            progress[index].isRinging = false
            progress[index].isRung = false
            progress[index].hasDismissed = false
            if progress[index].device != device { progress[index].isArmed = false }
        }
        decision.record(.snoozed, device: device)
    }

    /// Tells every informed device but one to cancel what it has of this alarm.
    ///
    /// The cancellation is worth delivering for as long as a ring that it follows.
    mutating func silence(except spared: DeviceID?, _ decision: inout Decision) {
        let lifetimeEnd = max(base, decision.now) + ttl
        let deadline = max(lifetimeEnd, ringDeadline(at: decision.now, decision.context.policy))
        for known in progress where known.device != spared && (known.isInformed || known.isArmed) {
            guard decision.context.receivers.contains(where: { $0.device == known.device }) else { continue }
            send(
                .cancel,
                to: .device(known.device),
                urgency: .active,
                tag: "silence/\(decision.now.milliseconds)",
                planned: decision.now,
                deadline: deadline,
                &decision
            )
        }
    }
}
