import AlarmCore
import Testing

@testable import GatewaySimulator

/// A valid request with one fault, and the gateway's expected response.
struct Spoilt: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let status: Int
    let reason: String
    let spoil: @Sendable (inout PushRequest) -> Void

    init(
        _ description: String,
        _ status: Int,
        _ reason: String,
        _ spoil: @escaping @Sendable (inout PushRequest) -> Void
    ) {
        testDescription = description
        self.status = status
        self.reason = reason
        self.spoil = spoil
    }

    static let all: [Spoilt] = [
        Spoilt("method GET", 405, "MethodNotAllowed") { $0.method = "GET" },
        Spoilt("method PUT", 405, "MethodNotAllowed") { $0.method = "PUT" },
        Spoilt("another path", 404, "BadPath") { $0.path = "/2/device/00" },
        Spoilt("a path that goes on", 404, "BadPath") { $0.path += "/more" },
        Spoilt("a query", 400, "BadDeviceToken") { $0.path += "?a=b" },
        Spoilt("no device token", 400, "MissingDeviceToken") { $0.path = "/3/device/" },
        Spoilt("a token that is not hexadecimal", 400, "BadDeviceToken") { $0.path = "/3/device/xyz" },
        Spoilt("a token of half a byte", 400, "BadDeviceToken") { $0.path += "0" },
        Spoilt("an unknown token", 400, "BadDeviceToken") { $0.path += "00" },
        Spoilt("no authorization", 403, "MissingProviderToken") { $0.set("authorization", nil) },
        Spoilt("basic authorization", 403, "MissingProviderToken") { $0.set("authorization", "basic YTpi") },
        Spoilt("bearer of nothing", 403, "MissingProviderToken") { $0.set("authorization", "bearer ") },
        Spoilt("bearer of rubbish", 403, "InvalidProviderToken") { $0.set("authorization", "bearer a.b.c") },
        Spoilt("no topic", 400, "MissingTopic") { $0.set("apns-topic", nil) },
        Spoilt("a topic that is none", 400, "BadTopic") { $0.set("apns-topic", "com example") },
        Spoilt("another team's topic", 400, "TopicDisallowed") { $0.set("apns-topic", "com.example.other") },
        Spoilt("another topic of the team", 400, "DeviceTokenNotForTopic") {
            $0.set("apns-topic", PushRequest.topic + ".voip")
            $0.set("apns-push-type", "voip")
        },
        Spoilt("a topic without its push type's suffix", 400, "BadTopic") { $0.set("apns-push-type", "voip") },
        Spoilt("no push type", 400, "InvalidPushType") { $0.set("apns-push-type", nil) },
        Spoilt("an unknown push type", 400, "InvalidPushType") { $0.set("apns-push-type", "Alert") },
        Spoilt("priority 7", 400, "BadPriority") { $0.set("apns-priority", "7") },
        Spoilt("priority 010", 400, "BadPriority") { $0.set("apns-priority", "010") },
        Spoilt("a background push of priority 10", 400, "BadPriority") {
            $0.set("apns-push-type", "background")
            $0.set("apns-priority", "10")
        },
        Spoilt("a background push of no priority", 400, "BadPriority") { $0.set("apns-push-type", "background") },
        Spoilt("a negative expiration", 400, "BadExpirationDate") { $0.set("apns-expiration", "-1") },
        Spoilt("an expiration in words", 400, "BadExpirationDate") { $0.set("apns-expiration", "soon") },
        Spoilt("an expiration beyond 64 bits", 400, "BadExpirationDate") {
            $0.set("apns-expiration", "99999999999999999999")
        },
        Spoilt("an apns-id that is no UUID", 400, "BadMessageId") { $0.set("apns-id", "1234") },
        Spoilt("an apns-id in braces", 400, "BadMessageId") {
            $0.set("apns-id", "{eabeae54-14a8-11e5-b60b-1697f925ec7b}")
        },
        Spoilt("a collapse identifier of 65 bytes", 400, "BadCollapseId") {
            $0.set("apns-collapse-id", String(repeating: "a", count: 65))
        },
        Spoilt("a topic twice", 400, "DuplicateHeaders") { $0.headers.append(("apns-topic", PushRequest.topic)) },
        Spoilt("an empty payload", 400, "PayloadEmpty") { $0.payload = "" },
        Spoilt("a payload that is not JSON", 400, "PayloadEmpty") { $0.payload = "{aps}" },
        Spoilt("a payload that is no object", 400, "PayloadEmpty") { $0.payload = "[]" },
        Spoilt("a payload of 4,097 bytes", 413, "PayloadTooLarge") { $0.payload = payload(of: 4097) },
        Spoilt("a payload of 60,000 bytes", 413, "PayloadTooLarge") { $0.payload = payload(of: 60_000) },
    ]
}

