import AlarmCore
import CurlClient
import Sealing
import TestSupport
import Testing

@testable import Delivery

@Suite("Sending text messages by Twilio's API", .timeLimit(.minutes(10)))
struct TwilioTests {
    private static let account = "AC" + String(repeating: "0a", count: 16)
    private static let sid = "SM" + String(repeating: "1b", count: 16)
    private static let taken = """
        {"sid": "\(sid)", "status": "queued", "error_code": null, "error_message": null, "num_segments": "2", "to": "+1"}
        """

    private let clock = TestClock()
    private let log = CapturedLog()

    /// Sends one message to a stand-in server with a given response.
    private func attempt(
        _ answer: HTTPStandIn.StubResponse,
        times: Int = 1,
        sms: OutgoingSMS? = nil,
        _ judge: (SMSAttempt, [HTTPStandIn.RecordedRequest]) throws -> Void
    ) async throws {
        let standIn = try HTTPStandIn()
        try standIn.answer(answer)
        let client = try CurlClient()
        let channel = try channel(to: "http://127.0.0.1:\(standIn.port)", client)
        var attempt = await channel.send(sms ?? self.sms())
        for _ in 1..<times { attempt = await channel.send(sms ?? self.sms()) }
        await client.shutdown()
        try judge(attempt, try standIn.requests())
    }

    private func channel(
        to base: String,
        _ client: CurlClient,
        attemptTimeout: Span = .minutes(10)
    ) throws -> TwilioChannel {
        var configuration = try TwilioConfiguration(
            base: base,
            account: Self.account,
            secret: SecretBytes(Array("the-token".utf8)),
            sender: .number("+15005550006"),
            statusCallback: "https://relay.example.org/sms?x=1"
        )
        configuration.attemptTimeout = attemptTimeout
        return TwilioChannel(
            configuration: configuration,
            client: client,
            logger: log.logger,
            now: { [clock] in clock.now }
        )
    }

    private func sms(_ text: String = "Bo & co: 字+ €?", within span: Span = .hours(1)) -> OutgoingSMS {
        OutgoingSMS(
            id: DeliveryID(high: 0x5000, low: 1),
            recipient: PhoneNumber.example,
            text: text,
            deadline: clock.now + span
        )
    }

