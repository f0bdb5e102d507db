import AlarmCore
import Foundation
import Testing

@testable import GatewaySimulator

@Suite("Push servers' own libraries are served")
struct ClientTests {
    @Test(
        "aioapns pushes over one connection, and reads why it is refused",
        .enabled(if: PythonClient.isWanted("aioapns"), PythonClient.hint)
    )
    func aioapns() async throws {
        try await GatewayFixture.run(configure: { $0.clock = ClientTests.systemClock }) { fixture in
            let gateway = fixture.gateway
            let gone = gateway.registerDevice(topic: PushRequest.topic, environment: .sandbox)
            gateway.unregister(gone, at: Instant(milliseconds: 1_700_000_000_123))
            let alerts = (0..<20).map { Notification(token: fixture.token, message: .init(alert: "\($0)")) }
            let odd = [
                Notification(token: fixture.token, type: "background", priority: 5, message: .init()),
                Notification(token: fixture.token, type: "background", priority: 10, message: .init()),
                Notification(token: gone, message: .init()),
                Notification(token: fixture.token + "00", message: .init()),
                Notification(token: fixture.token, topic: "com.example.other", message: .init()),
                Notification(token: fixture.token, message: .init(alert: String(repeating: "x", count: 5000))),
            ]
            let results: [Outcome] = try await PythonClient.run(
                "aioapns_client.py",
                AioapnsTask(fixture, notifications: alerts + odd)
            )
            #expect(results.prefix(20).allSatisfy { $0 == Outcome(status: "200") })
            #expect(
                Array(results.dropFirst(20)) == [
                    Outcome(status: "200"),
                    Outcome(status: "400", reason: "BadPriority"),
                    Outcome(status: "410", reason: "Unregistered", timestamp: 1_700_000_000_123),
                    Outcome(status: "400", reason: "BadDeviceToken"),
                    Outcome(status: "400", reason: "TopicDisallowed"),
                    Outcome(status: "413", reason: "PayloadTooLarge"),
                ]
            )
            #expect(gateway.log.filter(\.isAccepted).count == 21)
        }
    }

    @Test(
        "httpx gets a success without a body and an error in JSON",
        .enabled(if: PythonClient.isWanted("httpx"), PythonClient.hint)
    )
    func httpx() async throws {
        try await GatewayFixture.run { fixture in
            let good = try fixture.request()
            var bad = good
            bad.set("apns-priority", "7")
            let answers: [HTTPXAnswer] = try await PythonClient.run(
                "httpx_client.py",
                HTTPXTask(fixture, requests: [good, bad, good])
            )
            #expect(answers.map(\.version) == ["HTTP/2", "HTTP/2", "HTTP/2"])
            #expect(answers.map(\.status) == [200, 400, 200])
            #expect(answers.map(\.body) == ["", #"{"reason":"BadPriority"}"#, ""])
            #expect(answers[0].headers.keys.sorted() == ["apns-id"])
            #expect(fixture.gateway.log.map(\.connection) == [1, 1, 1])
        }
    }

    private static let systemClock: @Sendable () -> Instant = {
        Instant(seconds: Int64(Date().timeIntervalSince1970))
    }
}

private struct Notification: Encodable {
    struct Message: Encodable {
        struct APS: Encodable {
            var alert: String?
        }

        var aps: APS

        init(alert: String? = nil) {
            aps = APS(alert: alert)
        }
    }

    var token: String
    var topic: String?
    var type: String?
    var priority: Int?
    var message: Message
}

private struct AioapnsTask: Encodable {
    var host = "localhost"
    var port: Int
    var ca: String
    var key: String
    var keyId: String
    var teamId: String
    var topic = PushRequest.topic
    var notifications: [Notification]

    init(_ fixture: GatewayFixture, notifications: [Notification]) {
        port = fixture.gateway.port
        ca = fixture.certificatePath
        key = fixture.key.pem
        keyId = fixture.key.keyID
        teamId = fixture.key.teamID
        self.notifications = notifications
    }
}

private struct Outcome: Decodable, Equatable {
    var status: String
    var reason: String?
    var timestamp: Int?

    init(status: String, reason: String? = nil, timestamp: Int? = nil) {
        (self.status, self.reason, self.timestamp) = (status, reason, timestamp)
    }

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        status = try container.decode(String.self)
        reason = try container.decodeIfPresent(String.self)
        timestamp = try container.decodeIfPresent(Int.self)
    }
}

private struct HTTPXTask: Encodable {
    struct Request: Encodable {
        var url: String
        var headers: [[String]]
        var payload: String
    }

    var ca: String
    var requests: [Request]

    init(_ fixture: GatewayFixture, requests: [PushRequest]) {
        ca = fixture.certificatePath
        self.requests = requests.map { request in
            Request(
                url: fixture.url(request),
                headers: request.headers.map { [$0.name, $0.value] },
                payload: request.payload
            )
        }
    }
}

private struct HTTPXAnswer: Decodable {
    var version: String
    var status: Int
    var headers: [String: String]
    var body: String
}
