import AlarmCore
import AlarmWire
import CurlClient
import Foundation
import Sealing
import TestSupport
import Testing

@testable import Delivery

@Suite("The example that lets a relay into Home Assistant", .timeLimit(.minutes(10)))
struct DoormanTests {
    private static let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../examples/home-assistant/doorman.py").standardized.path

    /// What comes of a webhook under a secret, to a home in which the entity `entity` is on.
    private func send(
        _ stage: Stage,
        under secret: String = secret,
        entity: String,
        at time: Instant = Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
    ) async throws -> (outcome: DeliveryOutcome, answer: WebhookAnswer?, passedOn: [WebhookMessage]) {
        let home = try HTTPStandIn()
        try home.answer(.init(200, body: #"{"state":"on"}"#))
        let doorman = try ServerProcess("/usr/bin/env") { port in
            [
                "REVEILLE_SECRET=\(Self.secret)", "HOME_ASSISTANT=http://127.0.0.1:\(home.port)", "WEBHOOK_ID=s3cr3t",
                "HOME_ASSISTANT_TOKEN=t", "\(entity)=input_boolean.it", "python3", Self.script, "\(port)",
            ]
        }
        let client = try CurlClient()
        let channel = WebhookChannel(
            configuration: .init(allowsPrivate: true, allowsUnprotected: true, attemptTimeout: .minutes(5)),
            client: client,
            now: { time }
        )
        let message = WebhookMessage(
            stage: PushStage(stage),
            preset: "partner-alarm",
            alarm: AlarmID(high: 1, low: 2),
            revision: 1,
            at: time,
            title: "Alarm",
            text: "Someone is ringing you."
        )
        let (outcome, body) = await channel.exchange(
            OutgoingWebhook(
                id: DeliveryID(high: 3, low: 4),
                url: try #require(WebURL("http://127.0.0.1:\(doorman.port)/reveille")),
                body: message.wire,
                secret: try #require(WebhookSecret(secret)),
                deadline: time + .minutes(5)
            )
        )
        await client.shutdown()
        let posts = try home.requests().filter { $0.method == "POST" && $0.path == "/api/webhook/s3cr3t" }
        let passedOn = try posts.map { try WebhookMessage(wire: $0.body) }
        if !passedOn.isEmpty { #expect(passedOn == [message]) }
        return (outcome, WebhookAnswer(body: body), passedOn)
    }

    @Test(
        "It passes on what the relay has signed, and answers a ring as its person is",
        arguments: [("AWAKE", WebhookAnswer.acknowledge), ("SNOOZE", .snooze(minutes: 9)), ("OTHER", nil)]
            as [(String, WebhookAnswer?)]
    )
    func answers(entity: String, answer: WebhookAnswer?) async throws {
        let result = try await send(.ring, entity: entity)
        #expect(result.outcome == .accepted && result.answer == answer && result.passedOn.count == 1)
    }

    @Test("It answers nothing but a ring")
    func news() async throws {
        let result = try await send(.cancel, entity: "AWAKE")
        #expect(result.outcome == .accepted && result.answer == nil && result.passedOn.count == 1)
    }

    @Test("It lets nothing in that another has signed, or that is ten minutes old")
    func forged() async throws {
        let other = try await send(.ring, under: "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", entity: "AWAKE")
        #expect(other.outcome == .rejected(reason: "HTTP 401") && other.passedOn.isEmpty)
        let old = Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000) - 600_000)
        let late = try await send(.ring, entity: "AWAKE", at: old)
        #expect(late.outcome == .rejected(reason: "HTTP 401") && late.passedOn.isEmpty)
    }
}
