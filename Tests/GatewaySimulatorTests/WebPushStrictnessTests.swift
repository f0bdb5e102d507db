import AlarmCore
import Foundation
import GatewaySimulator
import Sealing
import Testing

/// A message to a browser that the gateway accepts, for tests that change one detail at a time.
struct BrowserMessage {
    /// What the token says.
    struct Claims {
        var audience: String
        var expiry: Int64
        var subject = "mailto:operator@example.org"
        var algorithm = "ES256"
    }

    let fixture: GatewayFixture
    let key: ES256.PrivateKey
    let browser: WebPushReceiverKeys
    var id: String
    var method = "POST"
    var claims: Claims
    var headers: [(name: String, value: String)] = [
        ("ttl", "60"), ("urgency", "high"), ("topic", "abc-_012"), ("content-encoding", "aes128gcm"),
    ]
    var body: [UInt8]
    /// Replaces the whole authorization.
    var authorization: String??
    /// Signs with another key than the one named.
    var signer: ES256.PrivateKey?

    init(_ fixture: GatewayFixture) throws {
        self.fixture = fixture
        key = try ES256.PrivateKey()
        browser = try WebPushReceiverKeys()
        id = fixture.gateway.registerSubscription(applicationServerKey: key.publicKey.x963)
        claims = Claims(
            audience: "https://localhost:\(fixture.gateway.port)",
            expiry: fixture.now.seconds + 3600
        )
        let receiver = try WebPushReceiver(publicKey: browser.privateKey.publicKey.x963, secret: browser.secret)
        body = try receiver.seal(Array("Wake up".utf8))
    }

    /// Replaces a header, or removes it with nil.
    mutating func set(_ name: String, _ value: String?) {
        headers.removeAll { $0.name == name }
        if let value { headers.append((name, value)) }
    }

    /// The value of `authorization`.
    func token() throws -> String? {
        if let authorization { return authorization }
        let header = Base64URL.encode(#"{"typ":"JWT","alg":"\#(claims.algorithm)"}"#.utf8)
        let text = #"{"aud":"\#(claims.audience)","exp":\#(claims.expiry),"sub":"\#(claims.subject)"}"#
        let signed = "\(header).\(Base64URL.encode(text.utf8))"
        let signature = try (signer ?? key).sign(jwsSigningInput: signed)
        return "vapid t=\(signed).\(signature),k=\(Base64URL.encode(key.publicKey.x963))"
    }

    /// Posts the message with curl.
    func post() async throws -> GatewayFixture.HTTPAnswer {
        let file = FileManager.default.temporaryDirectory.appending(path: "message-\(UUID().uuidString)")
        try Data(body).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        var request = PushRequest(token: "", authorization: "")
        request.path = "/webpush/\(id)"
        request.method = method
        request.headers = headers
        if let token = try token() { request.headers.append(("authorization", token)) }
        request.payload = "@\(file.path)"
        return try await fixture.push(request)
    }
}

/// A message with one fault, and the answer that it gets.
struct SpoiltMessage: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let status: Int
    let spoil: @Sendable (inout BrowserMessage) throws -> Void

    init(_ description: String, _ status: Int, _ spoil: @escaping @Sendable (inout BrowserMessage) throws -> Void) {
        testDescription = description
        self.status = status
        self.spoil = spoil
    }

