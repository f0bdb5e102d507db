import AlarmCore
import Delivery
import Storage

extension Simulation {
    /// Takes a letter from a node and decides what becomes of it; tells when its sender hears of that.
    func start(_ letter: DeliveryID, to address: String, by life: Life) -> (Flight, delay: Span) {
        let flight = Flight(
            letter: letter,
            number: flights.count,
            life: life,
            startedAt: now,
            attempt: life.looks[letter]?.row.attempts ?? 0
        )
        note("node \(life.node) sends #\(flight.number), a letter to \(address), \(letter)")
        model.checkLetter(flight)
        flights.append(flight)
        let (arrival, reply) = schedule(flight)
        if let arrival {
            plan(in: arrival) { [unowned self] in
                // What a crashed sender had begun to say may not have been heard to its end.
                if flight.life.isOver, roll(1, in: 2) { return }
                flight.processedAt = now
                note("the mail server takes #\(flight.number)")
                read(letter)
            }
        }
        if let person = model.person(of: letter) { meddle(with: person) }
        if let (id, household, _) = model.careAlert(letter) { meddle(with: id, in: household) }
        return (flight, reply)
    }

    /// A letter has come: whoever looks after somebody may do something.
    private func read(_ letter: DeliveryID) {
        guard let (id, household, destination) = model.careAlert(letter), let member = household.member(at: destination)
        else { return }
        hear(id, member)
    }

    /// When the mail server takes it, if it does, and when its sender hears something.
    private func schedule(_ flight: Flight) -> (arrival: Span?, reply: Span) {
        let usual = (arrival: span(1...800), reply: span(801...2000))
        guard profile.hasMailTrouble, !isHealed, roll(1, in: 2) else { return usual }
        switch draw(0...8) {
        case 0, 1:
            // Taken, and nobody hears of it.
            flight.verdict = .retry(after: nil, reason: "connection lost", indeterminate: true)
            return (usual.arrival, span(801...20_000))
        case 2:
            // Not taken, and nobody knows.
            flight.verdict = .retry(after: nil, reason: "connection lost", indeterminate: true)
            return (nil, span(801...20_000))
        case 3, 4:
            flight.verdict = .retry(after: nil, reason: "450 greylisted", indeterminate: false)
            return (nil, usual.reply)
        case 5:
            flight.verdict = .retry(after: .minutes(draw(1...15)), reason: "421 busy", indeterminate: false)
            return (nil, usual.reply)
        case 6: return (span(1...20_000), span(20_001...30_000))
        case 7:
            // The answer comes when the lease may have ended, and may be no good one.
            if roll(1, in: 2) { flight.verdict = .retry(after: nil, reason: "timeout", indeterminate: true) }
            return (span(1...60_000), span(61_000...90_000))
        default:
            flight.verdict = .rejected(reason: "550 no such mailbox")
            return (nil, usual.reply)
        }
    }
}
