package import AlarmCore
package import CurlClient
package import Logging

/// Sends text messages by Twilio's messaging API.
///
/// Twilio has no idempotency key for messages: a retry after a lost answer can arrive twice, which is better than
/// never, and such an outcome says so. No outcome, error or log line has a number or any text of a message.
package struct TwilioChannel: SMSChannel {
    /// The longest text that Twilio accepts, in UTF-16 code units.
    package static let longestText = 1600

    private let configuration: TwilioConfiguration
    private let client: CurlClient
    private let trouble: OutageLog
    private let now: @Sendable () -> Instant
    private let profile: ConnectionProfile

    /// Creates a channel, which connects when there is a message.
    ///
    /// - Parameters:
    ///   - configuration: The account and the connection settings.
    ///   - client: The HTTP client; may be shared.
    ///   - logger: The logger for what an operator has to act on.
    ///   - now: The wall clock.
    package init(
        configuration: TwilioConfiguration,
        client: CurlClient,
        logger: Logger,
        now: @escaping @Sendable () -> Instant
    ) {
        self.configuration = configuration
        self.client = client
        self.now = now
        trouble = OutageLog(service: "Twilio", logger: logger, now: now)
        profile = ConnectionProfile(name: "twilio", maximumInFlight: 8)
    }

    /// Makes one attempt.
    package func send(_ sms: OutgoingSMS) async -> SMSAttempt {
        let timeLeft = sms.deadline - now()
        guard timeLeft > .zero else {
            let reason = RetryReason(.timedOut(afterSending: false))
            return SMSAttempt(.retry(after: nil, reason: reason, indeterminate: false))
        }
        guard !sms.text.isEmpty, sms.text.utf16.count <= Self.longestText else {
            return SMSAttempt(.rejected(reason: "the text is empty or longer than 1,600 characters"))
        }
        do throws(CurlError) {
            let answer = TwilioResponse(try await client.send(request(for: sms, timeLeft: timeLeft)))
            tell(answer)
            return SMSAttempt(answer.outcome, reference: answer.message?.sid)
        } catch {
            return SMSAttempt(outcome(of: error))
        }
    }

    /// Asks for the status of a message.
    package func fate(of reference: String) async -> SMSDeliveryStatus {
        guard TwilioConfiguration.isSID(reference, "SM") || TwilioConfiguration.isSID(reference, "MM") else {
            return .underWay(reason: "this is no name of a message of Twilio's")
        }
        let request = HTTPRequest(
            url: "\(messages)/\(reference).json",
            headers: [HTTPHeader("authorization", configuration.authorization)],
            timeout: .milliseconds(configuration.attemptTimeout.milliseconds),
            profile: profile
        )
        do throws(CurlError) {
            return TwilioResponse(try await client.send(request)).fate
        } catch {
            return .underWay(reason: "\(error)")
        }
    }

    /// Asks whether the account's secret is taken, without sending anything.
    ///
    /// - Returns: what is wrong; nil where nothing is.
    package func fault() async -> String? {
        let request = HTTPRequest(
            // An API key may read messages, but not the account. What the answer says is not read.
            url: "\(messages).json?PageSize=1",
            headers: [HTTPHeader("authorization", configuration.authorization)],
            timeout: .milliseconds(configuration.attemptTimeout.milliseconds),
            profile: profile
        )
        do throws(CurlError) {
            let response = try await client.send(request)
            return response.status == 200 ? nil : "Twilio answers with HTTP \(response.status)"
        } catch {
            return "Twilio cannot be reached: \(error)"
        }
    }

    private var messages: String { "\(configuration.base)/2010-04-01/Accounts/\(configuration.account)/Messages" }

    private func request(for sms: OutgoingSMS, timeLeft: Span) -> HTTPRequest {
        var form = FormBody()
        form.add("To", sms.recipient.text)
        switch configuration.sender {
        case .number(let number): form.add("From", number)
        case .service(let sid): form.add("MessagingServiceSid", sid)
        }
        form.add("Body", sms.text)
        // Twilio queues for at most ten hours; an obsolete message must not come out of the queue.
        form.add("ValidityPeriod", "\(min(max(timeLeft.milliseconds / 1000, 5), 36_000))")
        if let callback = configuration.statusCallback { form.add("StatusCallback", callback) }
        return HTTPRequest(
            method: "POST",
            url: "\(messages).json",
            headers: [
                HTTPHeader("authorization", configuration.authorization),
                HTTPHeader("content-type", "application/x-www-form-urlencoded"),
                HTTPHeader("accept", "application/json"),
            ],
            body: form.bytes,
            timeout: .milliseconds(min(timeLeft, configuration.attemptTimeout).milliseconds),
            profile: profile
        )
    }

    private func tell(_ answer: TwilioResponse) {
        switch answer.disposition {
        case .accept, .reject: trouble.worked()
        case .operatorMustAct(let reason), .retry(let reason, indeterminate: true):
            trouble.failed("\(reason) (\(answer.codes))")
        case .retry: break
        }
    }

    private func outcome(of failure: CurlError) -> DeliveryOutcome {
        if case .invalidRequest(let text) = failure { return .rejected(reason: text) }
        if failure != .cancelled && failure != .shutDown { trouble.failed("\(failure)") }
        return .retry(after: nil, reason: RetryReason(failure), indeterminate: failure.mayHaveBeenProcessed)
    }
}
