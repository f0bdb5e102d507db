import AlarmCore
import AlarmWire
import CurlClient
import Foundation
import Sealing
import TestSupport
import Testing

@testable import Delivery

@Suite("Pushes to browsers", .timeLimit(.minutes(10)))
struct WebPushChannelTests {
    private let fixture: WebPushFixture

    init() throws { fixture = try WebPushFixture() }

    private func send(
        _ answer: HTTPStandIn.StubResponse,
        _ content: PushContent? = nil
    ) async throws -> (outcome: DeliveryOutcome, requests: [HTTPStandIn.RecordedRequest], origin: String) {
        let standIn = try HTTPStandIn(speaksTLS: true)
        try standIn.answer(answer)
        let origin = "https://localhost:\(standIn.port)"
        let client = try CurlClient()
        let channel = try fixture.channel(client, allowed: [origin])
        let push = try channel.render(content ?? fixture.content(), to: fixture.destination("\(origin)/push/s3cr3t"))
        let outcome = await channel.send(push)
        await client.shutdown()
        return (outcome, try standIn.requests(), origin)
    }

    @Test("A push arrives sealed, with the header lines of RFC 8030 and a token of RFC 8292")
    func arrives() async throws {
        let (outcome, requests, origin) = try await send(.init(201))
        #expect(outcome == .accepted)
        let request = try #require(requests.first)
        #expect(requests.count == 1 && request.method == "POST" && request.path == "/push/s3cr3t")
        #expect(request.headers["content-encoding"] == "aes128gcm")
        #expect(request.headers["ttl"] == "59")
        #expect(request.headers["urgency"] == "high")
        #expect(request.headers["topic"] == (try WebPushRequest.topic(of: AlarmID(high: 3, low: 4))))
        let received = try ReceivedWebPush(payload: fixture.browser.open(request.body))
        #expect(received.title == "Alarm" && received.body == "Somebody rings.")
        #expect(received.tag == AlarmID(high: 3, low: 4).description)
        #expect(received.push.alarm.stage == .ring && received.push.alarm.revision == 2)
        let token = try #require(ReceivedVAPID(request.headers["authorization"]))
        #expect(token.audience == origin && token.subject == "mailto:ops@example.org")
        #expect(token.publicKey == fixture.key.publicKey && token.isSignedByKey)
    }

    private static let outcomes: [(Int, DeliveryOutcome)] =
        [200, 201, 202, 204].map { ($0, DeliveryOutcome.accepted) }
        + [301, 302, 307, 308].map { ($0, .rejected(reason: "HTTP \($0): redirects are not followed")) }
        + [404, 410].map { ($0, .addressDead(reason: "HTTP \($0): the subscription has ended", since: nil)) }
        + [(413, .rejected(reason: "HTTP 413: the push service takes no message of this size"))]
        + [400, 401, 403].map {
            ($0, .retry(after: .seconds(30), reason: .pushServiceRefusesRelay($0), indeterminate: false))
        }
        + [408, 425, 429, 503].map { ($0, .retry(after: .seconds(9), reason: .http($0), indeterminate: false)) }
        + [500, 502, 504].map { ($0, .retry(after: .seconds(9), reason: .http($0), indeterminate: true)) }
        + [402, 405, 406, 415, 418, 422].map { ($0, .rejected(reason: "HTTP \($0)")) }

    @Test("An answer is judged by its status", arguments: outcomes)
    func judged(status: Int, outcome: DeliveryOutcome) {
        let head = HTTPResponseHead(status: status, headers: [HTTPHeader("Retry-After", "9")])
        #expect(WebPushOutcome.of(head, at: fixture.clock.now) == outcome)
    }

