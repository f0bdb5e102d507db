package import AlarmCore
package import CurlClient
package import Logging

/// Sends letters to a mail server, one transaction for each.
///
/// No outcome, error or log line has an address or any text of a letter: of a server's answer only the codes are passed
/// on.
package struct SMTPChannel: MailChannel {
    private let configuration: SMTPConfiguration
    private let client: MailClient
    private let trouble: OutageLog
    private let now: @Sendable () -> Instant

    /// Creates a channel, which connects when there is a letter.
    ///
    /// - Parameters:
    ///   - configuration: The server and the sender.
    ///   - logger: The logger for what an operator has to act on.
    ///   - now: The wall clock.
    /// - Throws: `CurlError.invalidRequest` if the server's description cannot be used.
    package init(
        configuration: SMTPConfiguration,
        logger: Logger,
        now: @escaping @Sendable () -> Instant
    ) throws(CurlError) {
        self.configuration = configuration
        self.now = now
        client = try MailClient(server: configuration.server)
        trouble = OutageLog(service: "mail server", logger: logger, now: now)
    }

    /// Makes one attempt.
    package func send(_ mail: OutgoingMail) async -> DeliveryOutcome {
        let timeLeft = min(mail.deadline - now(), configuration.attemptTimeout)
        guard timeLeft > .zero else {
            return .retry(after: nil, reason: RetryReason(.timedOut(afterSending: false)), indeterminate: false)
        }
        do {
            let transfer = MailTransfer(
                sender: configuration.bounces.text,
                recipient: mail.recipient.address.text,
                message: try MIMEMessage(mail, from: configuration.sender).bytes,
                timeout: .milliseconds(timeLeft.milliseconds)
            )
            return judge(try await client.send(transfer))
        } catch let fault as MIMEMessage.Fault {
            return .rejected(reason: fault.rawValue)
        } catch let failure as CurlError {
            return judge(failure)
        } catch {
            return .retry(after: nil, reason: .other("the letter could not be sent"), indeterminate: true)
        }
    }

    /// Ends all sends under way and waits for their threads.
    package func shutdown() async { await client.shutdown() }

    private func judge(_ reply: MailReply) -> DeliveryOutcome {
        let disposition = reply.disposition
        switch disposition {
        case .operatorMustAct(let reason): trouble.failed("\(reason) (\(reply.codes))")
        case .accept, .reject: trouble.worked()
        case .retry: break
        }
        return reply.outcome
    }

    private func judge(_ failure: CurlError) -> DeliveryOutcome {
        if case .invalidRequest(let text) = failure { return .rejected(reason: text) }
        // libcurl's text about a connection names the server, and nothing of the letter.
        if failure != .cancelled && failure != .shutDown { trouble.failed("\(failure)") }
        return .retry(after: nil, reason: RetryReason(failure), indeterminate: failure.mayHaveBeenProcessed)
    }
}
