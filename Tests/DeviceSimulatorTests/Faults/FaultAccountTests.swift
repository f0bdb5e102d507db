import AlarmCore
import Testing

@testable import DeviceSimulator
@testable import GatewaySimulator

@Suite("Counting what a gateway took")
struct FaultAccountTests {
    private let fault = GatewayFault("any", "does something")
    private let one = DeliveryID(high: 1, low: 1)
    private let two = DeliveryID(high: 1, low: 2)

    private func received(_ id: DeliveryID, _ answer: ReceivedPush.Outcome = .response(.accepted)) -> ReceivedPush {
        ReceivedPush(
            receivedAt: Instant(seconds: 1),
            connection: 1,
            stream: 1,
            messageID: id.uuidText,
            headers: [],
            payload: [],
            answer: answer
        )
    }

    private func settled(
        _ pushes: [DeliveryID: Bool],
        _ log: [ReceivedPush],
        unknown: [DeliveryID: Int] = [:],
        fault: GatewayFault? = nil
    ) -> FaultTrialResult {
        var gateway = GatewayAccount(fault ?? self.fault)
        for push in log { gateway.add(push) }
        var result = FaultTrialResult(self.fault, pushes: pushes.count)
        result.settle(pushes, gateway: gateway, sender: OutcomeChannel.Account(sends: 0, indeterminate: unknown))
        return result
    }

    @Test("A push that was never taken is lost, and so is one that the relay does not know to be taken")
    func lost() {
        let result = settled([one: true, two: true], [received(one)])
        #expect(result.accepted == 1 && result.lost == 1 && !result.isFlawless)
        let unknown = settled([one: true, two: false], [received(one), received(two)])
        #expect(unknown.accepted == 2 && unknown.lost == 1 && !unknown.isFlawless)
    }

    @Test("A push that was taken twice is doubled, unless the relay was not told how the first send ended")
    func doubled() {
        let doubled = settled([one: true], [received(one), received(one)])
        #expect(doubled.doubled == 1 && doubled.repeated == 0 && !doubled.isFlawless)
        let repeated = settled([one: true], [received(one), received(one)], unknown: [one: 1])
        #expect(repeated.doubled == 0 && repeated.repeated == 1 && repeated.isFlawless)
        let both = settled([one: true], [received(one), received(one), received(one)], unknown: [one: 1])
        #expect(both.doubled == 1 && both.repeated == 1 && !both.isFlawless)
    }

    @Test("A push that was not ordered is one too many")
    func stranger() {
        #expect(settled([one: true], [received(one), received(two)]).doubled == 1)
    }

    @Test("A refusal takes nothing; a broken connection only where the fault says so")
    func taken() {
        let refusal = ReceivedPush.Outcome.response(GatewaySimulator.Response(status: 503))
        #expect(settled([one: true], [received(one, refusal)]).lost == 1)
        #expect(settled([one: true], [received(one, .disconnected)]).lost == 1)
        let delivering = GatewayFault("any", "drops", behavior: .disconnect(delivers: true))
        #expect(settled([one: true], [received(one, .disconnected)], fault: delivering).lost == 0)
    }

    @Test("Every fault has a name of its own")
    func names() {
        #expect(Set(GatewayFault.all.map(\.name)).count == GatewayFault.all.count)
    }
}