    static let all: [SpoiltMessage] = [
        SpoiltMessage("nothing wrong", 201) { _ in },
        SpoiltMessage("method PUT", 405) { $0.method = "PUT" },
        SpoiltMessage("a subscription that nobody has", 404) { $0.id = String(repeating: "0", count: 64) },
        SpoiltMessage("a subscription that has ended", 410) { _ = $0.fixture.gateway.endSubscription($0.id) },
        SpoiltMessage("a subscription for another key", 403) { message in
            message.id = message.fixture.gateway.registerSubscription(
                applicationServerKey: try ES256.PrivateKey().publicKey.x963
            )
        },
        SpoiltMessage("a subscription for any key", 201) { $0.id = $0.fixture.gateway.registerSubscription() },
        SpoiltMessage("no authorization", 401) { $0.authorization = .some(nil) },
        SpoiltMessage("Apple's authorization", 401) { $0.authorization = "bearer a.b.c" },
        SpoiltMessage("a space behind the comma", 401) { message in
            message.authorization = try message.token()?.replacing(",k=", with: ", k=")
        },
        SpoiltMessage("no key", 401) { message in
            message.authorization = try message.token()?.split(separator: ",").first.map(String.init)
        },
        SpoiltMessage("a token of rubbish", 403) { $0.authorization = "vapid t=a.b.c,k=AAAA" },
        SpoiltMessage("another algorithm", 403) { $0.claims.algorithm = "HS256" },
        SpoiltMessage("another key's signature", 403) { $0.signer = try ES256.PrivateKey() },
        SpoiltMessage("a token for another origin", 403) { $0.claims.audience = "https://push.example.org" },
        SpoiltMessage("a token for the origin's path", 403) { $0.claims.audience += "/" },
        SpoiltMessage("a token that has expired", 403) { $0.claims.expiry = $0.fixture.now.seconds },
        SpoiltMessage("a token for more than a day", 403) { $0.claims.expiry = $0.fixture.now.seconds + 86_401 },
        SpoiltMessage("a token for a day", 201) { $0.claims.expiry = $0.fixture.now.seconds + 86_400 },
        SpoiltMessage("a subject in brackets", 403) { $0.claims.subject = "mailto:<ops@example.org>" },
        SpoiltMessage("a subject that cannot be reached", 403) { $0.claims.subject = "operator" },
        SpoiltMessage("no TTL", 400) { $0.set("ttl", nil) },
        SpoiltMessage("a TTL in words", 400) { $0.set("ttl", "soon") },
        SpoiltMessage("a negative TTL", 400) { $0.set("ttl", "-1") },
        SpoiltMessage("a TTL of more than 30 days", 400) { $0.set("ttl", "2592001") },
        SpoiltMessage("a TTL of nothing", 201) { $0.set("ttl", "0") },
        SpoiltMessage("two TTLs", 400) { $0.headers.append(("ttl", "60")) },
        SpoiltMessage("an unknown urgency", 400) { $0.set("urgency", "HIGH") },
        SpoiltMessage("no urgency", 201) { $0.set("urgency", nil) },
        SpoiltMessage("a topic of 33 characters", 400) { $0.set("topic", String(repeating: "a", count: 33)) },
        SpoiltMessage("a topic of 32 characters", 201) { $0.set("topic", String(repeating: "a", count: 32)) },
        SpoiltMessage("a topic outside of base64url", 400) { $0.set("topic", "wake.up") },
        SpoiltMessage("no topic", 201) { $0.set("topic", nil) },
        SpoiltMessage("a body of 4,097 bytes", 413) { $0.body += [UInt8](repeating: 0, count: 4097 - $0.body.count) },
        SpoiltMessage("no content encoding", 415) { $0.set("content-encoding", nil) },
        SpoiltMessage("the former content encoding", 415) { $0.set("content-encoding", "aesgcm") },
        SpoiltMessage("a body in clear", 400) { $0.body = Array("Wake up".utf8) },
        SpoiltMessage("an empty body", 400) { $0.body = [] },
        SpoiltMessage("a key that is no point", 400) { $0.body[40] ^= 1 },
        SpoiltMessage("a body cut short", 400) { $0.body = Array($0.body.prefix(100)) },
        SpoiltMessage("a body of several records", 400) { $0.body.replaceSubrange(16..<20, with: [0, 0, 0, 64]) },
    ]
}

@Suite("The gateway's Web Push is as strict as the strictest push service", .timeLimit(.minutes(10)))
struct WebPushStrictnessTests {
    @Test("A message is answered by the first rule that it breaks", arguments: SpoiltMessage.all)
    func judged(_ fault: SpoiltMessage) async throws {
        try await GatewayFixture.run { fixture async throws in
            var message = try BrowserMessage(fixture)
            try fault.spoil(&message)
            let answer = try await message.post()
            #expect(answer.status == fault.status, "\(answer.body)")
            #expect(fixture.gateway.log.map(\.isAccepted) == [fault.status == 201])
        }
    }

