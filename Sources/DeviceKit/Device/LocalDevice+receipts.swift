public import AlarmCore
public import AlarmWire

/// The result of sending a receipt.
public enum ReceiptOutcome: Hashable, Sendable {
    /// The relay has accepted the receipt.
    case taken(ReceiptAccepted)
    /// The relay has accepted the receipt, and knows a newer revision than this device: sync.
    case stale(ReceiptAccepted)
    /// The relay cannot be reached now; the receipt is stored and sent with the next sync.
    case kept

    /// Whether the receipt had a reply that the alarm's sender does not get.
    ///
    /// The alarm was over or had moved on, or another device had answered it. Of a receipt that is kept nobody knows yet;
    /// see ``LocalDevice/takeLostReplies()``.
    public var isReplyLost: Bool {
        switch self {
        case .taken(let answer), .stale(let answer): answer.isReplyLost
        case .kept: false
        }
    }
}

/// A reply that was kept while the relay could not be reached, and that nobody gets.
public struct LostReply: Hashable, Sendable {
    /// The alarm that it answered.
    public var id: AlarmID
    /// The alarm's message, where it could be verified.
    public var text: String?
    /// The display name of the partner who does not get it, where it is known.
    public var partnerName: String?
}

extension LocalDevice {
    /// Reports an event of an alarm on this device (PA1 section 5).
    ///
    /// It is stored here first, so that an alarm that was answered without a network does not ring again. Any answer
    /// takes back a local notification; after a snooze a device that arms no system alarm keeps one for its end and
    /// ``AlarmPlanner/localDelay``.
    ///
    /// - Parameters:
    ///   - report: the kind of report.
    ///   - id: the alarm.
    ///   - until: the end of a snooze, by this device's own clock; 9 min from now by default.
    ///   - reply: a reply to the sender, sealed; only for an alarm whose message could be verified.
    /// - Returns: the result of sending the receipt.
    /// - Throws: ``DeviceError/unknownAlarm(_:)``, ``DeviceError/noOneToReplyTo(_:)``,
    ///   ``DeviceError/textTooLong(bytes:limit:)``, ``DeviceError/refused(_:retryAfter:)``,
    ///   ``DeviceError/pairEnded(_:)``.
    @discardableResult
    public func report(
        _ report: AlarmReceipt.Report,
        of id: AlarmID,
        until: Instant? = nil,
        reply: String? = nil
    ) async throws(DeviceError) -> ReceiptOutcome {
        let now = now
        let end = until.map { $0 + profile.clockOffset }
        let receipt = try update { profile in
            try profile.note(report, of: id, until: end, reply: reply, at: now)
        }
        do {
            let answer = try await perform(Endpoints.Alarms.report(id, receipt))
            if let end = answer.snoozedUntil { try update { $0.note(snoozeOf: id, endingAt: end) } }
            if let reply, !answer.isReplyLost, answer.revision == receipt.revision {
                try update { $0.note(reply: reply, to: id) }
            }
            return answer.revision > receipt.revision ? .stale(answer) : .taken(answer)
        } catch {
            guard error.isPassing else {
                if report == .snoozed { try update { $0.forgetSnooze(of: id) } }
                guard let pair = profile.alarm(id)?.pair else { throw error }
                throw try noticing(error, of: pair)
            }
            try update { $0.unsentReceipts.append(UnsentReceipt(id: id, receipt: receipt)) }
            return .kept
        }
    }

    /// Answers a notice that asks for something: a warning, or an alert about somebody whom this person looks after.
    ///
    /// - Parameters:
    ///   - notice: the notice.
    ///   - report: the answer, such as `acknowledged`.
    ///   - until: the end of a snooze, by this device's own clock.
    /// - Returns: the result of sending the receipt.
    /// - Throws: ``DeviceError/refused(_:retryAfter:)``.
    @discardableResult
    public func answer(
        _ notice: AlarmNotice,
        with report: AlarmReceipt.Report,
        until: Instant? = nil
    ) async throws(DeviceError) -> ReceiptOutcome {
        var receipt = Receipt(report: report, revision: notice.revision, at: now)
        receipt.until = until.map { $0 + profile.clockOffset }
        do {
            return .taken(try await perform(Endpoints.Alarms.report(notice.id, receipt)))
        } catch {
            guard error.isPassing else { throw error }
            try update { $0.unsentReceipts.append(UnsentReceipt(id: notice.id, receipt: receipt)) }
            return .kept
        }
    }

    /// Sends the reports that were kept while the relay could not be reached, as every ``sync(fromScratch:)`` does.
    ///
    /// - Throws: ``DeviceError/profile(_:)``, ``DeviceError/cancelled``, ``DeviceError/protocolViolation(_:)``.
    public func sendReceipts() async throws(DeviceError) {
        try reload()
        try await sendKeptReceipts()
    }

    /// The replies that were kept while the relay could not be reached and that nobody gets, because the alarm was over
    /// by then, had moved on, or was answered on another device; each is named once.
    ///
    /// - Throws: ``DeviceError/profile(_:)``.
    public func takeLostReplies() throws(DeviceError) -> [LostReply] {
        guard !profile.lostReplies.isEmpty else { return [] }
        return try update { profile in
            defer { profile.lostReplies = [] }
            return profile.lostReplies.map { id in
                let known = profile.alarm(id)
                return LostReply(
                    id: id,
                    text: known?.text,
                    partnerName: known?.pair.flatMap { profile.pair($0) }?.partnerName
                )
            }
        }
    }

