import AlarmCore
import Foundation
import Testing

@testable import GatewaySimulator

@Suite("The gateway's log")
struct RecordingTests {
    @Test("The log keeps the newest, in order, and counts all")
    func ring() {
        var log = PushLog(capacity: 3)
        for stream in 1...7 {
            log.append(push(stream: stream))
        }
        #expect(log.pushes.map(\.stream) == [5, 6, 7])
        #expect(log.total == 7)
        log.removeAll()
        #expect(log.pushes.isEmpty)
        log.append(push(stream: 8))
        #expect(log.pushes.map(\.stream) == [8])
    }

    @Test("A line of the log is one line of JSON, and holds no provider token")
    func jsonLine() throws {
        var push = push(stream: 3)
        push.payload = Array("{\n\"aps\": {\"alert\": \"a\\nb\"}\r\n}".utf8)
        push.answer = .response(.init(status: 410, reason: "Unregistered", timestamp: Instant(milliseconds: 5)))
        let line = push.jsonLine
        #expect(!line.contains { $0.isNewline })
        #expect(!line.contains("secret"))
        let object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        #expect(object["receivedAt"] as? Int == 1_800_000_000_001)
        #expect(object["connection"] as? Int == 2)
        #expect(object["stream"] as? Int == 3)
        #expect(object["token"] as? String == "ab")
        #expect(object["headers"] as? [String: String] == ["apns-topic": #"a"b\"#])
        #expect((object["payload"] as? [String: [String: String]]) == ["aps": ["alert": "a\nb"]])
        #expect(object["status"] as? Int == 410)
        #expect(object["reason"] as? String == "Unregistered")
        #expect(object["timestamp"] as? Int == 5)
    }

    @Test(
        "A missing response has its own name in the log",
        arguments: [
            (ReceivedPush.Outcome.none, "none", nil),
            (.reset(code: 7), "reset", 7),
            (.disconnected, "disconnected", nil),
        ] as [(ReceivedPush.Outcome, String, Int?)]
    )
    func answers(answer: ReceivedPush.Outcome, word: String, code: Int?) throws {
        var push = push(stream: 1)
        push.answer = answer
        push.payload = [0xFF, 0x00]
        let object = try #require(JSONSerialization.jsonObject(with: Data(push.jsonLine.utf8)) as? [String: Any])
        #expect(object["answer"] as? String == word)
        #expect(object["code"] as? Int == code)
        #expect(object["payloadBytes"] as? String == "_wA")
    }

    @Test("An observer sees refused requests too, without a token where the path names none")
    func observer() async throws {
        try await GatewayFixture.run { fixture in
            var everything = fixture.gateway.receivedPushes().makeAsyncIterator()
            var wrong = try fixture.request()
            wrong.path = "/"
            _ = try await fixture.push(wrong)
            let push = try #require(await everything.next())
            #expect(push.token == nil)
            #expect(push.answer == .response(.init(status: 404, reason: "BadPath")))
            #expect(push.header(":path") == "/")
            #expect(fixture.gateway.jsonLines.split(separator: "\n").count == 1)
            fixture.gateway.clearLog()
            #expect(fixture.gateway.log.isEmpty)
        }
    }

    private func push(stream: Int) -> ReceivedPush {
        ReceivedPush(
            receivedAt: Instant(milliseconds: 1_800_000_000_001),
            connection: 2,
            stream: stream,
            token: "ab",
            messageID: "EABEAE54-14A8-11E5-B60B-1697F925EC7B",
            headers: [
                HeaderField(name: ":method", value: "POST"),
                HeaderField(name: "authorization", value: "bearer secret"),
                HeaderField(name: "apns-topic", value: #"a"b\"#),
            ],
            payload: Array("{}".utf8),
            answer: .response(.accepted)
        )
    }
}
