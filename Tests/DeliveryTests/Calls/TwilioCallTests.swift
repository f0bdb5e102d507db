import AlarmCore
import CurlClient
import Sealing
import TestSupport
import Testing

@testable import Delivery

@Suite("Calls by Twilio's API", .timeLimit(.minutes(10)))
struct TwilioCallTests {
    private static let account = "AC" + String(repeating: "0a", count: 16)
    private static let sid = "CA" + String(repeating: "1b", count: 16)

    private let clock = TestClock()
    private let log = CapturedLog()

    private func attempt(
        _ answer: HTTPStandIn.StubResponse,
        within span: Span = .hours(1),
        _ judge: (DeliveryOutcome, [HTTPStandIn.RecordedRequest]) throws -> Void
    ) async throws {
        let standIn = try HTTPStandIn()
        try standIn.answer(answer)
        let client = try CurlClient()
        let channel = try channel(to: standIn.port, client)
        let outcome = await channel.place(
            OutgoingCall(
                id: DeliveryID(high: 0x5000, low: 1),
                recipient: PhoneNumber.example,
                url: "https://relay.example.org/call?alarm=1",
                statusURL: "https://relay.example.org/call/status?alarm=1",
                deadline: clock.now + span
            )
        )
        await client.shutdown()
        try judge(outcome, try standIn.requests())
    }

    private func channel(to port: UInt16, _ client: CurlClient) throws -> TwilioCallChannel {
        let secret = SecretBytes(Array("the-token".utf8))
        return TwilioCallChannel(
            configuration: try TwilioConfiguration(
                base: "http://127.0.0.1:\(port)",
                account: Self.account,
                secret: secret,
                sender: .number("+15005550006")
            ),
            signature: TwilioSignature(token: secret),
            client: client,
            logger: log.logger,
            now: { [clock] in clock.now }
        )
    }

    @Test("Whether the account's secret is taken is asked without a call, and what is said against it is told")
    func dryRun() async throws {
        let standIn = try HTTPStandIn()
        let client = try CurlClient()
        let channel = try channel(to: standIn.port, client)
        try standIn.answer(.init(200, body: #"{"calls": []}"#))
        #expect(await channel.fault() == nil)
        try standIn.answer(.init(401, body: #"{"code": 20003}"#))
        #expect(await channel.fault() == "Twilio answers with HTTP 401")
        let requests = try standIn.requests()
        #expect(requests.map(\.method) == ["GET", "GET"])
        #expect(requests.allSatisfy { $0.path == "/2010-04-01/Accounts/\(Self.account)/Calls.json?PageSize=1" })
        let secret = "Basic " + Base64.encode(Array("\(Self.account):the-token".utf8))
        #expect(requests.allSatisfy { $0.headers["authorization"] == secret })
        let nowhere = try self.channel(to: try ReservedPort.deserted(), client)
        #expect(await nowhere.fault()?.hasPrefix("Twilio cannot be reached: ") == true)
        await client.shutdown()
    }

    @Test("A call is posted as Twilio documents, and rings for 30 seconds")
    func accepted() async throws {
        let taken = #"{"sid": "\#(Self.sid)", "status": "queued", "to": "+1"}"#
        try await attempt(.init(201, body: taken)) { outcome, requests in
            #expect(outcome == .accepted)
            let request = try #require(requests.first)
            #expect(request.path == "/2010-04-01/Accounts/\(Self.account)/Calls.json")
            #expect(
                String(decoding: request.body, as: UTF8.self)
                    == "To=%2B491701234567&From=%2B15005550006&Url=https%3A%2F%2Frelay.example.org%2Fcall%3Falarm%3D1"
                    + "&Method=POST&StatusCallback=https%3A%2F%2Frelay.example.org%2Fcall%2Fstatus%3Falarm%3D1"
                    + "&StatusCallbackMethod=POST&Timeout=30&TimeLimit=120"
            )
        }
        #expect(log.lines.isEmpty)
    }

    @Test("A refusal is judged by Twilio's number, and what is no call's is not taken for one")
    func refused() async throws {
        let answer = #"{"code": 21211, "message": "+491701234567 is not valid"}"#
        try await attempt(.init(400, body: answer)) { outcome, _ in
            #expect(outcome == .rejected(reason: "the number is not valid (HTTP 400, Twilio 21211)"))
        }
        let message = #"{"sid": "SM\#(String(repeating: "1b", count: 16))", "status": "queued"}"#
        try await attempt(.init(201, body: message)) { outcome, _ in
            guard case .retry(_, _, indeterminate: true) = outcome else {
                Issue.record("a message counts as a call: \(outcome)")
                return
            }
        }
    }

    @Test("A call whose time has passed is not placed")
    func late() async throws {
        try await attempt(.init(201, body: ""), within: .zero) { outcome, requests in
            #expect(requests.isEmpty)
            guard case .retry(_, _, indeterminate: false) = outcome else {
                Issue.record("it counts as \(outcome)")
                return
            }
        }
    }
}
