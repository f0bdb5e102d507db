package import AlarmCore
import CurlClient

extension DeliveryReport {
    /// After how long a letter that came back may be sent again.
    ///
    /// 1 h: its mail system has tried for hours, and would else be given the same letter again and again.
    static let pause = Span.hours(1)

    /// What became of the letter, where that is not what was believed when it was handed over; nil where it is.
    ///
    /// A code means what it would have meant, had it been spoken then; but nobody tries again at once what one's own mail
    /// system has been refused.
    package var outcome: DeliveryOutcome? {
        guard action == .failed else { return nil }
        let isTransient = status?.first == "4"
        let reply = MailReply(stage: .recipient, code: isTransient ? 450 : 550, enhancedCode: status)
        let code = status.map { " (\($0))" } ?? ""
        switch reply.disposition {
        case .accept: return nil
        case .retry(let wait):
            return .retry(after: max(wait, Self.pause), reason: "the letter came back\(code)", indeterminate: false)
        case .reject(let reason), .operatorMustAct(let reason):
            return .rejected(reason: "the letter came back: \(reason)\(code)")
        }
    }
}
