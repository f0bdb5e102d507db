import AlarmCore
import GatewaySimulator
import Testing

@testable import Delivery

@Suite("Connections that stand still", .timeLimit(.minutes(10)))
struct StallTests {
    /// Whether an outcome says that the connection stalled, and that nobody knows whether the push was taken.
    private func isStalled(_ outcome: DeliveryOutcome) -> Bool {
        guard case .retry(nil, let reason, indeterminate: true) = outcome else { return false }
        return reason.contains("stalled")
    }

    /// Sends a push until it is not left open by a connection that stalled.
    ///
    /// A connection that this computer held up counts as stalled as well, the good one that takes a repeat included.
    private func sendUntilAnswered(_ push: OutgoingPush, in laboratory: Laboratory) async -> DeliveryOutcome {
        var outcome = await laboratory.channel.send(push)
        while isStalled(outcome) { outcome = await laboratory.channel.send(push) }
        return outcome
    }

    @Test("A single push on a stalled connection is given up long before its timeout, and the repeat goes elsewhere")
    func single() async throws {
        let laboratory = try await Laboratory(stallTimeout: .milliseconds(500))
        laboratory.gateway.behavior = .stall(portion: .first(1))
        let push = laboratory.push()
        #expect(isStalled(await laboratory.channel.send(push)))
        #expect(await sendUntilAnswered(push, in: laboratory) == .accepted)
        let log = laboratory.gateway.log
        let stalled = try #require(log.first { $0.answer == .stalled })
        #expect(log.contains { $0.isAccepted && $0.connection != stalled.connection })
        try await laboratory.end()
    }

    @Test("What hangs on a stalled connection is given up as soon as the gateway answers on a fresh one")
    func many() async throws {
        let laboratory = try await Laboratory(stallTimeout: .milliseconds(500))
        #expect(await sendUntilAnswered(laboratory.push(), in: laboratory) == .accepted)
        laboratory.gateway.stallConnections()
        let token = laboratory.push().destination.token
        let isFlawless = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<50 {
                let push = laboratory.push(id: UInt64(number), to: token)
                group.addTask {
                    let first = await laboratory.channel.send(push)
                    guard self.isStalled(first) else { return first == .accepted }
                    return await sendUntilAnswered(push, in: laboratory) == .accepted
                }
            }
            return await group.allSatisfy(\.self)
        }
        #expect(isFlawless)
        try await laboratory.end()
    }

    @Test("A gateway that is slow, but answers, is left in peace")
    func slow() async throws {
        let laboratory = try await Laboratory(stallTimeout: .seconds(10))
        laboratory.gateway.behavior = .delay(.milliseconds(300))
        #expect(await laboratory.burst(20) == [.accepted: 20])
        #expect(laboratory.gateway.log.count == 20)
        try await laboratory.end()
    }

    @Test("A gateway that hangs up on its side leaves open what was under way, and the repeat goes elsewhere")
    func halfClosed() async throws {
        let laboratory = try await Laboratory()
        laboratory.gateway.behavior = .halfClose(.output, portion: .first(1))
        let push = laboratory.push()
        guard case .retry(_, _, indeterminate: true) = await laboratory.channel.send(push) else {
            Issue.record("the outcome of a push without an answer is known")
            return
        }
        #expect(await laboratory.channel.send(push) == .accepted)
        try await laboratory.end()
    }
}
