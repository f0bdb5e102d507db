import AlarmCore
import Delivery

/// The mail server and the SMS provider as one process of a node reaches them.
struct NodeMail: MailChannel, SMSChannel {
    let waiting: SimulatedWait

    func send(_ mail: OutgoingMail) async -> DeliveryOutcome {
        await send(mail.id, to: "\(mail.recipient.address)")
    }

    func send(_ message: OutgoingSMS) async -> SMSAttempt {
        SMSAttempt(await send(message.id, to: "\(message.recipient)"))
    }

    func fate(of reference: String) async -> SMSDeliveryStatus { .arrived }

    private func send(_ letter: DeliveryID, to address: String) async -> DeliveryOutcome {
        let (world, life) = (waiting.world.value, waiting.life.value)
        guard !life.isOver else { return .retry(after: nil, reason: .other("the sender is gone"), indeterminate: true) }
        let (flight, delay) = world.start(letter, to: address, by: life)
        if world.mayCrash, world.roll(1, in: 20) { world.crash(life, "with a letter under way") }
        do {
            try await waiting.pass(delay)
        } catch {
            flight.end = .orphaned
            return .retry(after: nil, reason: .other("the sender is gone"), indeterminate: true)
        }
        let outcome = world.finish(flight)
        if world.mutant == .lettersGivenUp, case .retry = outcome { return .rejected(reason: "given up") }
        return outcome
    }
}
