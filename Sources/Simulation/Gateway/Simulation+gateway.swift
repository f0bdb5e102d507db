import AlarmCore
import AlarmWire
import Delivery
import Storage

extension Simulation {
    /// Takes a push from a node and decides what becomes of it; tells when its sender hears of that.
    func start(_ push: OutgoingPush, by life: Life) -> (Flight, delay: Span) {
        var push = push
        if mutant == .retryRenamed, flights.contains(where: { $0.id == push.id }) {
            push.id = DeliveryID(uuidV5: "again", in: push.id)
        }
        let flight = Flight(
            push: push,
            number: flights.count,
            life: life,
            startedAt: now,
            attempt: life.looks[push.id]?.row.attempts ?? 0
        )
        note("node \(life.node) sends #\(flight.number) \(describe(flight))")
        model.checkStart(of: flight)
        flights.append(flight)
        let (arrival, reply) = schedule(flight)
        if let arrival {
            plan(in: arrival) { [unowned self] in arrive(flight) }
        }
        if let alarm = flight.alarm { meddle(with: alarm.id) }
        if let (id, household, _) = model.careAlert(push.id) { meddle(with: id, in: household) }
        if let (family, chore) = model.chore(push.id) { meddle(with: chore, in: family) }
        return (flight, reply)
    }

    /// When the gateway takes it, if it does, and when its sender hears something.
    private func schedule(_ flight: Flight) -> (arrival: Span?, reply: Span) {
        let isDead = phones.values.contains { $0.token == flight.token } == false
        let usual = (arrival: span(1...60), reply: span(61...120))
        if isDead {
            flight.verdict =
                roll(1, in: 2)
                ? .tokenDead(reason: "Unregistered", since: now) : .rejected(reason: "BadDeviceToken")
            if case .rejected = flight.verdict { flight.verdict = .tokenDead(reason: "BadDeviceToken", since: nil) }
            return (nil, usual.reply)
        }
        guard profile.hasGatewayTrouble, !isHealed else { return usual }
        // Who was slow is likely to be slow again.
        let wasSlow = flights.contains { $0.id == flight.id && $0.isUnderWay && $0 !== flight }
        if wasSlow, roll(2, in: 3) { return answerLate(flight) }
        guard roll(1, in: 3) else { return usual }
        switch draw(0...9) {
        case 0, 1:
            // Taken, and nobody hears of it.
            flight.verdict = .retry(after: nil, reason: "connection lost", indeterminate: true)
            return (usual.arrival, span(61...6000))
        case 2:
            // Not taken, and nobody knows.
            flight.verdict = .retry(after: nil, reason: "connection lost", indeterminate: true)
            return (nil, span(61...6000))
        case 3, 4:
            flight.verdict = .retry(after: nil, reason: "ServiceUnavailable", indeterminate: false)
            return (nil, usual.reply)
        case 5:
            flight.verdict = .retry(after: span(1000...30_000), reason: "TooManyRequests", indeterminate: false)
            return (nil, usual.reply)
        case 6, 7:
            return (span(1...3000), span(3001...9000))
        case 8:
            return answerLate(flight)
        default:
            flight.verdict = .rejected(reason: "PayloadEmpty")
            return (nil, usual.reply)
        }
    }

    /// Answers when the lease may have ended, and may have nothing good to say.
    private func answerLate(_ flight: Flight) -> (arrival: Span?, reply: Span) {
        if roll(1, in: 2) { flight.verdict = .retry(after: nil, reason: "timeout", indeterminate: true) }
        return (span(1...60_000), span(61_000...90_000))
    }

    private func arrive(_ flight: Flight) {
        // What a crashed sender had begun to say may not have been heard to its end.
        if flight.life.isOver, roll(1, in: 2) { return }
        flight.processedAt = now
        note("the gateway takes #\(flight.number)")
        guard let phone = phones.values.first(where: { $0.token == flight.token }) else { return }
        hand(flight, to: phone)
    }

    /// Tells the sender what came of it.
    func finish(_ flight: Flight) -> DeliveryOutcome {
        flight.end = .answered(flight.verdict)
        flight.answeredAt = now
        note("node \(flight.life.node) hears of #\(flight.number): \(flight.verdict)")
        return flight.verdict
    }

    func describe(_ flight: Flight) -> String {
        guard let alarm = flight.alarm else { return "unreadable" }
        return "\(alarm.stage.rawValue) of \(name(alarm.id)) revision \(alarm.revision), "
            + "attempt \(flight.attempt), \(flight.id)"
    }
}
