package import AlarmCore
package import CurlClient
package import Logging

/// Calls by Twilio's Voice API.
///
/// Nobody tells machines from people: the provider's detection costs seconds in which whoever picks up hears nothing, and
/// errs. A voicemail presses no key, and so never answers. Twilio has no idempotency key for calls: after a lost answer
/// somebody may be called twice, and such an outcome says so. No outcome, error or log line has a number.
package struct TwilioCallChannel: CallChannel {
    /// How long a telephone rings.
    ///
    /// 30 s, after which most voicemails would answer.
    package static let ringing = Span.seconds(30)
    /// The longest that a call lasts.
    ///
    /// 2 min.
    package static let longestCall = Span.minutes(2)

    private let configuration: TwilioConfiguration
    private let signature: TwilioSignature
    private let client: CurlClient
    private let trouble: OutageLog
    private let now: @Sendable () -> Instant
    private let profile: ConnectionProfile

    /// Creates a channel, which connects when there is a call.
    ///
    /// - Parameters:
    ///   - configuration: The account, and the number from which calls are placed.
    ///   - signature: The check of Twilio's requests.
    ///   - client: The HTTP client; may be shared.
    ///   - logger: The logger for what an operator has to act on.
    ///   - now: The wall clock.
    package init(
        configuration: TwilioConfiguration,
        signature: TwilioSignature,
        client: CurlClient,
        logger: Logger,
        now: @escaping @Sendable () -> Instant
    ) {
        self.configuration = configuration
        self.signature = signature
        self.client = client
        self.now = now
        trouble = OutageLog(service: "Twilio's calls", logger: logger, now: now)
        profile = ConnectionProfile(name: "twilio calls", maximumInFlight: 4)
    }

    /// Makes one attempt.
    package func place(_ call: OutgoingCall) async -> DeliveryOutcome {
        let timeLeft = call.deadline - now()
        guard timeLeft > .zero else {
            return .retry(after: nil, reason: RetryReason(.timedOut(afterSending: false)), indeterminate: false)
        }
        guard case .number(let caller) = configuration.sender else {
            return .rejected(reason: "calls need a number to be placed from")
        }
        do throws(CurlError) {
            let request = request(for: call, from: caller, timeLeft: timeLeft)
            let answer = TwilioResponse(try await client.send(request), about: .call)
            tell(answer)
            return answer.outcome
        } catch {
            if case .invalidRequest(let text) = error { return .rejected(reason: text) }
            if error != .cancelled && error != .shutDown { trouble.failed("\(error)") }
            return .retry(after: nil, reason: RetryReason(error), indeterminate: error.mayHaveBeenProcessed)
        }
    }

    /// Whether the request is Twilio's.
    package func isGenuine(_ request: CallRequest) -> Bool { signature.isGenuine(request) }

    /// Asks whether the account's secret is taken, without calling anybody.
    ///
    /// - Returns: what is wrong; nil where nothing is.
    package func fault() async -> String? {
        let request = HTTPRequest(
            url: "\(calls).json?PageSize=1",
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

    private var calls: String { "\(configuration.base)/2010-04-01/Accounts/\(configuration.account)/Calls" }

    private func request(for call: OutgoingCall, from caller: String, timeLeft: Span) -> HTTPRequest {
        var form = FormBody()
        form.add("To", call.recipient.text)
        form.add("From", caller)
        form.add("Url", call.url)
        form.add("Method", "POST")
        // Without a list of events, Twilio reports the end alone.
        form.add("StatusCallback", call.statusURL)
        form.add("StatusCallbackMethod", "POST")
        form.add("Timeout", "\(Self.ringing.milliseconds / 1000)")
        form.add("TimeLimit", "\(Self.longestCall.milliseconds / 1000)")
        return HTTPRequest(
            method: "POST",
            url: "\(calls).json",
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
}
