import AlarmCore
import Testing

@testable import GatewaySimulator

@Suite("Many pushes at once")
struct LoadTests {
    @Test("Five thousand multiplexed pushes all succeed, and not one stalls for want of a window")
    func multiplexed() async throws {
        try await Laboratory.run { laboratory in
            let count = 5000
            let request = try laboratory.request()
            let payload = try TemporaryFile(#"{"aps":{"alert":"\#(String(repeating: "x", count: 1000))"}}"#)
            let result = try await Tool.h2load.run(
                ["--requests=\(count)", "--clients=2", "--max-concurrent-streams=100", "--data=\(payload.path)"]
                    + request.headers.map { "--header=\($0.name): \($0.value)" } + [laboratory.url(request)]
            )
            #expect(result.output.contains("\(count) succeeded, 0 failed, 0 errored, 0 timeout"), "\(result.output)")
            #expect(result.output.contains("status codes: \(count) 2xx"))
            #expect(laboratory.gateway.recordedCount == count)
            let log = laboratory.gateway.log
            #expect(Set(log.map(\.messageID)).count == count)
            #expect(Set(log.map { [$0.connection, $0.stream] }).count == count)
            #expect(log.filter(\.isAccepted).count == count)
        }
    }

    @Test("With recording off nothing is kept, and devices get their pushes all the same")
    func withoutRecording() async throws {
        try await Laboratory.run(configure: { $0.logCapacity = 0 }) { laboratory in
            var phone = laboratory.gateway.pushes(to: laboratory.token).makeAsyncIterator()
            let answer = try await laboratory.push(laboratory.request())
            #expect(answer.status == 200)
            #expect(await phone.next() != nil)
            #expect(laboratory.gateway.log.isEmpty)
        }
    }
}
