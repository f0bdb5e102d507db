import AlarmCore
import AlarmWire
import Delivery
import Storage

extension Simulation {
    /// Takes a push from a node and decides its outcome; returns the delay until the sender hears of it.
    func start(_ push: RenderedPush, by life: NodeProcess) -> (SendAttempt, delay: Span) {
        var push = push
        if mutant == .retryRenamed, sendAttempts.contains(where: { $0.id == push.id }) {
            push.id = DeliveryID(uuidV5: "again", in: push.id)
        }
        let flight = SendAttempt(
            push: push,
            number: sendAttempts.count,
            life: life,
            startedAt: now,
            attempt: life.looks[push.id]?.row.attempts ?? 0
        )
        note("node \(life.node) sends #\(flight.number) \(describe(flight))")
        model.checkStart(of: flight)
        model.checkBrowserStart(of: flight)
        sendAttempts.append(flight)
        let (arrival, reply) = schedule(flight)
        if let arrival {
            plan(in: arrival) { [unowned self] in arrive(flight) }
        }
        if let alarm = flight.alarm { injectTrouble(with: alarm.id) }
        if let (id, household, _) = model.careAlert(push.id) { injectTrouble(with: id, in: household) }
        if let (family, chore) = model.chore(push.id) { injectTrouble(with: chore, in: family) }
        return (flight, reply)
    }

    /// Draws when the gateway accepts the push, if at all, and when the sender gets an answer.
    private func schedule(_ flight: SendAttempt) -> (arrival: Span?, reply: Span) {
        let isDead = phones.values.contains { $0.address == flight.address } == false
        if flight.address?.webPush != nil { return scheduleAtPushService(flight, isDead: isDead) }
        let normal = (arrival: span(1...60), reply: span(61...120))
        if isDead {
            flight.verdict =
                roll(1, in: 2)
                ? .addressDead(reason: "Unregistered", since: now) : .rejected(reason: "BadDeviceToken")
            if case .rejected = flight.verdict { flight.verdict = .addressDead(reason: "BadDeviceToken", since: nil) }
            return (nil, normal.reply)
        }
        guard profile.hasGatewayTrouble, !isHealed else { return normal }
        // A slow delivery is likely to be slow again.
        let wasSlow = sendAttempts.contains { $0.id == flight.id && $0.isUnderWay && $0 !== flight }
        if wasSlow, roll(2, in: 3) { return answerLate(flight) }
        guard roll(1, in: 3) else { return normal }
        switch draw(0...9) {
        case 0, 1:
            // Accepted, but the answer is lost.
            flight.verdict = .retry(after: nil, reason: .interrupted("connection lost"), indeterminate: true)
            return (normal.arrival, span(61...6000))
        case 2:
            // Not accepted, and the answer is lost.
            flight.verdict = .retry(after: nil, reason: .interrupted("connection lost"), indeterminate: true)
            return (nil, span(61...6000))
        case 3, 4:
            flight.verdict = .retry(after: nil, reason: .other("ServiceUnavailable"), indeterminate: false)
            return (nil, normal.reply)
        case 5:
            flight.verdict = .retry(
                after: span(1000...30_000),
                reason: .other("TooManyRequests", concernsChannel: false),
                indeterminate: false
            )
            return (nil, normal.reply)
        case 6, 7:
            return (span(1...3000), span(3001...9000))
        case 8:
            return answerLate(flight)
        default:
            flight.verdict = .rejected(reason: "PayloadEmpty")
            return (nil, normal.reply)
        }
    }

    /// Answers about when the lease ends, possibly with an error.
    func answerLate(_ flight: SendAttempt) -> (arrival: Span?, reply: Span) {
        if roll(1, in: 2) { flight.verdict = .retry(after: nil, reason: .timedOut("timeout"), indeterminate: true) }
        return (span(1...60_000), span(61_000...90_000))
    }

    private func arrive(_ flight: SendAttempt) {
        // A request that a crashed sender had begun may not have arrived in full.
        if flight.life.isOver, roll(1, in: 2) { return }
        flight.processedAt = now
        note("the gateway takes #\(flight.number)")
        guard let phone = phones.values.first(where: { $0.address == flight.address }) else { return }
        if phone.isBrowser { deliver(flight, to: phone) } else { hand(flight, to: phone) }
    }

    /// Tells the sender the outcome.
    func finish(_ flight: SendAttempt) -> DeliveryOutcome {
        flight.end = .answered(flight.verdict)
        flight.answeredAt = now
        note("node \(flight.life.node) hears of #\(flight.number): \(flight.verdict)")
        return flight.verdict
    }

    func describe(_ flight: SendAttempt) -> String {
        guard let alarm = flight.alarm else { return "unreadable" }
        return "\(alarm.stage.rawValue) of \(name(alarm.id)) revision \(alarm.revision), "
            + "attempt \(flight.attempt), \(flight.id)"
    }
}
