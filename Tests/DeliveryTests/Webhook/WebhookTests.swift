import AlarmCore
import CurlClient
import Sealing
import TestSupport
import Testing

@testable import Delivery

@Suite("Webhooks to someone's own web server", .timeLimit(.minutes(10)))
struct WebhookTests {
    private let clock = TestClock()

    private func channel(
        _ client: CurlClient,
        allowsPrivate: Bool = true,
        allowsUnprotected: Bool = true,
        attemptTimeout: Span = .minutes(10)
    ) throws -> WebhookChannel {
        WebhookChannel(
            configuration: WebhookChannel.Configuration(
                allowsPrivate: allowsPrivate,
                allowsUnprotected: allowsUnprotected,
                certificateAuthorityFile: try TestCertificate.server.get().certificateFile,
                attemptTimeout: attemptTimeout
            ),
            client: client,
            now: { [clock] in clock.now }
        )
    }

    private func webhook(_ url: String, body: String = #"{"type":"alarm.rang"}"#) throws -> OutgoingWebhook {
        OutgoingWebhook(
            id: DeliveryID(high: 0x5000, low: 1),
            url: try #require(WebURL(url)),
            body: Array(body.utf8),
            secret: try #require(WebhookSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")),
            deadline: clock.now + .minutes(10)
        )
    }

    /// The outcome of one webhook to a server with a given response.
    private func outcome(_ answer: HTTPStandIn.StubResponse) async throws -> DeliveryOutcome {
        let standIn = try HTTPStandIn()
        try standIn.answer(answer)
        let client = try CurlClient()
        let outcome = try await channel(client).send(webhook("http://127.0.0.1:\(standIn.port)/hook?key=1"))
        await client.shutdown()
        #expect(try standIn.requests().count == 1)
        return outcome
    }

    @Test("A signature is the one of Standard Webhooks' own example")
    func signature() throws {
        let secret = try #require(WebhookSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
        let signature = try secret.signature(
            id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
            timestamp: 1_614_265_330,
            body: Array(#"{"test": 2432232314}"#.utf8)
        )
        #expect(signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
        #expect(secret.revealed() == "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
        #expect(!"\(secret)".contains("MfKQ"))
    }

    @Test(
        "An invalid secret is refused",
        arguments: [
            "", "whsec_", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_AAAA", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLa w",
        ]
    )
    func noSecret(text: String) {
        #expect(WebhookSecret(text) == nil)
    }

    @Test("A webhook arrives with its body and a signature over what arrived")
    func accepted() async throws {
        let standIn = try HTTPStandIn(speaksTLS: true)
        let client = try CurlClient()
        let webhook = try webhook("https://localhost:\(standIn.port)/hook?key=1")
        #expect(try await channel(client, allowsUnprotected: false).send(webhook) == .accepted)
        await client.shutdown()
        let received = try #require(standIn.requests().first)
        #expect(received.method == "POST" && received.path == "/hook?key=1" && received.body == webhook.body)
        #expect(received.headers["content-type"] == "application/json")
        let id = try #require(received.headers["webhook-id"])
        let timestamp = try #require(received.headers["webhook-timestamp"].flatMap { Int64($0) })
        #expect(id == webhook.id.uuidText && timestamp == clock.now.seconds)
        let signature = try webhook.secret.signature(id: id, timestamp: timestamp, body: received.body)
        #expect(received.headers["webhook-signature"] == signature)
    }

    @Test(
        "An answer is judged by its status",
        arguments: [
            (204, DeliveryOutcome.accepted), (301, .rejected(reason: "HTTP 301: redirects are not followed")),
            (400, .rejected(reason: "HTTP 400")), (404, .rejected(reason: "HTTP 404")),
            (410, .addressDead(reason: "HTTP 410: the receiver wants no more calls", since: nil)),
            (429, .retry(after: .seconds(9), reason: .http(429), indeterminate: false)),
            (503, .retry(after: .seconds(9), reason: .http(503), indeterminate: false)),
            (500, .retry(after: .seconds(9), reason: .http(500), indeterminate: true)),
        ] as [(Int, DeliveryOutcome)]
    )
    func judged(status: Int, outcome: DeliveryOutcome) async throws {
        let headers = ["Retry-After": "9", "Location": "http://127.0.0.1:1/"]
        #expect(try await self.outcome(.init(status, headers: headers)) == outcome)
    }

    @Test("A webhook to a server that hangs up is retried")
    func hangUp() async throws {
        guard case .retry(nil, let reason, indeterminate: true) = try await outcome(.hangUp) else {
            Issue.record("the call is not made again")
            return
        }
        #expect(!reason.description.contains("hook"))
    }

    @Test("A webhook to a server that stays silent is retried")
    func silence() async throws {
        let standIn = try HTTPStandIn()
        try standIn.answer(.silence)
        let client = try CurlClient()
        let webhook = try webhook("http://127.0.0.1:\(standIn.port)/hook?key=1")
        var timeout = Span.milliseconds(500)
        var outcome = try await channel(client, attemptTimeout: timeout).send(webhook)
        // If the timeout expired before the webhook was sent, a longer one is needed.
        while case .retry(_, _, indeterminate: false) = outcome, timeout < .minutes(1) {
            timeout = timeout * 2
            outcome = try await channel(client, attemptTimeout: timeout).send(webhook)
        }
        guard case .retry(nil, let reason, indeterminate: true) = outcome else {
            Issue.record("the call is not made again")
            return
        }
        #expect(!reason.description.contains("hook"))
        while try standIn.requests().isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        #expect(try standIn.requests().count == 1)
        await client.shutdown()
    }

    @Test("By default no webhook goes to an address that is not public, or without TLS")
    func guarded() async throws {
        let standIn = try HTTPStandIn(speaksTLS: true)
        let client = try CurlClient()
        for host in ["127.0.0.1", "localhost", "0x7f.1", "[::ffff:127.0.0.1]"] {
            let outcome = try await channel(client, allowsPrivate: false)
                .send(webhook("https://\(host):\(standIn.port)/hook"))
            #expect(outcome == .rejected(reason: "the host's address is not a public one"), "\(host)")
        }
        let plain = try await channel(client, allowsUnprotected: false).send(
            webhook("http://localhost:\(standIn.port)/")
        )
        #expect(plain == .rejected(reason: "the webhook's URL is not https"))
        #expect(try standIn.requests().isEmpty)
        await client.shutdown()
    }

    @Test("A webhook that is late or too large is not sent")
    func notMade() async throws {
        let standIn = try HTTPStandIn()
        let client = try CurlClient()
        let channel = try channel(client)
        let url = "http://127.0.0.1:\(standIn.port)/"
        let large = try webhook(url, body: String(repeating: "x", count: WebhookChannel.longestBody + 1))
        guard case .rejected = await channel.send(large) else {
            Issue.record("a body that is too large was sent")
            return
        }
        var late = try webhook(url)
        late.deadline = clock.now
        guard case .retry(nil, _, indeterminate: false) = await channel.send(late) else {
            Issue.record("a late call was made")
            return
        }
        #expect(try standIn.requests().isEmpty)
        await client.shutdown()
    }

    @Test("A webhook is never printed, for the path of its URL is a secret")
    func neverPrinted() throws {
        let webhook = try webhook("https://home.example.org/api/webhook/SECRET", body: "SECRET")
        var dumped = ""
        dump(webhook, to: &dumped)
        #expect(!"\(webhook) \(webhook.url) \(String(reflecting: webhook)) \(dumped)".contains("SECRET"))
    }
}
