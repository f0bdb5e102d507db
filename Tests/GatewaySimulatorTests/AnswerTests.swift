import AlarmCore
import TestSupport
import Testing

@testable import GatewaySimulator

@Suite("An answer looks on the wire as the real one")
struct AnswerTests {
    @Test("A success is one HEADERS frame with END_STREAM and no DATA, by nghttp's own account")
    func noData() async throws {
        try await GatewayFixture.run { fixture in
            let request = try fixture.request()
            let result = try await nghttp(request, fixture)
            let received = result.output.split(separator: "\n").map(String.init)
            #expect(received.contains { $0.contains(":status: 200") }, "\(result.output)")
            #expect(!result.output.contains("recv DATA frame"))
            let headers = try #require(received.firstIndex { $0.contains("recv HEADERS frame") })
            #expect(received[headers...].prefix(2).joined().contains("flags=0x05"))
            #expect(received[headers...].prefix(2).joined().contains("END_STREAM"))
        }
    }

    @Test("A refusal is HEADERS and then DATA with END_STREAM")
    func refusal() async throws {
        try await GatewayFixture.run { fixture in
            var request = try fixture.request()
            request.set("apns-topic", nil)
            let output = try await nghttp(request, fixture).output
            #expect(output.contains(":status: 400"))
            #expect(output.contains("recv DATA frame <length=25, flags=0x01"))
        }
    }

    @Test("A connection may have one stream, and a thousand once it proved itself")
    func settings() async throws {
        try await GatewayFixture.run { fixture in
            let output = try await nghttp(try fixture.request(), fixture).output
            let limits = output.matches(of: /recv SETTINGS[^\[]*\[SETTINGS_MAX_CONCURRENT_STREAMS\(0x03\):(\d+)\]/)
            #expect(limits.map { String($0.output.1) } == ["1", "1000"], "\(output)")
        }
    }

    @Test("A connection that proved nothing keeps one stream")
    func unproven() async throws {
        try await GatewayFixture.run { fixture in
            var request = try fixture.request()
            request.set("authorization", nil)
            let output = try await nghttp(request, fixture).output
            #expect(!output.contains("SETTINGS_MAX_CONCURRENT_STREAMS(0x03):1000"))
        }
    }

    @Test("An apns-id comes back as it went", arguments: ["", "not-a-uuid"])
    func messageID(topicSuffix: String) async throws {
        try await GatewayFixture.run { fixture in
            var request = try fixture.request()
            request.set("apns-id", "eabeae54-14A8-11e5-b60b-1697f925ec7b")
            request.set("apns-topic", PushRequest.topic + topicSuffix)
            let answer = try await fixture.push(request)
            #expect(answer.headers["apns-id"] == "eabeae54-14A8-11e5-b60b-1697f925ec7b")
        }
    }

    @Test("Without an apns-id the gateway makes one, by its seed, and records it")
    func madeMessageID() async throws {
        let first = try await GatewayFixture.run { fixture in
            let answer = try await fixture.push(fixture.request())
            #expect(fixture.gateway.log.map(\.messageID) == [answer.headers["apns-id"]])
            return answer.headers["apns-id"]
        }
        let again = try await GatewayFixture.run { try await $0.push($0.request()).headers["apns-id"] }
        let other = try await GatewayFixture.run(configure: { $0.seed = 2 }) {
            try await $0.push($0.request()).headers["apns-id"]
        }
        #expect(first.map(MessageID.isValid) == true)
        #expect(first == again)
        #expect(first != other)
    }

    @Test("A client that does not speak HTTP/2 is hung up on")
    func http1() async throws {
        try await GatewayFixture.run { fixture in
            let result = try await fixture.curl([fixture.request()], options: ["--http1.1"])
            #expect(result.status != 0)
            #expect(fixture.gateway.log.isEmpty)
        }
    }

    @Test("A stream that breaks HTTP/2 is reset, and its connection goes on")
    func brokenStream() async throws {
        try await GatewayFixture.run { fixture in
            let request = try fixture.request()
            var broken = request
            broken.set("content-length", "5")
            let result = try await fixture.curl([request, broken, request])
            #expect(result.errors.contains("PROTOCOL_ERROR"), "\(result.errors)")
            #expect(fixture.gateway.log.map(\.connection) == [1, 1])
            #expect(fixture.gateway.log.map(\.isAccepted) == [true, true])
        }
    }

    @Test("A client that does not trust the authority does not get through")
    func untrusted() async throws {
        try await GatewayFixture.run { fixture in
            let result = try await fixture.curl([fixture.request()], options: ["--cacert", "/dev/null"])
            #expect(result.status == 60 || result.status == 77, "\(result.errors)")
        }
    }

    private func nghttp(_ request: PushRequest, _ fixture: GatewayFixture) async throws -> Tool.Outcome {
        let payload = try TemporaryFile(request.payload)
        let headers = request.headers.flatMap { ["--header=\($0.name): \($0.value)"] }
        return try await Tool.onPath("nghttp").run(
            ["--verbose", "--no-verify-peer", "--header=:method: POST", "--data=\(payload.path)"] + headers
                + [fixture.url(request)]
        )
    }
}
