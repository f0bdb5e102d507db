import Foundation
import Testing

@Suite("reveille downtime", .timeLimit(.minutes(10)))
struct DowntimeTests {
    private struct Record: Decodable {
        struct Interval: Decodable {
            let from: String
            let until: String
            let cause: String
        }

        let lastSign: String?
        let stopped: Bool
        let blind: [Interval]
    }

    @Test("Without a database the command fails, and none is made")
    func nothing() async throws {
        let home = try Home()
        let outcome = try await Command.run("downtime", in: home)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("there is no database at"))
        #expect(try await Command.run("downtime", in: home).status == 1)
    }

    @Test("The time between a stop and a start is listed as blind, with and without a running relay")
    func stopped() async throws {
        let home = try Home()
        let first = try await home.serve()
        first.interrupt()
        #expect(try await first.outcome().status == 0)
        let stopped = try await Command.run("downtime", in: home)
        #expect(stopped.output.hasPrefix("The relay was stopped at "))
        #expect(stopped.output.hasSuffix("It was never blind.\n"))
        // A stop shorter than a second counts as a restart, not as an absence.
        try await Task.sleep(for: .milliseconds(1100))
        let second = try await home.serve()
        let outcome = try await Command.run("downtime", "--json", in: home)
        let record = try JSONDecoder().decode(Record.self, from: Data(outcome.output.utf8))
        #expect(record.blind.map(\.cause) == ["stopped"])
        #expect(!record.stopped)
        let end = try #require(record.blind.first?.until)
        #expect(try #require(record.lastSign) >= end)
        let text = try await Command.run("downtime", in: home)
        #expect(text.output.hasPrefix("The relay gave its last sign of life at "))
        #expect(text.output.contains("  stopped\n"))
        second.interrupt()
        _ = try await second.outcome()
    }
}
