import AlarmCore
import Delivery

/// The mail server as one life of a node reaches it.
struct NodeMail: MailChannel {
    let waiting: Waiting

    func send(_ mail: OutgoingMail) async -> DeliveryOutcome {
        let (world, life) = (waiting.world.value, waiting.life.value)
        guard !life.isOver else { return .retry(after: nil, reason: "the sender is gone", indeterminate: true) }
        let (flight, delay) = world.start(mail, by: life)
        if world.mayCrash, world.roll(1, in: 20) { world.crash(life, "with a letter under way") }
        do {
            try await waiting.pass(delay)
        } catch {
            flight.end = .orphaned
            return .retry(after: nil, reason: "the sender is gone", indeterminate: true)
        }
        let outcome = world.finish(flight)
        if world.mutant == .lettersGivenUp, case .retry = outcome { return .rejected(reason: "given up") }
        return outcome
    }
}
