import AlarmCore
import Testing

@testable import GatewaySimulator

@Suite("The end of a connection, announced")
struct GoAwayTests {
    typealias Kind = GatewaySimulator.Behavior.GoAwayRule.Kind

    @Test("After a GOAWAY a client goes on over a new connection and loses nothing")
    func goAway() async throws {
        try await Laboratory.run { laboratory in
            laboratory.gateway.behavior = .goAway(afterEvery: 2)
            let result = try await laboratory.curl(Array(repeating: laboratory.request(), count: 5))
            #expect(result.status == 0, "\(result.errors)")
            #expect(laboratory.gateway.log.map(\.connection) == [1, 1, 2, 2, 3])
            #expect(laboratory.gateway.log.filter(\.isAccepted).count == 5)
        }
    }

    @Test("A GOAWAY carries the last stream and Apple's reason, by nghttp's own account")
    func goAwayFrame() async throws {
        try await Laboratory.run { laboratory in
            laboratory.gateway.behavior = .goAway(afterEvery: 1)
            let request = try laboratory.request()
            let payload = try TemporaryFile(request.payload)
            // Two requests: nghttp hangs up by itself when it has nothing left to wait for.
            let result = try await Tool.nghttp.run(
                ["--verbose", "--multiply=2", "--no-verify-peer", "--header=:method: POST", "--data=\(payload.path)"]
                    + request.headers.map { "--header=\($0.name): \($0.value)" } + [laboratory.url(request)]
            )
            let stream = try #require(laboratory.gateway.log.first?.stream)
            #expect(result.output.contains("(last_stream_id=\(stream), error_code=NO_ERROR(0x00)"))
            #expect(result.output.contains(#"{"reason":"Shutdown"}"#), "\(result.output)")
        }
    }

    @Test("After a graceful GOAWAY every open request is answered, by nghttp's own account")
    func gracefulGoAway() async throws {
        try await Laboratory.run(configure: { $0.initialConcurrentStreams = 10 }) { laboratory in
            var behavior = GatewaySimulator.Behavior.goAway(afterEvery: 1, kind: .graceful)
            behavior.latency = .milliseconds(200)
            laboratory.gateway.behavior = behavior
            let request = try laboratory.request()
            let payload = try TemporaryFile(request.payload)
            let result = try await Tool.nghttp.run(
                ["--verbose", "--multiply=3", "--no-verify-peer", "--header=:method: POST", "--data=\(payload.path)"]
                    + request.headers.map { "--header=\($0.name): \($0.value)" } + [laboratory.url(request)]
            )
            let lasts = result.output.matches(of: /last_stream_id=(\d+)/).map { String($0.output.1) }
            let newest = try #require(laboratory.gateway.log.map(\.stream).max())
            // The third is nghttp's own farewell.
            #expect(lasts.prefix(2) == ["2147483647", "\(newest)"], "\(result.output)")
            #expect(result.output.matches(of: /:status: 200/).count == 3)
            #expect(laboratory.gateway.log.map(\.connection) == [1, 1, 1])
        }
    }

    @Test(
        "However a connection ends by its GOAWAY, a careful client goes on and loses nothing",
        arguments: Kind.allCases
    )
    func goAwayKinds(kind: Kind) async throws {
        try await Laboratory.run { laboratory in
            laboratory.gateway.behavior = .goAway(afterEvery: 2, kind: kind)
            let result = try await laboratory.curl(Array(repeating: laboratory.request(), count: 5))
            #expect(result.status == 0, "\(result.errors)")
            #expect(laboratory.gateway.log.map(\.connection) == [1, 1, 2, 2, 3])
            #expect(laboratory.gateway.log.filter(\.isAccepted).count == 5)
        }
    }
}
