import AlarmCore
import AlarmWire
import Delivery
import Engine
import Storage

/// Letters that came back, and text messages that did not arrive.
extension Model {
    /// Whether something has become known of a delivery that was accepted.
    func mayReturn(_ row: DeliveryRow) -> Bool {
        if let returning = world.returning { return returning.letter.id == row.order.id }
        return world.sendAttempts.contains { flight in
            flight.subject == row.order.id && flight.answeredAt != nil && flight.fate.map { $0 != .accepted } ?? false
        }
    }

    /// Records what has become known of a delivery, which may be sent once more from now on.
    func noteReturn(of row: DeliveryRow, _ commit: Commit) {
        let inquiry = world.sendAttempts.last { $0.subject == row.order.id && $0.fate != nil }
        let outcome = world.returning?.report.outcome ?? inquiry?.fate
        for flight in world.sendAttempts where flight.id == row.order.id { flight.returned = outcome }
        let isText = row.order.destination.medium == .sms
        let isAgain = row.state == .pending
        count(isText ? isAgain ? .textLost : .textRefused : isAgain ? .letterReturned : .letterRefused)
    }

    /// Checks a report on a letter: one that came back is sent again while its reason stands, or given up, and the person
    /// who named the contact sees that.
    func checkReturn(
        _ returning: ReturnedLetter,
        _ former: CommittedAlarm,
        _ snapshot: any Snapshot,
        by life: NodeProcess
    ) throws {
        let id = returning.letter.id
        guard let before = former.deliveries[id], let row = alarms[former.row.key]?.deliveries[id] else { return }
        let what = "\(row.order.stage.rawValue) \(id) of \(named(former.row.alarm.id))"
        guard before.state == .accepted, let outcome = returning.report.outcome,
            case .contact(let contact, let medium) = row.order.destination,
            person(in: former.row.circle)?.consent(of: contact, at: version) != nil
        else { return check(row == before, "\(what) changed although it had not come back") }
        let isOver =
            row.order.stage.asksForAction
            && (row.order.epoch != former.row.alarm.epoch || former.row.alarm.state.isFinal)
        switch outcome {
        case .retry where isOver:
            return check(row == before, "\(what) came back when it was over, and is sent again")
        case .retry(let pause, _, _):
            // There may be no time left to send it again.
            let isTooLate = row.order.deadline <= life.lastReading + (pause ?? .zero)
            check(
                row.state == .pending || isTooLate && row.state == .expired,
                "\(what) came back, and is not sent again"
            )
            if row.state == .pending { return }
        default: check(row.state == .refused, "\(what) came back for good, and is \(row.state.rawValue)")
        }
        let known = try life.engine?.record(Contact.self, DocumentID(of: contact), in: snapshot)?.body
        check(
            known?.trouble.contains { $0.medium == medium } ?? false,
            "\(what) came back for good, and whoever named the contact does not see it"
        )
    }

    /// Checks a question about a text message at the moment at which it is put to the provider.
    func checkInquiry(_ flight: SendAttempt, _ row: DeliveryRow) {
        let what = "\(row.order.stage.rawValue) \(row.order.id)"
        guard let look = flight.life.looks[flight.id] else { return fail("\(what) was sent without a last look") }
        check(look.reading < row.order.deadline, "\(what) was sent after its deadline")
        if let alarm = alarms.ordering(flight.id)?.row.alarm.id { checkDuplicates(of: flight, row, of: alarm, look) }
    }

    /// Checks that a text message that did not arrive is sent again, or counts as given up.
    func checkInquiryEnd(of row: DeliveryRow, _ commit: Commit) {
        guard row.order.stage == .inquiry, row.state == .refused,
            let inquiry = world.sendAttempts.last(where: { $0.id == row.order.id && $0.fate != nil }),
            let message = commit.deliveries.first(where: { $0.order.id == inquiry.subject })
        else { return }
        let isOver =
            message.order.stage.asksForAction
            && (message.order.epoch != commit.row.alarm.epoch || commit.row.alarm.state.isFinal)
        check(
            message.state != .accepted || isOver,
            "\(message.order.stage.rawValue) \(message.order.id) of \(named(commit.row.alarm.id)) did not arrive, "
                + "and counts as delivered"
        )
    }
}
