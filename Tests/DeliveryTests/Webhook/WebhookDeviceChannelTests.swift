import AlarmCore
import AlarmWire
import CurlClient
import Sealing
import TestSupport
import Testing

@testable import Delivery

@Suite("Pushes to a server of a person's own", .timeLimit(.minutes(10)))
struct WebhookDeviceChannelTests {
    private let clock = TestClock()
    private let key = [UInt8](repeating: 7, count: WebhookAddress.secretByteCount)

    private func channel(_ client: CurlClient, allowsPrivate: Bool = true) throws -> WebhookDeviceChannel {
        WebhookDeviceChannel(
            WebhookChannel(
                configuration: WebhookChannel.Configuration(
                    allowsPrivate: allowsPrivate,
                    certificateAuthorityFile: try TestCertificate.server.get().certificateFile,
                    attemptTimeout: .minutes(10)
                ),
                client: client,
                now: { [clock] in clock.now }
            )
        )
    }

    private func destination(_ url: String) throws -> PushDestination {
        let address = try #require(WebURL(url).flatMap { WebhookAddress(url: $0, key: key) })
        return PushDestination(
            device: DeviceID(high: 1, low: 2),
            address: .webhook(address),
            registeredAt: clock.now
        )
    }

    private func content(_ stage: Stage = .ring) throws -> PushContent {
        let sealed = "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..AAAAAAAAAAAAAAAA.AAAA.AAAAAAAAAAAAAAAAAAAAAA"
        let words = try #require(SealedText(sealed))
        return PushContent(
            id: DeliveryID(high: 3, low: 4),
            alarm: AlarmPush(
                stage: PushStage(stage),
                id: AlarmID(high: 5, low: 6),
                revision: 2,
                time: Instant(milliseconds: 1_767_225_600_000),
                message: words,
                reply: words,
                words: PushWords(title: "Alarm", body: "Someone is ringing you.")
            ),
            urgency: .timeSensitive,
            expiration: clock.now + .minutes(10),
            deadline: clock.now + .minutes(10)
        )
    }

    /// The attempt to ring a server with a given response, and what the server got.
    private func ring(
        _ answer: HTTPStandIn.StubResponse
    ) async throws -> (attempt: PushAttempt, request: HTTPStandIn.RecordedRequest) {
        let standIn = try HTTPStandIn(speaksTLS: true)
        try standIn.answer(answer)
        let client = try CurlClient()
        let channel = try channel(client)
        let push = try channel.render(
            try content(),
            to: try destination("https://localhost:\(standIn.port)/hook?key=1")
        )
        let attempt = await channel.attempt(push)
        await client.shutdown()
        return (attempt, try #require(standIn.requests().first))
    }

    @Test("It gets the relay's own words, signed under its secret as a contact's webhook is, and no sealed ones")
    func told() async throws {
        let (attempt, request) = try await ring(.init(204))
        #expect(attempt == PushAttempt(.accepted))
        #expect(request.method == "POST" && request.path == "/hook?key=1")
        let text = String(decoding: request.body, as: UTF8.self)
        #expect(
            text == """
                {"v":1,"stage":"ring","preset":"partner-alarm","alarm":"\(AlarmID(high: 5, low: 6))","revision":2,\
                "at":"2026-01-01T00:00:00Z","title":"Alarm","text":"Someone is ringing you."}
                """
        )
        let secret = try #require(WebhookSecret(key: SecretBytes(key)))
        let id = try #require(request.headers["webhook-id"])
        #expect(id == DeliveryID(high: 3, low: 4).uuidText)
        let timestamp = try #require(request.headers["webhook-timestamp"].flatMap { Int64($0) })
        let signature = try secret.signature(id: id, timestamp: timestamp, body: request.body)
        #expect(request.headers["webhook-signature"] == signature)
    }

    @Test(
        "A 2xx may answer for the person",
        arguments: [
            (200, #"{"action":"acknowledge"}"#, WebhookAnswer.acknowledge),
            (202, #" {"action":"snooze","minutes":1440} "#, .snooze(minutes: 1440)),
        ]
    )
    func answered(status: Int, body: String, answer: WebhookAnswer) async throws {
        let attempt = try await ring(.init(status, body: body)).attempt
        #expect(attempt == PushAttempt(.accepted, answer: answer))
    }

    @Test(
        "Any other body of a 2xx is simply accepted",
        arguments: [
            "", "OK", "{}", "[]", #"{"action":"dismiss"}"#, #"{"action":"snooze"}"#,
            #"{"action":"snooze","minutes":0}"#, #"{"action":"snooze","minutes":1441}"#,
            #"{"action":"snooze","minutes":1.5}"#, #"{"action":"snooze","minutes":"5"}"#,
            #"{"action":"acknowledge","minutes":5}"#, #"{"action":"acknowledge","action":"acknowledge"}"#,
            #"{"action":"acknowledge"}{"action":"acknowledge"}"#,
            #"{"action":"acknowledge"}"# + String(repeating: " ", count: 1024),
        ]
    )
    func accepted(body: String) async throws {
        #expect(WebhookAnswer(body: Array(body.utf8)) == nil)
        #expect(try await ring(.init(200, body: body)).attempt == PushAttempt(.accepted))
    }

    @Test("A failure is no answer, and no trouble of the channel's", arguments: [503, 500])
    func failed(status: Int) async throws {
        let attempt = try await ring(.init(status, body: #"{"action":"acknowledge"}"#)).attempt
        guard case .retry(_, let reason, _) = attempt.outcome else {
            Issue.record("\(attempt.outcome)")
            return
        }
        #expect(attempt.answer == nil && !reason.concernsChannel && reason.label == "HTTP status")
    }

    @Test("One that is gone is dead, and a redirect is not followed")
    func final() async throws {
        guard case .addressDead = try await ring(.init(410)).attempt.outcome else {
            Issue.record("410 is not the end")
            return
        }
        let moved = try await ring(.init(302, headers: ["Location": "https://localhost:1/"])).attempt
        #expect(moved == PushAttempt(.rejected(reason: "HTTP 302: redirects are not followed")))
    }

    @Test("An address that is not public is not connected to, unless the operator allows it")
    func guarded() async throws {
        let standIn = try HTTPStandIn(speaksTLS: true)
        let client = try CurlClient()
        let channel = try channel(client, allowsPrivate: false)
        let push = try channel.render(try content(), to: try destination("https://localhost:\(standIn.port)/hook"))
        let attempt = await channel.attempt(push)
        await client.shutdown()
        #expect(attempt == PushAttempt(.rejected(reason: "the host's address is not a public one")))
        #expect(try standIn.requests().isEmpty)
    }

    @Test("An address is kept whole, is never printed, and has to be https")
    func address() async throws {
        let known = try destination("https://home.example.org/api/webhook/s3cr3t").address
        #expect(try DeviceAddress(known.bytes, on: .webhook) == known)
        #expect(throws: DeviceAddressError.malformed(.webhook)) { try DeviceAddress(key, on: .webhook) }
        var dumped = ""
        dump(known, to: &dumped)
        dump(known.webhook, to: &dumped)
        #expect(!"\(known)\(dumped)".contains("s3cr3t") && !dumped.contains("7"))
        let client = try CurlClient()
        let channel = try channel(client)
        #expect(throws: Never.self) { try channel.check(known, at: "/webhook") }
        let plain = try destination("http://home.example.org/").address
        let problem = #expect(throws: Problem.self) { try channel.check(plain, at: "/webhook") }
        #expect(problem?.pointer == "/webhook")
        await client.shutdown()
    }
}
