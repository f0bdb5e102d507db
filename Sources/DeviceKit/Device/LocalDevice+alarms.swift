public import AlarmCore
public import AlarmWire
import Sealing

extension LocalDevice {
    /// How long a sent alarm is remembered after it was due, in case it is to be moved.
    ///
    /// 7 days.
    static let outgoingMemory = Span.days(7)

    /// Sets an alarm for a partner.
    ///
    /// - Parameters:
    ///   - text: the message; sealed for the partner, at most about 1,900 bytes.
    ///   - time: the time; for a recurring alarm, the start.
    ///   - offset: the UTC offset in which the time is written, in seconds east; the instant is the same.
    ///   - start: for a recurring alarm whose start the zone's clocks skip, the time that they would have shown; later
    ///     occurrences keep to it, while `time` is the actual time of the first.
    ///   - pair: the pair with the partner.
    ///   - rule: the recurrence rule.
    ///   - timeZone: the IANA zone whose clocks the rule follows.
    ///   - ttl: how long it is worth delivering after it was due; 1 s to 24 h.
    ///   - sound: the name of the sound.
    /// - Returns: the alarm's identifier, its first time and its revision.
    /// - Throws: ``DeviceError/textTooLong(bytes:limit:)`` and ``DeviceError/unusableAlarm(_:)`` before anything is kept
    ///   or sent; ``DeviceError/pairEnded(_:)``; ``DeviceError/undelivered(_:_:)`` when no answer came.
    public func send(
        text: String,
        at time: Instant,
        writtenEast offset: Int = 0,
        startingAt start: LocalDateTime? = nil,
        to pair: PairID,
        rule: RecurrenceRule? = nil,
        timeZone: String? = nil,
        ttl: Span = AlarmRequest.defaultTTL,
        sound: String = AlarmRequest.defaultSound
    ) async throws(DeviceError) -> AlarmAccepted {
        guard rule == nil && start == nil || timeZone != nil else { throw .ruleWithoutZone }
        var generator = SecureRandom()
        var sent = SentAlarm(
            id: AlarmID.timeOrdered(at: now, using: &generator),
            pair: pair,
            text: text,
            time: time,
            rule: rule,
            timeZone: timeZone
        )
        let now = now
        let request = try update { profile in
            let (message, token) = try profile.seal(sent, at: now)
            let request = AlarmRequest(
                id: sent.id,
                partnerToken: token,
                time: start.map { AlarmTime($0) } ?? AlarmTime(time, writtenEast: offset),
                message: message,
                ttl: ttl,
                sound: sound,
                timeZone: timeZone,
                rule: rule
            )
            try request.check()
            sent.request = request
            profile.outgoing.removeAll {
                ($0.rule == nil || $0.isWithdrawn) && $0.isAccepted && $0.time < now - Self.outgoingMemory
            }
            profile.outgoing.append(sent)
            return request
        }
        return try await deliver(request, to: pair).accepted
    }

    /// Resends an alarm whose answer was lost; the relay accepts it once, however often it is sent.
    ///
    /// - Returns: as ``send(text:at:writtenEast:startingAt:to:rule:timeZone:ttl:sound:)`` does.
    /// - Throws: ``DeviceError/unknownAlarm(_:)`` for one whose answer has arrived.
    public func resend(_ id: AlarmID) async throws(DeviceError) -> AlarmAccepted {
        try await resendKept(id).accepted
    }

    /// Resends an alarm as ``resend(_:)`` does, and returns whether this was the attempt that ended its waiting.
    func resendKept(_ id: AlarmID) async throws(DeviceError) -> (accepted: AlarmAccepted, isFirst: Bool) {
        guard let sent = profile.outgoing.first(where: { $0.id == id }), let request = sent.request else {
            throw .unknownAlarm(id)
        }
        return try await deliver(request, to: sent.pair)
    }

