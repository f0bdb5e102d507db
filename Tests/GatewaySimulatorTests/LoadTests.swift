import AlarmCore
import TestSupport
import Testing

@testable import GatewaySimulator

@Suite("Many pushes at once")
struct LoadTests {
    @Test("Five thousand multiplexed pushes all succeed, and not one stalls for want of a window")
    func multiplexed() async throws {
        try await GatewayFixture.run { fixture in
            let count = 5000
            let request = try fixture.request()
            let payload = try TemporaryFile(#"{"aps":{"alert":"\#(String(repeating: "x", count: 1000))"}}"#)
            let result = try await Tool.onPath("h2load").run(
                ["--requests=\(count)", "--clients=2", "--max-concurrent-streams=100", "--data=\(payload.path)"]
                    + request.headers.map { "--header=\($0.name): \($0.value)" } + [fixture.url(request)]
            )
            #expect(result.output.contains("\(count) succeeded, 0 failed, 0 errored, 0 timeout"), "\(result.output)")
            #expect(result.output.contains("status codes: \(count) 2xx"))
            #expect(fixture.gateway.recordedCount == count)
            let log = fixture.gateway.log
            #expect(Set(log.map(\.messageID)).count == count)
            #expect(Set(log.map { [$0.connection, $0.stream] }).count == count)
            #expect(log.filter(\.isAccepted).count == count)
        }
    }

    @Test("With recording off nothing is kept, and devices get their pushes all the same")
    func withoutRecording() async throws {
        try await GatewayFixture.run(configure: { $0.logCapacity = 0 }) { fixture in
            var phone = fixture.gateway.pushes(to: fixture.token).makeAsyncIterator()
            let answer = try await fixture.push(fixture.request())
            #expect(answer.status == 200)
            #expect(await phone.next() != nil)
            #expect(fixture.gateway.log.isEmpty)
        }
    }
}