    /// The alerts to which answers were kept while the relay could not be reached, and do not count, because the alert had
    /// been signalled again by then and is open; each is named once.
    ///
    /// - Throws: ``DeviceError/profile(_:)``.
    public func takeOutdatedAnswers() throws(DeviceError) -> [AlarmID] {
        guard !profile.outdatedAnswers.isEmpty else { return [] }
        return try update { profile in
            defer { profile.outdatedAnswers = [] }
            return profile.outdatedAnswers
        }
    }

    /// Retries the receipts that could not be sent before.
    ///
    /// Drops those that the relay refuses for good. Notes whose reply was lost, and what was answered too long ago.
    func sendKeptReceipts() async throws(DeviceError) {
        while let kept = profile.unsentReceipts.first {
            var (isReplyLost, isOutdated) = (false, false)
            do {
                let request = Endpoints.Alarms.report(kept.id, kept.receipt)
                let response = try await send(request)
                if let accepted = try? Self.read(response, to: request) {
                    isReplyLost = accepted.isReplyLost
                    isOutdated = kept.receipt.isOutdated(by: accepted) && profile.alarm(kept.id) == nil
                }
            } catch {
                if error.isPassing { return }
                guard case .refused = error else { throw error }
                isReplyLost = kept.receipt.reply != nil
                if kept.receipt.report == .snoozed { try update { $0.forgetSnooze(of: kept.id) } }
            }
            try update { [isReplyLost, isOutdated] profile in
                guard let index = profile.unsentReceipts.firstIndex(of: kept) else { return }
                profile.unsentReceipts.remove(at: index)
                if isReplyLost { profile.noteLostReply(to: kept.id) }
                if isOutdated { profile.noteOutdatedAnswer(to: kept.id) }
            }
        }
    }
}

extension DeviceError {
    /// Whether a retry may succeed later.
    var isPassing: Bool {
        switch self {
        case .transport: true
        case .refused(let problem, _): problem.kind?.isRetryable == true
        default: false
        }
    }
}

extension Receipt {
    /// Whether the relay has dropped it as one of an earlier revision, while the alarm goes on.
    fileprivate func isOutdated(by accepted: ReceiptAccepted) -> Bool {
        (report == .acknowledged || report == .completed) && accepted.revision > revision && !accepted.state.isFinal
    }
}

extension Profile {
    /// The most replies that are remembered as lost, and answers as outdated: 16 each, the newest.
    private static let lostLimit = 16

    /// Notes that nobody gets the reply to an alarm, until it is said.
    mutating func noteLostReply(to id: AlarmID) {
        lostReplies.removeAll { $0 == id }
        lostReplies = (lostReplies + [id]).suffix(Self.lostLimit)
    }

    /// Notes that an answer to an alert does not count, until it is said.
    fileprivate mutating func noteOutdatedAnswer(to id: AlarmID) {
        outdatedAnswers.removeAll { $0 == id }
        outdatedAnswers = (outdatedAnswers + [id]).suffix(Self.lostLimit)
    }

    /// The default length of a snooze: 9 min, as phones do.
    private static let defaultSnooze = Span.minutes(9)

    /// Records when the relay rings again, so that a ring at the end of a snooze that the relay shortened does not
    /// count as early.
    fileprivate mutating func note(snoozeOf id: AlarmID, endingAt end: Instant) {
        guard let index = incoming.firstIndex(where: { $0.id == id }), case .snoozed = incoming[index].phase else {
            return
        }
        incoming[index].phase = .snoozed(until: end)
    }

    /// Keeps a reply that has arrived: it cannot be opened any more once its pair has ended.
    fileprivate mutating func note(reply: String, to id: AlarmID) {
        guard let index = incoming.firstIndex(where: { $0.id == id }) else { return }
        incoming[index].ownReply = reply
    }

    /// Ends the snooze on this device, because the relay knows of none and may ring again at once.
    fileprivate mutating func forgetSnooze(of id: AlarmID) {
        guard let index = incoming.firstIndex(where: { $0.id == id }), case .snoozed = incoming[index].phase else {
            return
        }
        incoming[index].phase = .pending
    }

    /// Records an event of an alarm, and makes the receipt for it.
    fileprivate mutating func note(
        _ report: AlarmReceipt.Report,
        of id: AlarmID,
        until: Instant?,
        reply: String?,
        at now: Instant
    ) throws(DeviceError) -> Receipt {
        guard let index = incoming.firstIndex(where: { $0.id == id }) else { throw .unknownAlarm(id) }
        let known = incoming[index]
        var receipt = Receipt(report: report, revision: known.revision, at: now)
        switch report {
        case .received: return receipt
        // An alarm that was answered or cancelled in the meantime stays so; the relay is told all the same.
        case .armed, .ringing:
            guard !known.isOver else { return receipt }
            incoming[index].phase = report == .armed ? .armed : .ringing
        case .acknowledged, .dismissed, .completed:
            incoming[index].phase = .answered
            incoming[index].isDone = report != .dismissed
        case .snoozed:
            let end = until ?? now + Self.defaultSnooze
            incoming[index].phase = .snoozed(until: end)
            receipt.until = end
        }
        incoming[index].since = now
        incoming[index].putOffUntil = nil
        if let reply {
            guard let pair = known.pair, let pairIndex = pairs.firstIndex(where: { $0.id == pair }) else {
                throw .noOneToReplyTo(id)
            }
            // Bound to alarm and occurrence, like the message that it answers.
            let message = MessagePlaintext(id: id, time: known.time, text: reply)
            receipt.reply = try pairs[pairIndex].seal(message, at: now)
        }
        return receipt
    }
}
