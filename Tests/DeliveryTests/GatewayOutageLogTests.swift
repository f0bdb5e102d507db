import AlarmCore
import GatewaySimulator
import Testing

@testable import Delivery

@Suite("A gateway that cannot be reached")
struct GatewayOutageLogTests {
    @Test("A name without an address keeps the push for later, and the operator is told, once a minute")
    func unresolved() async throws {
        // A label of 64 characters is too long, so that no name server is asked.
        let gateway = "https://" + String(repeating: "x", count: 64) + ".invalid:443"
        let fixture = try await APNsFixture(endpoint: gateway)
        for _ in 0..<3 { try await expectUnsent(fixture, reason: "the host's name has no address") }
        #expect(fixture.log.lines.count == 1)
        let line = try #require(fixture.log.lines.first)
        #expect(line.hasPrefix("error: APNs cannot be reached"))
        for part in ["advice=check the name", "environment=sandbox", "gateway=\(gateway)", "error="] {
            #expect(line.contains(part))
        }
        fixture.clock.advance(by: .minutes(1))
        try await expectUnsent(fixture, reason: "the host's name has no address")
        #expect(fixture.log.lines.count == 2)
        try await fixture.end()
    }

    @Test("An untrusted certificate keeps the push for a retry, unsent")
    func untrusted() async throws {
        let fixture = try await APNsFixture(trustsGateway: false)
        try await expectUnsent(fixture, reason: "the connection is not secure")
        #expect(fixture.gateway.log.isEmpty)
        #expect(fixture.log.lines.count == 1)
        try await fixture.end()
    }

    @Test("A gateway that is back is logged as well")
    func recovery() async throws {
        let fixture = try await APNsFixture()
        try await fixture.gateway.goDown()
        try await expectUnsent(fixture, reason: "no connection")
        try await expectUnsent(fixture, reason: "no connection")
        try await fixture.gateway.comeUp()
        #expect(await fixture.channel.send(fixture.push()) == .accepted)
        #expect(fixture.log.lines.map { $0.prefix(8) } == ["error: A", "notice: "])
        #expect(fixture.log.lines.last == "notice: APNs answers again environment=sandbox failures=2")
        try await fixture.end()
    }

    private func expectUnsent(_ fixture: APNsFixture, reason expected: String) async throws {
        guard case .retry(nil, let reason, indeterminate: false) = await fixture.channel.send(fixture.push())
        else {
            Issue.record("a push that cannot have been sent may have been taken")
            return
        }
        #expect(reason.description.contains(expected))
    }
}