/// A JSON object of exactly `size` bytes.
private func payload(of size: Int) -> String {
    #"{"a":""# + String(repeating: "x", count: size - 8) + #""}"#
}

@Suite("Faults of a request get Apple's responses")
struct StrictnessTests {
    @Test("A request that is spoilt in one detail gets its documented status and reason", arguments: Spoilt.all)
    func spoilt(_ spoilt: Spoilt) async throws {
        try await GatewayFixture.run { fixture in
            var request = try fixture.request()
            spoilt.spoil(&request)
            let answer = try await fixture.push(request)
            #expect(answer.status == spoilt.status)
            #expect(answer.body == #"{"reason":"\#(spoilt.reason)"}"#)
            #expect(answer.headers["apns-id"].map(MessageID.isValid) == true)
        }
    }

    @Test(
        "A request just within a limit is accepted",
        arguments: [
            Spoilt("nothing spoilt", 200, "") { _ in },
            Spoilt("an upper-case token", 200, "") { $0.path = "/3/device/" + $0.path.dropFirst(10).uppercased() },
            Spoilt("an upper-case scheme", 200, "") { request in
                let value = request.headers.first { $0.name == "authorization" }?.value ?? ""
                request.set("authorization", "Bearer" + value.dropFirst(6))
            },
            Spoilt("a background push of priority 5", 200, "") {
                $0.set("apns-push-type", "background")
                $0.set("apns-priority", "5")
            },
            Spoilt("priority 1 and expiration 0", 200, "") {
                $0.set("apns-priority", "1")
                $0.set("apns-expiration", "0")
            },
            Spoilt("a collapse identifier of 64 bytes", 200, "") {
                $0.set("apns-collapse-id", String(repeating: "a", count: 64))
            },
            Spoilt("a payload of 4,096 bytes", 200, "") { $0.payload = payload(of: 4096) },
        ]
    )
    func accepted(_ request: Spoilt) async throws {
        try await GatewayFixture.run { fixture in
            var sent = try fixture.request()
            request.spoil(&sent)
            let answer = try await fixture.push(sent)
            #expect(answer.status == 200)
            #expect(answer.body.isEmpty)
        }
    }

    @Test("A VoIP payload may have 5,120 bytes and no more", arguments: [(5120, 200), (5121, 413)])
    func voip(size: Int, status: Int) async throws {
        try await GatewayFixture.run { fixture in
            let topic = PushRequest.topic + ".voip"
            var request = try fixture.request()
            request.path = "/3/device/" + fixture.gateway.registerDevice(topic: topic, environment: .sandbox)
            request.set("apns-topic", topic)
            request.set("apns-push-type", "voip")
            request.payload = payload(of: size)
            let answer = try await fixture.push(request)
            #expect(answer.status == status)
        }
    }

    @Test("A token of the other environment is a bad one")
    func environment() async throws {
        try await GatewayFixture.run { fixture in
            var request = try fixture.request()
            let token = fixture.gateway.registerDevice(topic: PushRequest.topic, environment: .production)
            request.path = "/3/device/\(token)"
            let answer = try await fixture.push(request)
            #expect(answer.status == 400)
            #expect(answer.body == #"{"reason":"BadDeviceToken"}"#)
        }
    }

    @Test("A dead token is gone, with the millisecond since when")
    func gone() async throws {
        try await GatewayFixture.run { fixture in
            fixture.gateway.unregister(fixture.token, at: Instant(milliseconds: 1_799_999_999_123))
            let removed = try await fixture.push(fixture.request())
            #expect(removed.status == 410)
            #expect(removed.body == #"{"reason":"Unregistered","timestamp":1799999999123}"#)

            fixture.gateway.expire(fixture.token, at: Instant(milliseconds: 1_799_999_999_456))
            let expired = try await fixture.push(fixture.request())
            #expect(expired.status == 410)
            #expect(expired.body == #"{"reason":"ExpiredToken","timestamp":1799999999456}"#)
        }
    }
}