    @Test(
        "The time to wait is read as seconds and as a date by the server's own clock, and bounded",
        arguments: [
            ("9", nil, Span.seconds(9)), ("0", nil, .zero), ("86400", nil, .hours(1)),
            ("Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:07 GMT", .seconds(30)),
            ("Sun, 06 Nov 1994 08:49:07 GMT", "Sun, 06 Nov 1994 08:49:37 GMT", .zero),
            ("Thu, 01 Jan 2026 00:00:20 GMT", nil, .seconds(20)),
            ("Mon, 01 Jan 2035 00:00:00 GMT", nil, .hours(1)),
            ("soon", nil, nil), ("-1", nil, nil), ("Sun, 6 Nov 1994 08:49:37 GMT", nil, nil),
            ("Sun, 06 Nov 1994 08:49:37 UTC", nil, nil), ("Sun, 06 Nov 1994 25:49:37 GMT", nil, nil),
        ] as [(String, String?, Span?)]
    )
    func retryAfter(text: String, date: String?, wait: Span?) {
        var headers = [HTTPHeader("retry-after", text)]
        if let date { headers.append(HTTPHeader("date", date)) }
        let head = HTTPResponseHead(status: 429, headers: headers)
        #expect(
            WebPushOutcome.of(head, at: fixture.clock.now)
                == .retry(after: wait, reason: .http(429), indeterminate: false)
        )
    }

    @Test("A push service that refuses the relay is named to the operator once, by its origin alone")
    func refused() async throws {
        let (outcome, _, origin) = try await send(.init(403, body: "bad VAPID"))
        guard case .retry(_, let reason, _) = outcome else { throw Unexpected(outcome) }
        #expect(reason.concernsChannel && reason.description.contains("push service refuses this relay"))
        let told = fixture.log.lines.filter { $0.contains("refuses this relay") }
        #expect(told.count == 1 && told.allSatisfy { $0.contains(origin) && $0.contains("403") })
        #expect(!fixture.log.lines.joined().contains("s3cr3t"))
        let refusals = WebPushRefusals(logger: fixture.log.logger, now: { [fixture] in fixture.clock.now })
        for _ in 0..<5 { refusals.refused(by: "https://a.example", status: 401) }
        for number in 0..<1000 { refusals.refused(by: "https://\(number).example", status: 401) }
        #expect(fixture.log.lines.count == 1 + 256, "told of each once, and of a bounded number")
    }

    @Test("A server that hangs up is asked again, and nothing of the endpoint shows")
    func hangUp() async throws {
        let (outcome, _, _) = try await send(.hangUp)
        guard case .retry(nil, let reason, _) = outcome else { throw Unexpected(outcome) }
        #expect(!reason.description.contains("s3cr3t") && !fixture.log.lines.joined().contains("s3cr3t"))
    }

    @Test("By default no push goes to an address that is not public, or without TLS")
    func guarded() async throws {
        let standIn = try HTTPStandIn(speaksTLS: true)
        let client = try CurlClient()
        let channel = try fixture.channel(client)
        for host in ["127.0.0.1", "localhost", "[::1]"] {
            let push = try channel.render(
                fixture.content(),
                to: fixture.destination("https://\(host):\(standIn.port)/push/1")
            )
            let outcome = await channel.send(push)
            if host == "[::1]", case .retry = outcome { continue }
            #expect(outcome == .rejected(reason: "the host's address is not a public one"), "\(host)")
        }
        let plain = try channel.render(
            fixture.content(),
            to: fixture.destination("http://127.0.0.1:\(standIn.port)/push/1")
        )
        #expect(await channel.send(plain) == .rejected(reason: "the endpoint is not https"))
        #expect(try standIn.requests().isEmpty)
        await client.shutdown()
    }

    @Test("An origin on the allow list is reached, on this machine and without TLS; its neighbours are not")
    func allowed() async throws {
        let standIn = try HTTPStandIn()
        let client = try CurlClient()
        let channel = try fixture.channel(client, allowed: ["http://127.0.0.1:\(standIn.port)"])
        let push = try channel.render(
            fixture.content(),
            to: fixture.destination("http://127.0.0.1:\(standIn.port)/push/1")
        )
        #expect(await channel.send(push) == .accepted)
        let other = try channel.render(
            fixture.content(),
            to: fixture.destination("http://localhost:\(standIn.port)/push/1")
        )
        #expect(await channel.send(other) == .rejected(reason: "the endpoint is not https"))
        #expect(try standIn.requests().count == 1)
        #expect(channel.origins == [ChannelOrigin(.webPush, "http://127.0.0.1:\(standIn.port)")])
        await client.shutdown()
    }

    @Test("A push that is late is not sent, and one that is too large is refused")
    func notSent() async throws {
        let client = try CurlClient()
        let channel = try fixture.channel(client)
        var late = try channel.render(fixture.content(), to: fixture.destination("https://push.invalid/1"))
        late.deadline = fixture.clock.now
        guard case .retry(nil, _, indeterminate: false) = await channel.send(late) else {
            Issue.record("a late push was sent")
            return
        }
        var large = try channel.render(fixture.content(), to: fixture.destination("https://push.invalid/1"))
        large.body = .bytes([UInt8](repeating: 1, count: WebPushPayload.limit + 1))
        #expect(await channel.send(large) == .rejected(reason: "the push is larger than 3993 bytes"))
        await client.shutdown()
    }

    @Test("A subscription is checked when a device registers it")
    func checked() async throws {
        let client = try CurlClient()
        let channel = try fixture.channel(client, allowed: ["http://127.0.0.1:9"])
        func problem(_ endpoint: String, point: [UInt8]? = nil) throws -> Problem? {
            let subscription = WebPushSubscription(
                endpoint: endpoint,
                p256dh: point ?? fixture.browser.privateKey.publicKey.x963,
                auth: fixture.browser.secret
            )
            do {
                try channel.check(DeviceAddress(subscription), at: "/webpush")
                return nil
            } catch let problem as Problem {
                return problem
            }
        }
        #expect(try problem("https://push.example.org/1") == nil)
        #expect(try problem("http://127.0.0.1:9/1") == nil)
        #expect(try problem("http://127.0.0.1:10/1")?.pointer == "/webpush/endpoint")
        let off = [0x04] + [UInt8](repeating: 1, count: 64)
        #expect(try problem("https://push.example.org/1", point: off)?.pointer == "/webpush/p256dh")
        #expect(throws: Problem.self) { try channel.check(.events, at: "/webpush") }
        await client.shutdown()
    }

    private struct Unexpected: Error {
        let outcome: DeliveryOutcome

        init(_ outcome: DeliveryOutcome) { self.outcome = outcome }
    }
}