    @Test("What it accepts reaches the browser sealed as it came, and nobody else")
    func sealed() async throws {
        try await GatewayFixture.run { fixture async throws in
            let message = try BrowserMessage(fixture)
            var arrivals = fixture.gateway.pushes(to: message.id).makeAsyncIterator()
            let status = try await message.post().status
            #expect(status == 201)
            let arrived = try #require(await arrivals.next())
            #expect(try message.browser.open(arrived.payload) == Array("Wake up".utf8))
            #expect(throws: SealingError.self) { try WebPushReceiverKeys().open(arrived.payload) }
        }
    }

    @Test("A browser that is offline gets a message for as long as its TTL, and one without never")
    func stored() async throws {
        try await GatewayFixture.run { fixture async throws in
            var message = try BrowserMessage(fixture)
            fixture.gateway.setSubscriptionOnline(message.id, false)
            for (topic, ttl) in [("a", "10"), ("b", "60"), ("b", "60"), ("c", "0")] {
                message.set("topic", topic)
                message.set("ttl", ttl)
                let status = try await message.post().status
                #expect(status == 201)
            }
            var arrivals = fixture.gateway.pushes(to: message.id).makeAsyncIterator()
            fixture.advance(by: .seconds(10))
            fixture.gateway.setSubscriptionOnline(message.id, true)
            #expect(await arrivals.next()?.number == 3)
            message.set("topic", "d")
            _ = try await message.post()
            #expect(await arrivals.next()?.number == 5)
        }
    }

    @Test("Every fault that pushes to phones can meet, messages to browsers meet too")
    func faults() async throws {
        try await GatewayFixture.run { fixture async throws in
            let message = try BrowserMessage(fixture)
            let gateway = fixture.gateway
            gateway.behavior = .throttle(retryAfter: .seconds(7), portion: .first(1))
            let throttled = try await message.post()
            #expect(throttled.status == 429 && throttled.headers["retry-after"] == "7")
            gateway.behavior = .respond(status: 502, reason: nil, portion: .first(1))
            let failed = try await message.post().status
            gateway.setBehavior(.respond(status: 410, reason: nil, portion: .first(1)), for: message.id)
            let gone = try await message.post().status
            #expect(failed == 502 && gone == 410)
            gateway.setBehavior(.resetStream(code: 2, portion: .first(1)), for: message.id)
            let reset = try await message.post().status
            gateway.setBehavior(.disconnect(portion: .first(1)), for: message.id)
            let disconnected = try await message.post().status
            // curl reports no status where there was no answer.
            #expect(reset == 0 && disconnected == 0)
            gateway.setBehavior(nil, for: message.id)
            let after = try await message.post().status
            #expect(after == 201)
            #expect(gateway.log.map(\.isAccepted) == [false, false, false, false, false, true])
        }
    }

    @Test("A message that was delivered although its answer was lost is delivered again by a repeat")
    func indeterminate() async throws {
        try await GatewayFixture.run { fixture async throws in
            let message = try BrowserMessage(fixture)
            var arrivals = fixture.gateway.pushes(to: message.id).makeAsyncIterator()
            fixture.gateway.behavior = .disconnect(delivers: true, portion: .first(1))
            let statuses = try await [message.post().status, message.post().status]
            #expect(statuses == [0, 201])
            #expect(await arrivals.next()?.number == 1)
            #expect(await arrivals.next()?.number == 2)
        }
    }

    @Test("A faulty message is refused for its own fault, and uses none of the gateway's up")
    func faultyUnderFaults() async throws {
        try await GatewayFixture.run { fixture async throws in
            fixture.gateway.behavior = .respond(status: 503, reason: nil, portion: .first(1))
            var wrong = try BrowserMessage(fixture)
            wrong.set("ttl", nil)
            let first = try await wrong.post().status
            let right = try BrowserMessage(fixture)
            let statuses = try await [right.post().status, right.post().status]
            #expect(first == 400 && statuses == [503, 201])
        }
    }
}
