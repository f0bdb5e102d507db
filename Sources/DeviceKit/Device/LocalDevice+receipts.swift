public import AlarmCore
public import AlarmWire

/// What the relay said to a receipt.
public enum ReceiptOutcome: Hashable, Sendable {
    /// The relay has it.
    case taken(ReceiptAccepted)
    /// The relay has it, and knows a newer revision than this device: sync.
    case stale(ReceiptAccepted)
    /// The relay cannot be reached now; the receipt is kept and goes out with the next sync.
    case kept
}

extension LocalDevice {
    /// Reports what happened to an alarm on this device (PA1 section 5).
    ///
    /// It is remembered here first, so that an alarm that was answered without a network does not ring again.
    ///
    /// - Parameters:
    ///   - report: what happened.
    ///   - id: the alarm.
    ///   - until: the end of a snooze, by this device's own clock; 9 min from now unless told.
    ///   - reply: words for the sender, sealed; only for an alarm whose words could be verified.
    /// - Returns: what the relay said to it.
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
            let answer: ReceiptAccepted = try await call(.post, Routes.receipts(id), body: receipt)
            if let end = answer.snoozedUntil { try update { $0.note(snoozeOf: id, endingAt: end) } }
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

    /// Sends again what the relay could not be told before, as far as it can be told now.
    ///
    /// Drops what the relay refuses for good.
    func sendKeptReceipts() async throws(DeviceError) {
        while let kept = profile.unsentReceipts.first {
            do {
                try await call(.post, Routes.receipts(kept.id), body: kept.receipt)
            } catch {
                if error.isPassing { return }
                guard case .refused = error else { throw error }
                if kept.receipt.report == .snoozed { try update { $0.forgetSnooze(of: kept.id) } }
            }
            try update { profile in
                guard let index = profile.unsentReceipts.firstIndex(of: kept) else { return }
                profile.unsentReceipts.remove(at: index)
            }
        }
    }
}

extension DeviceError {
    /// Whether the same thing may succeed later.
    fileprivate var isPassing: Bool {
        switch self {
        case .transport: true
        case .refused(let problem, _): problem.kind?.isRetryable == true
        default: false
        }
    }
}

extension Profile {
    /// How long a snooze lasts when nobody says: 9 min, as phones do.
    private static let usualSnooze = Span.minutes(9)

    /// Takes over when the relay rings again, so that a ring at the end of a snooze that it cut short is not taken for one
    /// that came too early.
    fileprivate mutating func note(snoozeOf id: AlarmID, endingAt end: Instant) {
        guard let index = incoming.firstIndex(where: { $0.id == id }), case .snoozed = incoming[index].phase else {
            return
        }
        incoming[index].phase = .snoozed(until: end)
    }

    /// Lets the relay ring again at once, which knows of no snooze.
    fileprivate mutating func forgetSnooze(of id: AlarmID) {
        guard let index = incoming.firstIndex(where: { $0.id == id }), case .snoozed = incoming[index].phase else {
            return
        }
        incoming[index].phase = .pending
    }

    /// Remembers what happened, and makes the receipt for it.
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
        // What was answered or taken back while the system was at it stays so; the relay hears of it all the same.
        case .armed, .ringing:
            guard !known.isOver else { return receipt }
            incoming[index].phase = report == .armed ? .armed : .ringing
        case .acknowledged, .dismissed, .completed: incoming[index].phase = .answered
        case .snoozed:
            let end = until ?? now + Self.usualSnooze
            incoming[index].phase = .snoozed(until: end)
            receipt.until = end
        }
        incoming[index].since = now
        if let reply {
            guard let pair = known.pair, let pairIndex = pairs.firstIndex(where: { $0.id == pair }) else {
                throw .noOneToReplyTo(id)
            }
            // Bound to alarm and occurrence, as the words that it answers are.
            let message = MessagePlaintext(id: id, time: known.time, text: reply)
            receipt.reply = try pairs[pairIndex].seal(message, at: now)
        }
        return receipt
    }
}
