package import AlarmCore
package import AlarmWire
import Delivery
package import Engine
import Sealing
package import Storage

/// The alarms that people set for their partners, and what devices report about alarms of every kind.
package struct Alarms: Feature {
    package let tx: RelayTransaction

    /// Accepts an alarm (PA1 section 5).
    ///
    /// The same identifier with the same content gets the same answer as before, whatever has become of the alarm
    /// since; other content is a conflict. Size, time and quota are checked now, so that nothing fails for them at the
    /// due second.
    package func accept(_ request: AlarmRequest, from device: Device) throws -> EngineResponse {
        let digest = try request.digest
        if let known = try transaction.alarm(request.id) {
            guard known.sender == device.person, ConstantTime.equal(known.content.digest, digest) else {
                throw Problem(.idReused, pointer: "/id")
            }
            return EngineResponse(202, try accepted(known))
        }
        let edge = try edge(of: request.partnerToken, heldBy: device.person)
        try readAhead(of: edge, recurs: request.rule != nil)
        let timing = try schedule(request.time, zone: request.timeZone, rule: request.rule)
        try checkQuota(of: edge)
        try checkRings(of: timing, request.id, in: edge.pair, from: edge.from)
        try tx.consents.requireConsent(of: edge.to, to: edge.from, at: timing.due)
        let alarm = Alarm(
            id: request.id,
            preset: EscalationPolicy.partnerAlarm.name,
            schedule: timing.schedule,
            due: timing.due,
            ttl: request.ttl
        )
        let content = AlarmContent(
            message: request.message,
            sound: request.sound,
            timeZone: request.timeZone,
            firstTime: timing.firstTime,
            digest: digest
        )
        try engine.channels.checkSize(of: PushContent.largest(of: alarm, content))
        let row = try tx.insert(alarm, content, from: edge.from, to: edge.to, in: edge.pair)
        tx.commitEffects.accepted += 1
        return EngineResponse(202, try accepted(row))
    }

    /// Changes an alarm's time, message or repetition, which makes a new revision and delivers it anew.
    package func change(_ id: AlarmID, _ change: AlarmChange, by device: Device) throws -> EngineResponse {
        var row = try own(id, device, as: .sender)
        try refuseEnded(row)
        try tx.kinds[row.alarm.preset].requireChanging(row)
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
        var timing = ResolvedTime(schedule: alarm.schedule, due: alarm.due, firstTime: row.content.firstTime)
        if isTimed {
            var start: LocalDateTime?
            if change.time == nil, change.timeZone == nil, case .recurring(_, let former, _) = alarm.schedule {
                start = former
            }
            let time = change.time ?? AlarmTime(timing.firstTime ?? alarm.due)
            timing = try schedule(time, zone: zone, rule: rule, from: start)
            try checkRings(of: timing, id, in: row.circle, from: row.sender)
            try tx.consents.requireConsent(of: row.receiver, to: row.sender, at: timing.due)
        }
        row.content.firstTime = timing.firstTime
        row.content.timeZone = zone
        row.content.message = change.message ?? row.content.message
        row.content.sound = change.sound ?? row.content.sound
        let ttl = change.ttl ?? alarm.ttl
        let next = Alarm(id: id, preset: alarm.preset, schedule: timing.schedule, due: timing.due, ttl: ttl)
        try engine.channels.checkSize(of: PushContent.largest(of: next, row.content))
        try tx.run(.reschedule(timing.schedule, due: timing.due, ttl: ttl), on: &row)
        return EngineResponse(200, try accepted(row))
    }

    /// Cancels an alarm, for its sender or its receiver.
    package func cancel(_ id: AlarmID, by device: Device) throws -> EngineResponse {
        var row = try own(id, device)
        try tx.kinds[row.alarm.preset].requireCancelling(row)
        try tx.run(.cancel(by: row.sender == device.person ? .sender : .receiver), on: &row)
        return EngineResponse(200, ReceiptAccepted(id: id, state: row.alarm.state, revision: row.alarm.revision))
    }

    private func accepted(_ row: AlarmRow) throws -> AlarmAccepted {
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
            nextTimes: next,
            nobodyListens: try nobodyListens(for: row.receiver)
        )
    }

    /// Whether all devices of a person ring only while they listen, and none listens now, on this node or another one.
    private func nobodyListens(for person: PersonID) throws -> Bool {
        let devices = try transaction.devices(of: person).filter { $0.isReachable && !$0.platform.isServer }
        guard !devices.isEmpty, devices.allSatisfy({ $0.platform == .events }), !engine.events.isListening(person)
        else { return false }
        return try !tx.listenElsewhere(devices.map(\.id))
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
        try require(device, as: side, of: row)
        return row
    }

    /// Checks that an alarm belongs to a device's person, on the given side, and that its circle has not ended.
    ///
    /// - Throws: the problems `not-found` and `gone`.
    package func require(_ device: Device, as side: EscalationStep.Audience? = nil, of row: AlarmRow) throws {
        let isSender = row.sender == device.person
        let isReceiver = row.receiver == device.person
        guard side == .sender && isSender || side == .receiver && isReceiver || side == nil && (isSender || isReceiver)
        else { throw Problem(.notFound) }
        guard try transaction.isActive(circleOf: row) else {
            throw Problem(.gone, detail: "the pair or circle of this alarm has ended, and the alarm with it")
        }
    }

    /// Refuses a change of an alarm that has begun to ring, unless the change sets another time.
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
