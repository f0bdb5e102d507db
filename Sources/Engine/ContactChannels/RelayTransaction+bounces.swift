package import AlarmCore
package import Delivery
import Storage

/// The effect of a delivery report on a letter.
package enum BounceEffect: Hashable, Sendable {
    /// None: the letter has arrived, or is still on its way.
    case none
    /// None: no letter of this identifier is known, or it has been deleted.
    case unknown
    /// None yet: the relay is still sending the letter, or has not recorded its result.
    case underWay
    /// None: the letter had been given up, is to be sent again, or went to another address than the contact's.
    case old
    /// None: the reason for the letter has passed.
    case over
    /// The letter is sent again at that time.
    case again(Instant)
    /// The letter is not sent again, for this reason, which the person who named the contact sees.
    case givenUp(reason: String)
}

extension Engine {
    /// Takes a delivery report on a letter that a mail system had accepted.
    ///
    /// A failure is handled as if the letter had been refused at once.
    ///
    /// It may run beside a relay on the same store.
    package func take(_ report: DeliveryReport) async throws -> BounceEffect {
        let jitter = random.draw { Double.random(in: 0..<1, using: &$0) }
        return try await write { try $0.take(report, jitter: jitter) }
    }
}

extension RelayTransaction {
    fileprivate func take(_ report: DeliveryReport, jitter: Double) throws -> BounceEffect {
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
        // An invitation's address is deleted once it was sent.
        guard let known = try record(Contact.self, DocumentID(of: contact))?.body else { return .over }
        if let since = known.emailSince, row.createdAt < since { return .old }
        if case .retry = outcome, try isOver(row) { return .over }
        try reopen(&row, as: outcome, jitter: jitter)
        if row.state == .pending {
            commitEffects.hasDeliveries = true
            return .again(row.notBefore)
        }
        return .givenUp(reason: row.reason ?? "")
    }
}
