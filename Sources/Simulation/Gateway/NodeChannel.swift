import AlarmCore
import Delivery

/// The gateway as one process of a node reaches it.
struct NodeChannel: APNsPushing {
    let apps = APNsApps([Simulation.topic])
    let waiting: SimulatedWait

    func send(_ push: RenderedPush) async -> DeliveryOutcome {
        let (world, life) = (waiting.world.value, waiting.life.value)
        guard !life.isOver else { return .retry(after: nil, reason: .other("the sender is gone"), indeterminate: true) }
        let (flight, delay) = world.start(push, by: life)
        if world.mayCrash, world.roll(1, in: 60) { world.crash(life, "with a push under way") }
        if world.profile.hasStops, world.roll(1, in: 60) { world.stop(life) }
        do {
            try await waiting.pass(delay)
        } catch {
            flight.end = .orphaned
            return .retry(after: nil, reason: .other("the sender is gone"), indeterminate: true)
        }
        return world.finish(flight)
    }
}
