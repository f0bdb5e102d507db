import AlarmCore
import Delivery

/// The mail server and the provider of text messages and calls as one process of a node reaches them.
struct NodeMail: MailChannel, SMSChannel, CallChannel {
    let waiting: SimulatedWait

    func send(_ mail: OutgoingMail) async -> DeliveryOutcome {
        await send(mail.id, to: "\(mail.recipient.address)")
    }

    func send(_ message: OutgoingSMS) async -> SMSAttempt {
        let attempts = waiting.world.value.sendAttempts.count
        let outcome = await send(message.id, to: "\(message.recipient)")
        return SMSAttempt(
            outcome,
            reference: waiting.world.value.profile.hasReturns ? "\(message.id) \(attempts)" : nil
        )
    }

    func place(_ call: OutgoingCall) async -> DeliveryOutcome { await send(call.id, to: "\(call.recipient)") }

    func isGenuine(_ request: CallRequest) -> Bool { false }

    func fate(of reference: String) async -> SMSDeliveryStatus {
        let (world, life) = (waiting.world.value, waiting.life.value)
        guard world.profile.hasReturns else { return .arrived }
        guard !life.isOver, let (flight, delay) = world.startInquiry(about: reference, by: life) else {
            return .underWay(reason: "the sender is gone")
        }
        if world.mayCrash, world.roll(1, in: 20) { world.crash(life, "with an inquiry under way") }
        do {
            try await waiting.pass(delay)
        } catch {
            flight.end = .orphaned
            return .underWay(reason: "the sender is gone")
        }
        return world.finishInquiry(flight)
    }

    /// Makes one attempt at a mail server, a provider of text messages, or a contact's own server.
    func send(_ letter: DeliveryID, to address: String) async -> DeliveryOutcome {
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
        world.model.noteEndedWebhook(flight)
        if world.mutant == .lettersGivenUp, case .retry = outcome { return .rejected(reason: "given up") }
        return outcome
    }
}

/// The servers of contacts as one process of a node reaches them.
struct NodeWebhooks: WebhookSending {
    let waiting: SimulatedWait
    let allowsUnprotected = false

    func exchange(_ webhook: OutgoingWebhook) async -> (outcome: DeliveryOutcome, body: [UInt8]) {
        (await NodeMail(waiting: waiting).send(webhook.id, to: webhook.url.text), [])
    }
}
