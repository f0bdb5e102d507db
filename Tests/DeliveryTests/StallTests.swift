import AlarmCore
import GatewaySimulator
import Testing

@testable import Delivery

@Suite("Stalled connections", .timeLimit(.minutes(10)))
struct StallTests {
    /// Whether an outcome is a stall, after which it is unknown whether the gateway took the push.
    private func isStalled(_ outcome: DeliveryOutcome) -> Bool {
        guard case .retry(nil, let reason, indeterminate: true) = outcome else { return false }
        return reason.label == "stalled" && reason.description.contains("stalled")
    }

    /// Sends a push until its outcome is known, repeating after each stall.
    ///
    /// A connection that this computer held up also counts as stalled, even the good one that takes the repeat.
    private func sendUntilAnswered(_ push: RenderedPush, in fixture: APNsFixture) async -> DeliveryOutcome {
        var outcome = await fixture.channel.send(push)
        while isStalled(outcome) { outcome = await fixture.channel.send(push) }
        return outcome
    }

    @Test("A single push on a stalled connection is given up long before its timeout, and the repeat goes elsewhere")
    func single() async throws {
        let fixture = try await APNsFixture(stallTimeout: .milliseconds(500))
        fixture.gateway.behavior = .stall(portion: .first(1))
        let push = fixture.push()
        #expect(isStalled(await fixture.channel.send(push)))
        #expect(await sendUntilAnswered(push, in: fixture) == .accepted)
        let log = fixture.gateway.log
        let stalled = try #require(log.first { $0.answer == .stalled })
        #expect(log.contains { $0.isAccepted && $0.connection != stalled.connection })
        try await fixture.end()
    }

    @Test("Pushes on a stalled connection are given up as soon as the gateway answers on a new one")
    func many() async throws {
        let fixture = try await APNsFixture(stallTimeout: .milliseconds(500))
        #expect(await sendUntilAnswered(fixture.push(), in: fixture) == .accepted)
        fixture.gateway.stallConnections()
        let token = fixture.push().token
        let isFlawless = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<50 {
                let push = fixture.push(id: UInt64(number), to: token)
                group.addTask {
                    let first = await fixture.channel.send(push)
                    guard self.isStalled(first) else { return first == .accepted }
                    return await sendUntilAnswered(push, in: fixture) == .accepted
                }
            }
            return await group.allSatisfy(\.self)
        }
        #expect(isFlawless)
        try await fixture.end()
    }

    @Test("A gateway that is slow, but answers, is not given up")
    func slow() async throws {
        let fixture = try await APNsFixture(stallTimeout: .seconds(10))
        fixture.gateway.behavior = .delay(.milliseconds(300))
        #expect(await fixture.burst(20) == [.accepted: 20])
        #expect(fixture.gateway.log.count == 20)
        try await fixture.end()
    }

    @Test("A gateway that hangs up on its side leaves open what was under way, and the repeat goes elsewhere")
    func halfClosed() async throws {
        let fixture = try await APNsFixture()
        fixture.gateway.behavior = .halfClose(.output, portion: .first(1))
        let push = fixture.push()
        guard case .retry(_, _, indeterminate: true) = await fixture.channel.send(push) else {
            Issue.record("the outcome of a push without an answer is known")
            return
        }
        #expect(await fixture.channel.send(push) == .accepted)
        try await fixture.end()
    }
}