    private func deliver(
        _ request: AlarmRequest,
        to pair: PairID
    ) async throws(DeviceError) -> (accepted: AlarmAccepted, isFirst: Bool) {
        let start = localTime
        // Until an attempt is known to have sent nothing, the alarm may be set: this process may end meanwhile.
        let wasInDoubt = try update { $0.beginSending(request.id, at: start) }
        let accepted: AlarmAccepted
        do {
            accepted = try await perform(Endpoints.Alarms.set(request))
        } catch {
            try update { $0.endSending(request.id, since: start, isUnsent: !wasInDoubt && error.isUnsent) }
            switch error {
            case .transport(.interrupted(let reason)): throw .undelivered(request.id, .interrupted(reason))
            case .transport(let reason):
                throw .undelivered(request.id, wasInDoubt ? .interrupted("\(reason)") : reason)
            // A relay that refuses for now may have accepted an earlier attempt.
            case .refused(let problem, _) where wasInDoubt && problem.kind?.isRetryable == true: break
            case .refused: try update { $0.outgoing.removeAll { $0.id == request.id } }
            default: break
            }
            throw try noticing(error, of: pair)
        }
        let isFirst = try update { profile in
            guard let index = profile.outgoing.firstIndex(where: { $0.id == request.id }) else { return false }
            defer {
                profile.outgoing[index].request = nil
                profile.outgoing[index].mayBeSet = false
                profile.outgoing[index].sendingSince = nil
            }
            return !profile.outgoing[index].isAccepted
        }
        return (accepted, isFirst)
    }

    /// Changes an alarm that this device's user set; the message is sealed anew for its new time.
    ///
    /// - Parameters:
    ///   - id: the alarm.
    ///   - time: the new time; nil to keep it.
    ///   - offset: the UTC offset in which the new time is written, in seconds east.
    ///   - text: the new message; nil to keep it.
    ///   - rule: the change of the rule.
    ///   - timeZone: the new zone; nil to keep it.
    ///   - ttl: the new lifetime after due; nil to keep it.
    ///   - sound: the new sound; nil to keep it.
    /// - Returns: the alarm's next time and its new revision.
    /// - Throws: ``DeviceError/unknownAlarm(_:)`` for one that this device did not set, or set long ago.
    public func reschedule(
        _ id: AlarmID,
        at time: Instant? = nil,
        writtenEast offset: Int = 0,
        text: String? = nil,
        rule: AlarmChange.Edit<RecurrenceRule> = .keep,
        timeZone: String? = nil,
        ttl: Span? = nil,
        sound: String? = nil
    ) async throws(DeviceError) -> AlarmAccepted {
        guard var sent = profile.outgoing.first(where: { $0.id == id }) else { throw .unknownAlarm(id) }
        guard sent.isAccepted else { throw .notSentYet(id) }
        let resealed = time != nil || text != nil || rule != .keep
        guard resealed || timeZone != nil || ttl != nil || sound != nil else { throw .nothingToChange }
        sent.time = time ?? sent.time
        sent.text = text ?? sent.text
        sent.timeZone = timeZone ?? sent.timeZone
        switch rule {
        case .keep: break
        case .remove: sent.rule = nil
        case .set(let rule): sent.rule = rule
        }
        guard sent.rule == nil || sent.timeZone != nil else { throw .ruleWithoutZone }
        let now = now
        let message = resealed ? try update { [sent] profile in try profile.seal(sent, at: now).message } : nil
        let change = AlarmChange(
            time: time.map { AlarmTime($0, writtenEast: offset) },
            message: message,
            ttl: ttl,
            sound: sound,
            timeZone: timeZone,
            rule: rule
        )
        try change.check()
        let accepted: AlarmAccepted
        do {
            accepted = try await perform(Endpoints.Alarms.change(id, change))
        } catch {
            throw try noticing(error, of: sent.pair)
        }
        try update { [sent] profile in
            profile.outgoing.removeAll { $0.id == id }
            profile.outgoing.append(sent)
        }
        return accepted
    }