/// The token of a request, read as a push service would.
struct ReceivedVAPID {
    let audience: String
    let subject: String
    let expiry: Instant
    let publicKey: [UInt8]
    let isSignedByKey: Bool

    init?(_ authorization: String?) {
        guard let authorization, authorization.hasPrefix("vapid t="), !authorization.contains(", "),
            let comma = authorization.range(of: ",k=")
        else { return nil }
        let token = authorization[authorization.index(authorization.startIndex, offsetBy: 8)..<comma.lowerBound]
        let parts = token.split(separator: ".")
        guard parts.count == 3, let key = Base64URL.decode(authorization[comma.upperBound...]),
            let header = Base64URL.decode(parts[0]), let claims = Base64URL.decode(parts[1]),
            String(decoding: header, as: UTF8.self) == #"{"typ":"JWT","alg":"ES256"}"#,
            var object = try? ObjectReader(JSONValue(parsing: claims)),
            let audience = try? object.string("aud"), let subject = try? object.string("sub"),
            let expiry = try? object.integer("exp", in: 0...Int64(Int32.max) * 4)
        else { return nil }
        self.audience = audience
        self.subject = subject
        self.expiry = Instant(seconds: expiry)
        publicKey = key
        isSignedByKey =
            (try? ES256.PublicKey(x963: key))?
            .isValid(String(parts[2]), forJWSSigningInput: "\(parts[0]).\(parts[1])") ?? false
    }
}
