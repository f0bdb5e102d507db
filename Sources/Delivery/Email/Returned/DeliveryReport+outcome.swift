package import AlarmCore
import CurlClient

extension DeliveryReport {
    /// The pause before a returned letter may be sent again.
    ///
    /// 1 h: its mail system has tried for hours, and would otherwise get the same letter again and again.
    static let pause = Span.hours(1)

    private static let cameBack = "the letter came back: "

    /// The reason for which a letter came back, for whoever is told beside it that it did.
    package static func cause(_ reason: String) -> String {
        reason.hasPrefix(cameBack) ? String(reason.dropFirst(cameBack.count)) : reason
    }

    /// The outcome that replaces the one recorded at the sending; nil where that still holds.
    ///
    /// A code means what it would have meant in the SMTP session; but there is no retry at once, since the relay's own
    /// mail system has already been refused.
    package var outcome: DeliveryOutcome? {
        guard action == .failed else { return nil }
        let isTransient = status?.first == "4"
        let reply = MailReply(stage: .recipient, code: isTransient ? 450 : 550, enhancedCode: status)
        let code = status.map { " (\($0))" } ?? ""
        switch reply.disposition {
        case .accept: return nil
        case .retry(let wait):
            let reason = RetryReason.other("the letter came back\(code)", concernsChannel: false)
            return .retry(after: max(wait, Self.pause), reason: reason, indeterminate: false)
        case .reject(let reason), .operatorMustAct(let reason):
            return .rejected(reason: "\(Self.cameBack)\(reason)\(code)")
        }
    }
}
