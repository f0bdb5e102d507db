public import AlarmCore

/// What a person answers to a ringing alarm; the raw values are the identifiers of a notification's actions.
public enum AlarmAnswer: String, CaseIterable, Hashable, Sendable {
    /// They are up.
    case gotIt = "GOT_IT"
    /// Ring again in nine minutes.
    case snooze = "SNOOZE"
    /// They are up, and write back.
    case reply = "REPLY"
    /// Ring no more; the sender is told that it was dismissed.
    case dismiss = "DISMISS"

    /// The report for it.
    public var report: AlarmReceipt.Report {
        switch self {
        case .gotIt, .reply: .acknowledged
        case .snooze: .snoozed
        case .dismiss: .dismissed
        }
    }
}

extension LocalDevice {
    /// Answers an alarm: silences it here at once, and tells the relay, now or with the next sync.
    ///
    /// After a snooze the relay hands the alarm off again for its end.
    ///
    /// - Parameters:
    ///   - answer: the answer.
    ///   - id: the alarm.
    ///   - text: the reply; blank text is none.
    ///   - system: the system.
    /// - Returns: the result of sending the receipt.
    /// - Throws: as ``report(_:of:until:reply:)``; the alarm is silent here all the same.
    @discardableResult
    public func answer(
        _ answer: AlarmAnswer,
        to id: AlarmID,
        saying text: String? = nil,
        on system: any AlarmSystem
    ) async throws(DeviceError) -> ReceiptOutcome {
        await system.takeBack(id)
        let isBlank = text?.allSatisfy(\.isWhitespace) ?? true
        return try await report(answer.report, of: id, reply: isBlank ? nil : text)
    }
}
