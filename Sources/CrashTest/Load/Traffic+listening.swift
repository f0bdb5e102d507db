import DeviceSimulator
import GatewaySimulator

extension Traffic {
    /// Records what reaches the gateway, and lets receivers react to each first ring, until the task is cancelled.
    func listen(by recorder: GatewayLedgerRecorder, for couples: [DeviceCouple], seed: UInt64) async {
        let receivers = Dictionary(couples.map { ($0.token, $0) }) { first, _ in first }
        await withDiscardingTaskGroup { reactions in
            let (rings, ring) = AsyncStream.makeStream(of: FirstRing.self)
            let listening = Task {
                await recorder.listen { push, id in ring.yield(FirstRing(push: push, id: id)) }
                ring.finish()
            }
            await withTaskCancellationHandler {
                for await heard in rings {
                    guard let token = heard.push.token, let receiver = receivers[token] else { continue }
                    let own = seed &+ UInt64(heard.push.number)
                    reactions.addTask { await self.react(to: heard.push, of: heard.id, by: receiver, seed: own) }
                }
            } onCancel: {
                listening.cancel()
            }
        }
    }

    /// Sets alarms for all partners of `couples` at once, until the traffic closes.
    func send(from couples: some Collection<DeviceCouple> & Sendable, seed: UInt64) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, couple) in couples.enumerated() {
                group.addTask { try await self.send(from: couple, seed: seed &+ UInt64(number) &* 7919) }
            }
            try await group.waitForAll()
        }
    }
}
