import AlarmCore
import TestSupport
import Testing

@testable import GatewaySimulator

@Suite("The end of a connection, announced")
struct GoAwayTests {
    typealias Kind = GatewaySimulator.Behavior.GoAwayRule.Kind

    @Test("After a GOAWAY a client goes on over a new connection and loses nothing")
    func goAway() async throws {
        try await GatewayFixture.run { fixture in
            fixture.gateway.behavior = .goAway(afterEvery: 2)
            let result = try await fixture.curl(Array(repeating: fixture.request(), count: 5))
            #expect(result.status == 0, "\(result.errors)")
            #expect(fixture.gateway.log.map(\.connection) == [1, 1, 2, 2, 3])
            #expect(fixture.gateway.log.filter(\.isAccepted).count == 5)
        }
    }

    @Test("A GOAWAY carries the last stream and Apple's reason, by nghttp's own account")
    func goAwayFrame() async throws {
        try await GatewayFixture.run { fixture in
            fixture.gateway.behavior = .goAway(afterEvery: 1)
            let request = try fixture.request()
            let payload = try TemporaryFile(request.payload)
            // Two requests, because nghttp closes the connection when it has nothing left to wait for.
            let result = try await Tool.onPath("nghttp").run(
                ["--verbose", "--multiply=2", "--no-verify-peer", "--header=:method: POST", "--data=\(payload.path)"]
                    + request.headers.map { "--header=\($0.name): \($0.value)" } + [fixture.url(request)]
            )
            let stream = try #require(fixture.gateway.log.first?.stream)
            #expect(result.output.contains("(last_stream_id=\(stream), error_code=NO_ERROR(0x00)"))
            #expect(result.output.contains(#"{"reason":"Shutdown"}"#), "\(result.output)")
        }
    }

    @Test("After a graceful GOAWAY every open request is answered, by nghttp's own account")
    func gracefulGoAway() async throws {
        try await GatewayFixture.run(configure: { $0.initialConcurrentStreams = 10 }) { fixture in
            var behavior = GatewaySimulator.Behavior.goAway(afterEvery: 1, kind: .graceful)
            behavior.latency = .milliseconds(200)
            fixture.gateway.behavior = behavior
            let request = try fixture.request()
            let payload = try TemporaryFile(request.payload)
            let result = try await Tool.onPath("nghttp").run(
                ["--verbose", "--multiply=3", "--no-verify-peer", "--header=:method: POST", "--data=\(payload.path)"]
                    + request.headers.map { "--header=\($0.name): \($0.value)" } + [fixture.url(request)]
            )
            let lasts = result.output.matches(of: /last_stream_id=(\d+)/).map { String($0.output.1) }
            let newest = try #require(fixture.gateway.log.map(\.stream).max())
            // The third is nghttp's own GOAWAY.
            #expect(lasts.prefix(2) == ["2147483647", "\(newest)"], "\(result.output)")
            #expect(result.output.matches(of: /:status: 200/).count == 3)
            #expect(fixture.gateway.log.map(\.connection) == [1, 1, 1])
        }
    }

    @Test(
        "However a connection ends by its GOAWAY, a careful client goes on and loses nothing",
        arguments: Kind.allCases
    )
    func goAwayKinds(kind: Kind) async throws {
        try await GatewayFixture.run { fixture in
            fixture.gateway.behavior = .goAway(afterEvery: 2, kind: kind)
            let result = try await fixture.curl(Array(repeating: fixture.request(), count: 5))
            #expect(result.status == 0, "\(result.errors)")
            #expect(fixture.gateway.log.map(\.connection) == [1, 1, 2, 2, 3])
            #expect(fixture.gateway.log.filter(\.isAccepted).count == 5)
        }
    }
}
