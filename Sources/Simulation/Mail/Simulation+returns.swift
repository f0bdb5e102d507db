import AlarmCore
import Delivery
import Engine
import Storage

/// Letters that come back after a mail server has accepted them, and text messages that do not arrive.
extension Simulation {
    /// Plans that a mail system reports on a letter that it has taken: most reports say that it came back.
    func planReturn(of flight: SendAttempt) {
        guard profile.hasReturns, !isHealed, flight.medium == .email, case .accepted = flight.verdict, roll(1, in: 3)
        else { return }
        let (action, status): (DeliveryReport.Action, String) =
            switch draw(0...7) {
            case 0...3: (.failed, "4.4.7")
            case 4, 5: (.failed, "5.1.1")
            case 6: (.delayed, "4.4.7")
            default: (.delivered, "2.0.0")
            }
        guard let alarm = model.alarms.ordering(flight.id)?.row.alarm.id else { return }
        let letter = LetterMessageID(delivery: flight.id, alarm: alarm)
        let report = DeliveryReport(letter: letter, action: action, status: status)
        planAct(in: roll(1, in: 2) ? span(1...5000) : span(5000...1_800_000)) { [unowned self] in
            bringBack(flight, report)
        }
    }

    /// Has the mail system run the program that takes reports, beside a relay on the same store.
    private func bringBack(_ flight: SendAttempt, _ report: DeliveryReport) {
        let up = nodes.compactMap(\.life).filter(\.isOpen)
        guard !up.isEmpty else { return planAgain(flight, report) }
        let life = up[draw(0...up.count - 1)]
        guard let executor = life.executor else { return }
        note("node \(life.node) hears that #\(flight.number) is \(report.action.rawValue), \(report.status ?? "")")
        let waiting = SimulatedWait(world: ThreadConfined(self), life: ThreadConfined(life))
        let engine = makeEngine(waiting, on: nodes[life.node], executor, hearing: flight, report)
        let kept = ThreadConfined(flight)
        life.tasks.append(
            Task(executorPreference: executor) {
                let world = waiting.world.value
                do {
                    if case .underWay = try await engine.take(report) { world.planAgain(kept.value, report) }
                } catch {
                    world.planAgain(kept.value, report)
                }
            }
        )
    }

    /// The mail system keeps the report, and tries again.
    private func planAgain(_ flight: SendAttempt, _ report: DeliveryReport) {
        planAct(in: span(1000...60_000)) { [unowned self] in bringBack(flight, report) }
    }

    /// Takes a question about a text message, and decides the answer; returns the delay until the sender hears it.
    func startInquiry(about reference: String, by life: NodeProcess) -> (SendAttempt, delay: Span)? {
        let words = reference.split(separator: " ")
        guard words.count == 2, let message = DeliveryID(words[0]), let number = Int(words[1]),
            let committed = model.alarms.ordering(message), let row = committed.deliveries[message],
            let inquiry = inquiry(about: message, row.attempts, in: committed, by: life)
        else {
            model.fail("somebody asks after a text message that nobody sent")
            return nil
        }
        let id = inquiry.order.id
        let flight = SendAttempt(
            letter: id,
            number: sendAttempts.count,
            life: life,
            startedAt: now,
            attempt: life.looks[id]?.row.attempts ?? 0
        )
        flight.subject = message
        note("node \(life.node) asks after #\(number), a text message, as #\(flight.number)")
        model.checkInquiry(flight, inquiry)
        sendAttempts.append(flight)
        let sent = sendAttempts[number]
        if !isHealed, sent.fate == nil, roll(1, in: 3) {
            flight.verdict = .retry(after: nil, reason: .other("queued", concernsChannel: false), indeterminate: false)
        } else {
            sent.fate = sent.fate ?? drawFate()
            flight.fate = sent.fate
        }
        return (flight, isHealed || roll(3, in: 4) ? span(50...2000) : span(2000...90_000))
    }

    /// The inquiry about a text message that a process puts: one that is leased, or was when the process looked, as its
    /// lease may have ended since, or been released, and another process have taken it and put it first.
    private func inquiry(
        about message: DeliveryID,
        _ attempts: Int,
        in committed: CommittedAlarm,
        by life: NodeProcess
    ) -> DeliveryRow? {
        let inquiries = (1...max(attempts, 1)).compactMap {
            committed.deliveries[DeliveryID(uuidV5: "inquiry/\($0)", in: message)]
        }
        return inquiries.first { $0.state == .leased }
            ?? inquiries.last { life.looks[$0.order.id]?.row.state == .leased }
    }

    private func drawFate() -> DeliveryOutcome {
        guard !isHealed else { return .accepted }
        switch draw(0...4) {
        case 0: return .rejected(reason: "unknown subscriber")
        case 1: return .retry(after: nil, reason: .other("undelivered", concernsChannel: false), indeterminate: false)
        default: return .accepted
        }
    }

    /// Tells the sender what became of a text message.
    func finishInquiry(_ flight: SendAttempt) -> SMSDeliveryStatus {
        flight.end = .answered(flight.verdict)
        flight.answeredAt = now
        guard let fate = flight.fate else {
            note("node \(flight.life.node) hears of #\(flight.number): under way")
            return .underWay(reason: "queued")
        }
        note("node \(flight.life.node) hears of #\(flight.number): \(fate)")
        // A loss counts only while the lease holds: afterwards it is asked again.
        if fate == .accepted { flight.processedAt = now }
        return fate == .accepted ? .arrived : .lost(fate)
    }
}