    /// Cancels an alarm, whichever of the two set it.
    ///
    /// One that was never sent is dropped. One that may have been set is taken back as soon as the relay can be reached.
    ///
    /// - Returns: whether this device has to disarm it.
    /// - Throws: ``DeviceError/transport(_:)``; an alarm that may be set is then taken back with the next
    ///   ``sendOutbox()``.
    @discardableResult
    public func cancel(_ id: AlarmID) async throws(DeviceError) -> Bool {
        try reload()
        let kept = profile.outbox.first { $0.id == id }
        if let kept {
            try update { $0.withdraw(id) }
            guard kept.mayBeSet else { return false }
        }
        do {
            try await send(Endpoints.Alarms.cancel(id))
        } catch {
            // The relay answers "not found" for one that never reached it.
            guard error.problemKind == .gone || kept != nil && error.problemKind == .notFound else { throw error }
        }
        let now = now
        return try update { profile in
            profile.setEnd(of: id)
            guard let index = profile.incoming.firstIndex(where: { $0.id == id }) else { return false }
            let wasHeld = !profile.incoming[index].isOver
            profile.incoming[index].phase = .answered
            profile.incoming[index].since = now
            return wasHeld
        }
    }
}

extension WireDecodable where Self: WireEncodable {
    /// Checks that a relay can read the message.
    ///
    /// - Throws: ``DeviceError/unusableAlarm(_:)``.
    fileprivate func check() throws(DeviceError) {
        do {
            _ = try Self(wire: wire)
        } catch {
            throw .unusableAlarm(error)
        }
    }
}

extension DeviceError {
    /// Whether nothing has left this device.
    fileprivate var isUnsent: Bool {
        switch self {
        case .transport(.interrupted): false
        case .transport: true
        default: false
        }
    }
}

extension AlarmTime {
    /// Makes a time from an instant, written with an offset; in UTC where no text with that offset exists.
    fileprivate init(_ instant: Instant, writtenEast offset: Int) {
        guard offset != 0, let written = try? AlarmTime(instant.iso8601(secondsEast: offset)) else {
            self.init(instant)
            return
        }
        self = written
    }
}

extension Profile {
    /// Notes that a kept alarm is being sent and so may be set, and returns whether it may have been before.
    fileprivate mutating func beginSending(_ id: AlarmID, at now: Instant) -> Bool {
        guard let index = outgoing.firstIndex(where: { $0.id == id }) else { return true }
        defer {
            outgoing[index].mayBeSet = true
            outgoing[index].sendingSince = now
        }
        return outgoing[index].mayBeSet
    }

    /// Notes that an attempt has ended without an answer that settles it; an attempt that began later keeps its doubt.
    fileprivate mutating func endSending(_ id: AlarmID, since start: Instant, isUnsent: Bool) {
        guard let index = outgoing.firstIndex(where: { $0.id == id }), outgoing[index].sendingSince == start else {
            return
        }
        outgoing[index].sendingSince = nil
        if isUnsent { outgoing[index].mayBeSet = false }
    }

    /// Notes that an alarm was taken back at the relay; it is remembered for a while.
    fileprivate mutating func setEnd(of id: AlarmID) {
        guard let index = outgoing.firstIndex(where: { $0.id == id }) else { return }
        outgoing[index].request = nil
        outgoing[index].mayBeSet = false
        outgoing[index].sendingSince = nil
        outgoing[index].isWithdrawn = true
    }

    /// Takes a kept alarm back: drops it, unless the relay may have it and so has to be told.
    fileprivate mutating func withdraw(_ id: AlarmID) {
        guard let index = outgoing.firstIndex(where: { $0.id == id }) else { return }
        if outgoing[index].mayBeSet {
            outgoing[index].isWithdrawn = true
        } else {
            outgoing.remove(at: index)
        }
    }

    fileprivate mutating func seal(
        _ sent: SentAlarm,
        at now: Instant
    ) throws(DeviceError) -> (message: SealedText, token: PartnerToken) {
        guard let index = pairs.firstIndex(where: { $0.id == sent.pair }) else { throw .unknownPair(sent.pair) }
        guard let token = pairs[index].secrets?.partnerToken else { throw .pairEnded(sent.pair) }
        return (try pairs[index].seal(sent.plaintext, at: now), token)
    }
}
