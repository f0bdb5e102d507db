import AlarmCore
import Delivery
import Storage

extension Simulation {
    /// Takes a letter from a node and decides its outcome; returns the delay until the sender hears of it.
    func start(_ letter: DeliveryID, to address: String, by life: NodeProcess) -> (SendAttempt, delay: Span) {
        let flight = SendAttempt(
            letter: letter,
            number: sendAttempts.count,
            life: life,
            startedAt: now,
            attempt: life.looks[letter]?.row.attempts ?? 0
        )
        note("node \(life.node) sends #\(flight.number), a letter to \(address), \(letter)")
        model.checkLetter(flight)
        sendAttempts.append(flight)
        let medium = model.alarms.ordering(letter)?.deliveries[letter]?.order.destination.medium
        let (arrival, reply) = medium == .webhook ? scheduleAtServer(flight) : schedule(flight)
        flight.medium = medium
        if let arrival {
            plan(in: arrival) { [unowned self] in
                // A request that a crashed sender had begun may not have arrived in full.
                if flight.life.isOver, roll(1, in: 2) { return }
                flight.processedAt = now
                note("the mail server takes #\(flight.number)")
                planReturn(of: flight)
                read(letter)
            }
        }
        if let person = model.person(of: letter) { injectTrouble(with: person) }
        if let (id, household, _) = model.careAlert(letter) { injectTrouble(with: id, in: household) }
        return (flight, reply)
    }

    /// Delivers a letter, and lets its reader react.
    private func read(_ letter: DeliveryID) {
        guard let (id, household, destination) = model.careAlert(letter), let member = household.member(at: destination)
        else { return }
        hear(id, member)
    }

    /// Draws when a contact's own server takes a webhook, if at all, and when the sender gets an answer.
    private func scheduleAtServer(_ flight: SendAttempt) -> (arrival: Span?, reply: Span) {
        guard profile.hasMailTrouble, !isHealed, roll(1, in: 3) else { return schedule(flight) }
        // It wants no more.
        flight.verdict = .addressDead(reason: "410", since: nil)
        return (nil, span(801...2000))
    }

    /// Draws when the mail server accepts the letter, if at all, and when the sender gets an answer.
    private func schedule(_ flight: SendAttempt) -> (arrival: Span?, reply: Span) {
        let normal = (arrival: span(1...800), reply: span(801...2000))
        guard profile.hasMailTrouble, !isHealed, roll(1, in: 2) else { return normal }
        switch draw(0...8) {
        case 0, 1:
            // Accepted, but the answer is lost.
            flight.verdict = .retry(after: nil, reason: .interrupted("connection lost"), indeterminate: true)
            return (normal.arrival, span(801...20_000))
        case 2:
            // Not accepted, and the answer is lost.
            flight.verdict = .retry(after: nil, reason: .interrupted("connection lost"), indeterminate: true)
            return (nil, span(801...20_000))
        case 3, 4:
            flight.verdict = .retry(
                after: nil,
                reason: .other("450 greylisted", concernsChannel: false),
                indeterminate: false
            )
            return (nil, normal.reply)
        case 5:
            flight.verdict = .retry(
                after: .minutes(draw(1...15)),
                reason: .other("421 busy", concernsChannel: false),
                indeterminate: false
            )
            return (nil, normal.reply)
        case 6: return (span(1...20_000), span(20_001...30_000))
        case 7:
            // The answer comes about when the lease ends, and may be an error.
            if roll(1, in: 2) { flight.verdict = .retry(after: nil, reason: .timedOut("timeout"), indeterminate: true) }
            return (span(1...60_000), span(61_000...90_000))
        default:
            flight.verdict = .rejected(reason: "550 no such mailbox")
            return (nil, normal.reply)
        }
    }
}
