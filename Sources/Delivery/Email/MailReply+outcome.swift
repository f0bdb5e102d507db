package import AlarmCore
package import CurlClient

extension MailReply {
    /// The meaning of a server's final reply for the letter.
    package enum Disposition: Hashable, Sendable {
        /// The server accepted the letter.
        case accept
        /// The server is busy or faulty, or does not know the relay yet (greylisting); with the pause to make.
        case retry(after: Span)
        /// The letter or its address is invalid and will remain so.
        case reject(String)
        /// The server refuses the relay, not the letter: its password, its sender's address, its reputation.
        case operatorMustAct(String)
    }

    /// The pause after a server refuses the relay itself, so that an operator's mistake does not look like an attack.
    static let operatorsWait = Span.minutes(1)

    /// The meaning of the reply.
    ///
    /// It is judged by the enhanced code where there is one (RFC 3463), else by the stage: many servers say 550 for
    /// everything.
    package var disposition: Disposition {
        if isAccepted { return .accept }
        guard code >= 500 else { return .retry(after: transientWait) }
        switch stage {
        case .greeting: return .operatorMustAct("the mail server refuses this computer")
        case .authentication: return .operatorMustAct("the mail server refuses the user name or password")
        case .sender where isAboutSize, .recipient where isAboutSize, .message where isAboutSize:
            return .reject("the letter is too large for the mail server")
        case .sender: return isAboutLogin ? .operatorMustAct(Self.asksForLogin) : .operatorMustAct(Self.refusesSender)
        case .recipient: return recipientDisposition
        case .message:
            return subject == "7" || subject == "6"
                ? .operatorMustAct("the mail server's policy refuses the letter: look at SPF, DKIM, DMARC and its logs")
                : .reject("the mail server refuses the letter")
        }
    }

    /// The outcome for the engine.
    package var outcome: DeliveryOutcome {
        switch disposition {
        case .accept: .accepted
        case .retry(let wait):
            // A full mailbox or greylisting is no fault of the server.
            .retry(
                after: wait,
                reason: .other("the mail server says: later (\(codes))", concernsChannel: false),
                indeterminate: false
            )
        case .reject(let reason): .rejected(reason: "\(reason) (\(codes))")
        case .operatorMustAct(let reason):
            .retry(after: Self.operatorsWait, reason: .other("\(reason) (\(codes))"), indeterminate: false)
        }
    }

    /// The code, and the enhanced one where there is one; the only part of a reply that is passed on.
    package var codes: String { enhancedCode.map { "\(code) \($0)" } ?? "\(code)" }

    private static let asksForLogin = "the mail server wants a user name and password"
    private static let refusesSender = "the mail server refuses the sender's address"

    private var recipientDisposition: Disposition {
        switch (subject, detail) {
        case ("2", "2"): return .retry(after: .minutes(5))  // The mailbox is full; its owner may look into it.
        case ("1", "8"), ("1", "7"): return .operatorMustAct(Self.refusesSender)
        case ("1", _), ("2", _): return .reject("the address takes no mail")
        case ("7", _):
            return .operatorMustAct(
                isAboutLogin ? Self.asksForLogin : "the mail server does not pass on the relay's letters"
            )
        case (.some, _): return .reject("the mail server refuses the address")
        // RFC 5321, section 4.5.3.1.10: without an enhanced code, 552 means "too much", not "never".
        case (nil, _): break
        }
        if isAboutLogin { return .operatorMustAct(Self.asksForLogin) }
        return code == 552 ? .retry(after: .minutes(5)) : .reject("the mail server refuses the address")
    }

    /// The pause after a transient refusal, longer for greylisting and for a full mailbox or disk.
    private var transientWait: Span {
        switch code {
        case 421: .seconds(30)
        case 452: .minutes(5)
        default: subject == "2" ? .minutes(5) : .minutes(1)
        }
    }

    private var isAboutLogin: Bool { code == 530 || code == 535 || code == 538 || code == 534 }

    private var isAboutSize: Bool {
        switch (subject, detail) {
        case ("3", "4"), ("2", "3"): true
        case ("2", _): false
        default: code == 552 && stage != .recipient
        }
    }

    private var subject: String? { enhancedPart(1) }
    private var detail: String? { enhancedPart(2) }

    private func enhancedPart(_ index: Int) -> String? {
        guard let parts = enhancedCode?.split(separator: "."), parts.count == 3 else { return nil }
        return String(parts[index])
    }
}
