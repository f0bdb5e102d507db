package import AlarmCore
package import Delivery
import Storage

/// What followed from a report on a letter.
package enum ReportEffect: Hashable, Sendable {
    /// Nothing: it has arrived, or is still on its way.
    case none
    /// Nothing: no letter of this name is known, or not any more.
    case unknown
    /// Nothing yet: the relay is still sending it, or has not written down that it has.
    case underWay
    /// Nothing: the letter had been given up before, is to be sent again, or went to another address than the contact's.
    case old
    /// Nothing: what it was sent for is over.
    case over
    /// It is sent again, once that time has come.
    case again(Instant)
    /// It is not sent again, for this reason, which whoever named the contact sees.
    case givenUp(reason: String)
}

extension Engine {
    /// Takes what a mail system says has become of a letter that it had taken: who did not get it is a matter of the
    /// outbox, as if the letter had been refused at once.
    ///
    /// May be called beside a relay that is running on the same store.
    package func take(_ report: DeliveryReport) async throws -> ReportEffect {
        let jitter = random.draw { Double.random(in: 0..<1, using: &$0) }
        return try await write { try $0.take(report, jitter: jitter) }
    }
}

extension Work {
    fileprivate func take(_ report: DeliveryReport, jitter: Double) throws -> ReportEffect {
        guard let alarm = try transaction.alarm(report.letter.alarm),
            var row = try transaction.delivery(report.letter.delivery, of: alarm.key),
            case .contact(let contact, .email) = row.order.destination
        else { return .unknown }
        guard let outcome = report.outcome else { return .none }
        switch row.state {
        case .accepted: break
        case .leased: return .underWay
        case .pending, .refused, .expired, .superseded: return .old
        }
        // An invitation's address was forgotten when it had been sent.
        guard let known = try record(Contact.self, DocumentID(of: contact))?.body else { return .over }
        if let since = known.emailSince, row.createdAt < since { return .old }
        if case .retry = outcome, row.order.stage.rouses {
            guard row.order.epoch == alarm.alarm.epoch, !alarm.alarm.state.isFinal else { return .over }
        }
        try reopen(&row, as: outcome, jitter: jitter)
        if row.state == .pending {
            ripple.hasDeliveries = true
            return .again(row.notBefore)
        }
        return .givenUp(reason: row.reason ?? "")
    }
}
