extension Alarm {
    mutating func reschedule(to schedule: AlarmSchedule, due: Instant, ttl: Span, _ decision: inout Decision) {
        self.schedule = schedule
        self.ttl = ttl
        decision.record(.rescheduled)
        restart(dueAt: due, &decision)
    }

    /// Moves the present occurrence to where the zone's new rules put its wall-clock time, unless it has begun.
    ///
    /// The former rules give the wall-clock time. The occurrence stays the same one, by its date or by its number in a
    /// counted rule. Without the former rules it moves to the nearest occurrence by the new ones, unless it is one
    /// already.
    mutating func retime(from former: ZoneRules?, _ decision: inout Decision) {
        guard case .recurring(let rule, let start, let zone) = schedule,
            state == .scheduled || state == .armed || state == .snoozed || state == .blocked,
            base == due, due > decision.now,
            let current = decision.context.zones.rules(for: zone)
        else { return }
        var moved: Instant?
        if let former {
            let before = Recurrence(rule: rule, start: start, zone: former).next(after: due - .milliseconds(1))
            if let before, before.instant == due { moved = current.resolve(before.nominal).instant }
        } else {
            moved = Recurrence(rule: rule, start: start, zone: current).nearest(to: due)
        }
        guard let moved, moved != due else { return }
        decision.record(.rescheduled)
        restart(dueAt: moved, &decision)
    }

    mutating func cancel(by side: EscalationStep.Audience, _ decision: inout Decision) {
        silence(except: nil, &decision)
        if side == .receiver { tell(.declined, to: decision.context.senders, &decision) }
        if decision.context.policy.nature.isAnsweredByCancelling { resolve(except: nil, &decision) }
        end(.cancelled, side == .receiver ? .declined : .cancelled, &decision)
    }

    /// Skips an occurrence that the receiver does not want: cancels it on the phones and tells the sender that it was
    /// declined.
    mutating func decline(_ decision: inout Decision) {
        decision.record(.declined)
        silence(except: nil, &decision)
        tell(.declined, to: decision.context.senders, &decision)
        finishOccurrence(as: .cancelled, nil, &decision)
    }

    /// Ends a deadline that was met by a check-in.
    mutating func checkIn(from device: DeviceID?, _ decision: inout Decision) {
        decision.record(.acknowledged, device: device)
        silence(except: device, &decision)
        resolve(except: device, &decision)
        finishOccurrence(as: .acknowledged, nil, &decision)
    }

    /// Tells everybody who was alerted that the alert is over, where the policy includes that.
    func resolve(except device: DeviceID?, _ decision: inout Decision) {
        guard let stage = decision.context.policy.nature.resolutionStage else { return }
        decision.effects.append(.resolve(stage, except: device))
    }

    /// Ends the present occurrence, and the alarm with it unless another one follows.
    mutating func finishOccurrence(as end: AlarmState, _ event: AlarmEvent.Kind?, _ decision: inout Decision) {
        guard let next = followingOccurrence(&decision) else {
            self.end(end, event, &decision)
            return
        }
        if let event { decision.record(event) }
        decision.record(.renewed)
        lastEnd = end
        restart(dueAt: next, &decision)
    }

    /// Ends the alarm in a final state.
    mutating func end(_ end: AlarmState, _ event: AlarmEvent.Kind?, _ decision: inout Decision) {
        conclude(&decision)
        state = end
        epoch += 1
        decision.effects.append(.supersede)
        if let event { decision.record(event) }
    }

    /// Takes an occurrence to come back from the phones, and hands it to them again where its receiver lets it ring.
    ///
    /// A phone that has armed an alarm rings by itself, whatever the relay decides at the due time.
    mutating func followConsent(_ decision: inout Decision) {
        guard [.scheduled, .armed, .blocked].contains(state), base == due, due > decision.now else { return }
        silence(except: nil, &decision)
        restart(dueAt: due, &decision)
    }

    /// The next occurrence worth beginning: the newest that can still ring if some went by, else the first to come.
    private func followingOccurrence(_ decision: inout Decision) -> Instant? {
        guard schedule.recurs else { return nil }
        let now = decision.now
        let zones = decision.context.zones
        let horizon = now - decision.context.policy.misfireGrace - .milliseconds(1)
        var next = schedule.next(after: max(due, horizon), zones: zones)
        while let candidate = next, candidate <= now, let later = schedule.next(after: candidate, zones: zones) {
            if later > now { break }
            next = later
        }
        return next
    }

    /// Starts a new revision, with no progress carried over from the one before.
    private mutating func restart(dueAt due: Instant, _ decision: inout Decision) {
        conclude(&decision)
        self.due = due
        base = due
        delay = .zero
        revision += 1
        epoch += 1
        state = .scheduled
        progress = []
        decision.effects.append(.supersede)
        begin(&decision)
    }
}

extension Recurrence {
    /// The furthest that a zone's clocks are moved at once: a day, as where the date line was moved, and some hours.
    private static let furthestMove = Span.hours(26)

    /// The occurrence nearest to `instant`, the later one of two, or nil if there is none within 26 h.
    fileprivate func nearest(to instant: Instant) -> Instant? {
        var nearest: Instant?
        var candidate = next(after: instant - Self.furthestMove)?.instant
        while let found = candidate {
            if found >= instant {
                let isNearer = nearest.map { found - instant <= instant - $0 } ?? (found - instant <= Self.furthestMove)
                return isNearer ? found : nearest
            }
            nearest = found
            candidate = next(after: found)?.instant
        }
        return nearest
    }
}
