import AlarmCore
import GatewaySimulator
import Testing

@testable import Delivery

@Suite("A gateway that cannot be reached")
struct GatewayWatchTests {
    @Test("A name without an address keeps the push for later, and the operator is told, once a minute")
    func unresolved() async throws {
        // A label is too long at 64 characters: nobody is asked for it.
        let gateway = "https://" + String(repeating: "x", count: 64) + ".invalid:443"
        let laboratory = try await Laboratory(endpoint: gateway)
        for _ in 0..<3 { try await expectUnsent(laboratory, reason: "the host's name has no address") }
        #expect(laboratory.log.lines.count == 1)
        let line = try #require(laboratory.log.lines.first)
        #expect(line.hasPrefix("error: APNs cannot be reached"))
        for part in ["advice=check the name", "environment=sandbox", "gateway=\(gateway)", "error="] {
            #expect(line.contains(part))
        }
        laboratory.clock.advance(by: .minutes(1))
        try await expectUnsent(laboratory, reason: "the host's name has no address")
        #expect(laboratory.log.lines.count == 2)
        try await laboratory.end()
    }

    @Test("A certificate that nobody vouches for keeps the push for later, unsent")
    func untrusted() async throws {
        let laboratory = try await Laboratory(trustsGateway: false)
        try await expectUnsent(laboratory, reason: "the connection is not secure")
        #expect(laboratory.gateway.log.isEmpty)
        #expect(laboratory.log.lines.count == 1)
        try await laboratory.end()
    }

    @Test("A gateway that comes back is told of as well")
    func recovery() async throws {
        let laboratory = try await Laboratory()
        try await laboratory.gateway.goDown()
        try await expectUnsent(laboratory, reason: "no connection")
        try await expectUnsent(laboratory, reason: "no connection")
        try await laboratory.gateway.comeUp()
        #expect(await laboratory.channel.send(laboratory.push()) == .accepted)
        #expect(laboratory.log.lines.map { $0.prefix(8) } == ["error: A", "notice: "])
        #expect(laboratory.log.lines.last == "notice: APNs answers again environment=sandbox failures=2")
        try await laboratory.end()
    }

    private func expectUnsent(_ laboratory: Laboratory, reason expected: String) async throws {
        guard case .retry(nil, let reason, indeterminate: false) = await laboratory.channel.send(laboratory.push())
        else {
            Issue.record("a push that cannot have been sent may have been taken")
            return
        }
        #expect(reason.contains(expected))
    }
}