    @Test("A message is posted as Twilio documents, and is known by its name from then on")
    func accepted() async throws {
        try await attempt(.init(201, body: Self.taken)) { attempt, calls in
            #expect(attempt.outcome == .accepted)
            #expect(attempt.reference == Self.sid)
            let call = try #require(calls.first)
            #expect(call.method == "POST" && calls.count == 1)
            #expect(call.path == "/2010-04-01/Accounts/\(Self.account)/Messages.json")
            #expect(call.headers["authorization"] == "Basic " + Base64.encode(Array("\(Self.account):the-token".utf8)))
            #expect(call.headers["content-type"] == "application/x-www-form-urlencoded")
            #expect(
                String(decoding: call.body, as: UTF8.self)
                    == "To=%2B491701234567&From=%2B15005550006&Body=Bo%20%26%20co%3A%20%E5%AD%97%2B%20%E2%82%AC%3F"
                    + "&ValidityPeriod=3600&StatusCallback=https%3A%2F%2Frelay.example.org%2Fsms%3Fx%3D1"
            )
        }
        #expect(log.lines.isEmpty)
    }

    @Test(
        "A refusal is judged by Twilio's number, and passed on without the telephone's",
        arguments: [
            (400, 21211, DeliveryOutcome.rejected(reason: "the number is not valid (HTTP 400, Twilio 21211)")),
            (
                400, 21610,
                .rejected(reason: "the recipient has said STOP to such messages (HTTP 400, Twilio 21610)")
            ),
            (400, 21614, .rejected(reason: "the number is not a mobile telephone's (HTTP 400, Twilio 21614)")),
            (400, 99999, .rejected(reason: "Twilio refuses the message (HTTP 400, Twilio 99999)")),
            (
                401, 20003,
                .retry(
                    after: .minutes(1),
                    reason: .other("Twilio refuses the account's key (HTTP 401, Twilio 20003)"),
                    indeterminate: false
                )
            ),
            (
                429, 20429,
                .retry(
                    after: .seconds(7),
                    reason: .other("Twilio asks to wait (HTTP 429, Twilio 20429)", concernsChannel: false),
                    indeterminate: false
                )
            ),
            (
                500, 20500,
                .retry(
                    after: .seconds(7),
                    reason: .other("Twilio failed (HTTP 500, Twilio 20500)"),
                    indeterminate: true
                )
            ),
        ] as [(Int, Int, DeliveryOutcome)]
    )
    func refused(status: Int, code: Int, outcome: DeliveryOutcome) async throws {
        let body = #"{"code": \#(code), "message": "The number +491701234567 is wrong", "status": \#(status)}"#
        let headers = status >= 429 ? ["Retry-After": "7"] : [:]
        try await attempt(.init(status, headers: headers, body: body)) { attempt, _ in
            #expect(attempt.outcome == outcome)
            #expect(attempt.reference == nil)
        }
        #expect(log.lines.allSatisfy { !$0.contains("4917") && !$0.contains("the-token") })
    }

    @Test("What is wrong with the account or its queue costs no message; what is wrong with the number ends it")
    func table() {
        func disposition(_ code: Int) -> TwilioResponse.Disposition {
            let body = Array(#"{"code": \#(code)}"#.utf8)
            return TwilioResponse(HTTPResponse(head: HTTPResponseHead(status: 400), body: body)).disposition
        }
        for code in [20003, 20005, 20404, 21212, 21219, 21408, 21606, 21608, 21659, 21703, 30002, 30034, 63038] {
            guard case .operatorMustAct = disposition(code) else {
                Issue.record("\(code) is no operator's")
                continue
            }
        }
        for code in [14107, 20429, 21611, 21730, 30001, 30022] {
            #expect(disposition(code) == .retry("Twilio asks to wait", indeterminate: false), "\(code)")
        }
        for code in [21211, 21217, 21602, 21610, 21612, 21614, 21617, 30005, 30006, 12345] {
            guard case .reject = disposition(code) else {
                Issue.record("\(code) is not the number's")
                continue
            }
        }
    }

    @Test("A wrong key costs no message, and the operator is told once")
    func wrongKey() async throws {
        try await attempt(.init(401, body: #"{"code": 20003}"#), times: 3) { attempt, calls in
            #expect(calls.count == 3)
            guard case .retry = attempt.outcome else { return #expect(attempt.outcome == .accepted, "not tried again") }
        }
        #expect(log.lines.count == 1 && log.lines[0].contains("refuses the account's key"))
    }

    @Test(
        "An answer that is not Twilio's leaves open what became of the message",
        arguments: [
            "", "{}", "<html>hello</html>", #"{"sid": "SM1", "status": "queued"}"#,
            #"{"sid": "AC\#(String(repeating: "0", count: 32))", "status": "queued"}"#,
        ]
    )
    func notTwilio(body: String) async throws {
        try await attempt(.init(200, body: body)) { attempt, _ in
            guard case .retry(_, _, indeterminate: true) = attempt.outcome else {
                return #expect(attempt.outcome == .accepted, "not tried again")
            }
            #expect(attempt.reference == nil)
        }
    }

    @Test("A message that fails at once is told by its number")
    func failedAtOnce() async throws {
        let body = #"{"sid": "\#(Self.sid)", "status": "failed", "error_code": 30006}"#
        try await attempt(.init(201, body: body)) { attempt, _ in
            #expect(
                attempt.outcome == .rejected(reason: "the number cannot be reached by SMS (HTTP 201, Twilio 30006)")
            )
        }
    }

    @Test("A server that stays silent leaves open whether it has the message")
    func silence() async throws {
        let standIn = try HTTPStandIn()
        try standIn.answer(.silence)
        let client = try CurlClient()
        var timeout = Span.milliseconds(500)
        var outcome: DeliveryOutcome
        // If the timeout expired before the message was sent, a longer one is needed.
        repeat {
            let channel = try channel(to: "http://127.0.0.1:\(standIn.port)", client, attemptTimeout: timeout)
            outcome = await channel.send(sms()).outcome
            timeout = timeout * 2
        } while isUnsent(outcome) && timeout < .minutes(2)
        guard case .retry(nil, _, indeterminate: true) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        while try standIn.requests().isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        #expect(try standIn.requests().count == 1)
        await client.shutdown()
    }

    private func isUnsent(_ outcome: DeliveryOutcome) -> Bool {
        guard case .retry(_, _, indeterminate: false) = outcome else { return false }
        return true
    }

    @Test("A server that hangs up leaves open whether it has the message; one not there cannot")
    func noAnswer() async throws {
        try await attempt(.hangUp) { attempt, calls in
            guard case .retry(nil, _, indeterminate: true) = attempt.outcome else {
                return #expect(attempt.outcome == .accepted, "not indeterminate")
            }
            #expect(calls.count == 1)
        }
        let client = try CurlClient()
        let absent = try channel(to: "http://127.0.0.1:\(try ReservedPort.deserted())", client)
        guard case .retry(nil, _, indeterminate: false) = await absent.send(sms()).outcome else {
            Issue.record("an unsent message is indeterminate")
            return
        }
        await client.shutdown()
    }

    @Test("A message that is late, empty or too long is not sent")
    func notSent() async throws {
        for sms in [sms(within: .zero), sms(""), sms(String(repeating: "x", count: 1601))] {
            try await attempt(.init(201, body: Self.taken), sms: sms) { attempt, calls in
                #expect(attempt.outcome != .accepted)
                #expect(calls.isEmpty)
            }
        }
    }

    @Test(
        "A message's status is queried by its identifier",
        arguments: [
            (200, #""status": "queued""#, SMSDeliveryStatus.underWay(reason: "Twilio says that it is on its way")),
            (200, #""status": "sent""#, .underWay(reason: "Twilio says that it is on its way")),
            (200, #""status": "delivered""#, .arrived),
            (200, #""status": "read""#, .arrived),
            (
                200, #""status": "undelivered", "error_code": 30006"#,
                .lost(.rejected(reason: "the number cannot be reached by SMS (HTTP 200, Twilio 30006)"))
            ),
            (
                200, #""status": "undelivered", "error_code": 30003"#,
                .lost(
                    .retry(
                        after: nil,
                        reason: .other(
                            "the telephone cannot be reached (HTTP 200, Twilio 30003)",
                            concernsChannel: false
                        ),
                        indeterminate: false
                    )
                )
            ),
            (
                404, #""code": 20404"#,
                .underWay(reason: "Twilio did not say what became of it (HTTP 404, Twilio 20404)")
            ),
        ]
    )
    func fate(status: Int, members: String, expected: SMSDeliveryStatus) async throws {
        let standIn = try HTTPStandIn()
        let client = try CurlClient()
        let channel = try channel(to: "http://127.0.0.1:\(standIn.port)", client)
        let name = status == 200 ? #""sid": "\#(Self.sid)", "# : ""
        try standIn.answer(.init(status, body: "{\(name)\(members)}"))
        #expect(await channel.fate(of: Self.sid) == expected)
        #expect(
            try standIn.requests().map(\.path) == ["/2010-04-01/Accounts/\(Self.account)/Messages/\(Self.sid).json"]
        )
        await client.shutdown()
    }

    @Test("An invalid message identifier is not queried")
    func noName() async throws {
        let standIn = try HTTPStandIn()
        let client = try CurlClient()
        let channel = try channel(to: "http://127.0.0.1:\(standIn.port)", client)
        guard case .underWay = await channel.fate(of: "../../x") else {
            Issue.record("it is not left open")
            return
        }
        #expect(try standIn.requests().isEmpty)
        await client.shutdown()
    }

    @Test("Whether the account's secret is taken is asked without a message, and what is said against it is told")
    func dryRun() async throws {
        let standIn = try HTTPStandIn()
        let client = try CurlClient()
        let channel = try channel(to: "http://127.0.0.1:\(standIn.port)", client)
        try standIn.answer(.init(200, body: #"{"messages": []}"#))
        #expect(await channel.fault() == nil)
        try standIn.answer(.init(401, body: #"{"code": 20003}"#))
        #expect(await channel.fault() == "Twilio answers with HTTP 401")
        let requests = try standIn.requests()
        #expect(requests.map(\.method) == ["GET", "GET"])
        #expect(requests.allSatisfy { $0.path.hasPrefix("/2010-04-01/Accounts/\(Self.account)/Messages.json") })
        let secret = "Basic " + Base64.encode(Array("\(Self.account):the-token".utf8))
        #expect(requests.allSatisfy { $0.headers["authorization"] == secret })
        let nowhere = try self.channel(to: "http://127.0.0.1:\(try ReservedPort.deserted())", client)
        #expect(await nowhere.fault()?.hasPrefix("Twilio cannot be reached: ") == true)
        await client.shutdown()
    }

    @Test("A configuration that cannot be right is refused, with what to change")
    func configuration() throws {
        let secret = SecretBytes(Array("s".utf8))
        func fault(
            base: String = TwilioConfiguration.twilio,
            account: String = Self.account,
            key: String? = nil,
            secret: SecretBytes = secret,
            sender: TwilioConfiguration.Sender = .service("MG" + String(repeating: "0", count: 32)),
            callback: String? = nil
        ) -> TwilioConfiguration.Fault? {
            do throws(TwilioConfiguration.Fault) {
                _ = try TwilioConfiguration(
                    base: base,
                    account: account,
                    apiKey: key,
                    secret: secret,
                    sender: sender,
                    statusCallback: callback
                )
                return nil
            } catch {
                return error
            }
        }
        #expect(fault() == nil)
        #expect(fault(key: "SK" + String(repeating: "0", count: 32), sender: .number("Reveille")) == nil)
        #expect(fault(base: "http://api.twilio.com") == .base)
        #expect(fault(base: "https://api.twilio.com/") == .base)
        #expect(fault(base: "api.twilio.com") == .base)
        #expect(fault(account: "AC1/../..") == .account)
        #expect(fault(key: Self.account) == .user)
        #expect(fault(secret: SecretBytes([])) == .secret)
        #expect(fault(sender: .number("15005550006")) == .sender)
        #expect(fault(sender: .number("Reveille relay")) == .sender)
        #expect(fault(sender: .service("x")) == .sender)
        #expect(fault(callback: "http://relay.example.org/") == .callback)
    }
}

extension PhoneNumber {
    /// A German mobile telephone.
    static var example: PhoneNumber {
        guard let number = PhoneNumber("+491701234567") else { preconditionFailure("the example is no number") }
        return number
    }
}
