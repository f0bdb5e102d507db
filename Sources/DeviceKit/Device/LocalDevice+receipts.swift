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
    ///   - until: the end of a snooze.
    ///   - reply: words for the sender, sealed; only for an alarm whose words could be verified.
    /// - Throws: ``DeviceError/unknownAlarm(_:)``, ``DeviceError/noOneToReplyTo(_:)``,
    ///   ``DeviceError/textTooLong(bytes:limit:)``, ``DeviceError/refused(_:retryAfter:)``.
    @discardableResult
    public func report(
        _ report: AlarmReceipt.Report,
        of id: AlarmID,
        until: Instant? = nil,
        reply: String? = nil
    ) async throws(DeviceError) -> ReceiptOutcome {
        let now = now
        let at = relayTime
        let receipt = try update { profile in
            try profile.note(report, of: id, until: until, reply: reply, at: now, relayTime: at)
        }
        do {
            let answer: ReceiptAccepted = try await call(.post, Routes.receipts(id), body: receipt)
            return answer.revision > receipt.revision ? .stale(answer) : .taken(answer)
        } catch {
            guard case .transport = error else { throw error }
            try update { $0.unsentReceipts.append(UnsentReceipt(id: id, receipt: receipt)) }
            return .kept
        }
    }

    /// Sends again what the relay could not be told before; drops what it refuses, since it will refuse it always.
    func sendKeptReceipts() async throws(DeviceError) {
        while let kept = profile.unsentReceipts.first {
            do {
                try await call(.post, Routes.receipts(kept.id), body: kept.receipt)
            } catch {
                guard case .refused(let problem, _) = error, problem.kind?.isRetryable != true else { throw error }
            }
            try update { profile in
                guard let index = profile.unsentReceipts.firstIndex(of: kept) else { return }
                profile.unsentReceipts.remove(at: index)
            }
        }
    }
}

extension Profile {
    /// Remembers what happened, and makes the receipt for it.
    fileprivate mutating func note(
        _ report: AlarmReceipt.Report,
        of id: AlarmID,
        until: Instant?,
        reply: String?,
        at now: Instant,
        relayTime: Instant
    ) throws(DeviceError) -> Receipt {
        guard let index = incoming.firstIndex(where: { $0.id == id }) else { throw .unknownAlarm(id) }
        let known = incoming[index]
        var receipt = Receipt(report: report, revision: known.revision, at: relayTime)
        switch report {
        case .armed: incoming[index].phase = .armed
        case .ringing: incoming[index].phase = .ringing
        case .acknowledged, .dismissed, .completed: incoming[index].phase = .answered
        case .snoozed:
            let end = until ?? now + .minutes(9)
            incoming[index].phase = .snoozed(until: end)
            receipt.until = end + (relayTime - now)
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
