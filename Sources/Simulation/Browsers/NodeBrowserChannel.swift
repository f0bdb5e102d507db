import AlarmCore
import AlarmWire
import Delivery
import Sealing

/// The push services of browsers as one process of a node reaches them.
struct NodeBrowserChannel: WebPushing {
    let waiting: SimulatedWait
    let relayOrigin = Self.origin
    let allowed: Set<String> = []

    var publicKey: [UInt8] { Simulation.browserPoint }

    func send(_ push: RenderedPush) async -> DeliveryOutcome {
        var push = push
        if waiting.world.value.mutant == .topicDiffers, let alarm = SendAttempt.alarm(in: push) {
            push.collapseID = (push.collapseID ?? "") + alarm.stage.rawValue
        }
        let outcome = await NodeChannel(waiting: waiting).send(push)
        guard waiting.world.value.mutant == .deadSubscriptionKept, case .addressDead(let reason, _) = outcome else {
            return outcome
        }
        return .retry(after: nil, reason: .other(reason), indeterminate: false)
    }

    private static let origin: Origin = {
        do {
            return try Origin("https://relay.example.org")
        } catch {
            preconditionFailure("the simulated relay's origin cannot be read: \(error)")
        }
    }()
}
