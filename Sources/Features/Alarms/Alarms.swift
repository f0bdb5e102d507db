package import AlarmCore
package import AlarmWire
import Sealing
import Storage

extension Work {
    /// Takes an alarm over (PA1 section 5).
    ///
    /// The same name with the same content answers as before, whatever has become of the alarm since; with other content
    /// it is a conflict. Size, time and quota are checked now, so that nothing fails for them at the due second.
    package func accept(_ request: AlarmRequest, from device: Device) throws -> Answer {
        let digest = try SHA256.hash(request.wire)
        if let known = try transaction.alarm(request.id) {
            guard known.sender == device.person, ConstantTime.equal(known.content.digest, digest) else {
                throw Problem(.idReused, pointer: "/id")
            }
            return Answer(202, accepted(known))
        }
        let edge = try edge(of: request.partnerToken, heldBy: device.person)
        let timing = try schedule(request.time, zone: request.timeZone, rule: request.rule)
        try checkQuota(of: edge)
        try requireConsent(of: edge.to, to: edge.from, at: timing.due)
        var alarm = Alarm(
            id: request.id,
            preset: EscalationPolicy.partnerAlarm.name,
            schedule: timing.schedule,
            due: timing.due,
            ttl: request.lifetime
        )
        let content = AlarmContent(
            message: request.message.text,
            sound: request.sound,
            timeZone: request.timeZone,
            firstTime: timing.firstTime,
            digest: digest
        )
        try PushContent.checkSize(of: alarm, content)
        let context = try context(
            preset: alarm.preset,
            sender: edge.from,
            receiver: edge.to,
            circle: edge.pair
        )
        let effects = alarm.handle(.accepted, at: now, in: context)
        let row = try transaction.insert(
            NewAlarm(
                alarm: alarm,
                content: content,
                circle: edge.pair,
                sender: edge.from,
                receiver: edge.to,
                acceptedAt: now,
                wakeAt: effects.nextWake
            )
        )
        try apply(effects, of: row, isNew: true)
        ripple.accepted += 1
        return Answer(202, accepted(row))
    }

    /// Changes an alarm's time, words or repetition: a new revision, handed off anew.
    package func change(_ id: AlarmID, _ change: AlarmChange, by device: Device) throws -> Answer {
        var row = try own(id, device, as: .sender)
        try refuseEnded(row)
        guard row.alarm.preset == EscalationPolicy.partnerAlarm.name else {
            throw Problem(.conflict, detail: "this alarm speaks for something else: change that, and it follows")
        }
        try countChange(of: row)
        let alarm = row.alarm
        let zone = change.timeZone ?? row.content.timeZone
        let rule: RecurrenceRule?
        switch change.rule {
        case .keep: if case .recurring(let current, _, _) = alarm.schedule { rule = current } else { rule = nil }
        case .remove: rule = nil
        case .set(let other): rule = other
        }
        let isTimed = change.time != nil || change.timeZone != nil || change.rule != .keep
        if isTimed, change.message == nil {
            throw Problem(
                .malformed,
                detail: "the sealed message repeats the time: seal it anew and send it along",
                pointer: "/message"
            )
        }
        if !isTimed { try refuseBegun(row) }
        var timing = Timing(schedule: alarm.schedule, due: alarm.due, firstTime: row.content.firstTime)
        if isTimed {
            var start: LocalDateTime?
            if change.time == nil, change.timeZone == nil, case .recurring(_, let former, _) = alarm.schedule {
                start = former
            }
            let time = change.time ?? AlarmTime(timing.firstTime ?? alarm.due)
            timing = try schedule(time, zone: zone, rule: rule, from: start)
            try requireConsent(of: row.receiver, to: row.sender, at: timing.due)
        }
        row.content.firstTime = timing.firstTime
        row.content.timeZone = zone
        row.content.message = change.message?.text ?? row.content.message
        row.content.sound = change.sound ?? row.content.sound
        let lifetime = change.lifetime ?? alarm.ttl
        try PushContent.checkSize(
            of: Alarm(id: id, preset: alarm.preset, schedule: timing.schedule, due: timing.due, ttl: lifetime),
            row.content
        )
        try run(.reschedule(timing.schedule, due: timing.due, ttl: lifetime), on: &row)
        return Answer(200, accepted(row))
    }

    /// Takes an alarm back, by its sender or by the person for whom it would ring.
    package func cancel(_ id: AlarmID, by device: Device) throws -> Answer {
        var row = try own(id, device)
        try refuseCheckIn(row)
        try run(.cancel(by: row.sender == device.person ? .sender : .receiver), on: &row)
        return Answer(200, ReceiptAccepted(id: id, state: row.alarm.state, revision: row.alarm.revision))
    }

    private func accepted(_ row: AlarmRow) -> AlarmAccepted {
        var next = row.alarm.schedule.recurs ? [row.alarm.due] : []
        while let last = next.last, next.count < 4,
            let following = row.alarm.schedule.next(after: last, zones: engine.zones)
        {
            next.append(following)
        }
        return AlarmAccepted(
            id: row.alarm.id,
            time: row.alarm.due,
            state: row.alarm.state,
            revision: row.alarm.revision,
            nextTimes: next
        )
    }

    private func edge(of token: PartnerToken, heldBy person: PersonID) throws -> Edge {
        if let edge = try transaction.edge(try SHA256.hash(token.bytes)), edge.from == person { return edge }
        for pair in try transaction.pairs(of: person) where !pair.isActive {
            if ConstantTime.equal(try engine.vault.partnerToken(of: pair.id, heldBy: person), token.bytes) {
                throw Problem(.gone, detail: "this pair has ended: pair again to set alarms", pointer: "/toToken")
            }
        }
        throw Problem(
            .notFound,
            detail: "no partner is known to this device by that token: pair first",
            pointer: "/toToken"
        )
    }

    func own(_ id: AlarmID, _ device: Device, as side: EscalationStep.Audience? = nil) throws -> AlarmRow {
        guard let row = try transaction.alarm(id) else { throw Problem(.notFound) }
        let isSender = row.sender == device.person
        let isReceiver = row.receiver == device.person
        guard side == .sender && isSender || side == .receiver && isReceiver || side == nil && (isSender || isReceiver)
        else { throw Problem(.notFound) }
        guard try transaction.isActive(circleOf: row) else {
            throw Problem(.gone, detail: "the pair or circle of this alarm has ended, and the alarm with it")
        }
        return row
    }

    /// What was due already has begun to ring: only another time can be put in its place.
    private func refuseBegun(_ row: AlarmRow) throws {
        guard row.alarm.due < now - engine.limits.latestPast else { return }
        throw Problem(
            .conflict,
            detail: "the alarm was due at \(row.alarm.due.iso8601): name another time as well, or set a new one"
        )
    }

    private func refuseEnded(_ row: AlarmRow) throws {
        guard row.alarm.state.isFinal else { return }
        throw Problem(.conflict, detail: "the alarm is \(row.alarm.state.rawValue) and cannot change: set a new one")
    }
}
