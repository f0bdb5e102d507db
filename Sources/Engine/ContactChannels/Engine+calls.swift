package import AlarmCore
import AlarmWire
import Delivery
import Logging
package import Storage

extension Engine {
    private static let callsKey = "calls"

    /// The call to somebody who has agreed to calls, or the reason why nobody is called.
    func call(to contact: Contact, for row: DeliveryRow, of alarm: AlarmID, at origin: String) -> PreparedDelivery.Route
    {
        guard let number = contact.details.phone.flatMap({ PhoneNumber($0) }) else {
            return .refused(reason: "the contact has no telephone number any more")
        }
        guard gateways.contactChannels.calls != nil else {
            return .unconfigured(.call, reason: "no provider of calls is configured")
        }
        return .call(
            OutgoingCall(
                id: row.order.id,
                recipient: number,
                url: CallPath.greeting.url(at: origin, alarm: alarm, delivery: row.order.id),
                statusURL: CallPath.status.url(at: origin, alarm: alarm, delivery: row.order.id),
                deadline: row.order.deadline
            )
        )
    }

    /// Reserves a call in the day's budget; returns why not, where it is used up or unreadable.
    func reserveCall(at stage: Stage) async -> DeliveryOutcome? {
        let perDay = gateways.contactChannels.callsPerDay
        do {
            let isTaken = try await write { tx in
                var budget = DailyBudget(try tx.transaction.value(Self.callsKey), perDay: perDay)
                guard budget.take(1, at: tx.now) else { return false }
                try tx.transaction.setValue(budget.bytes, for: Self.callsKey)
                return true
            }
            if !isTaken {
                logger.error(
                    "nobody is called any more today: raise 'calls-per-day' or find out why so many are called",
                    metadata: ["calls-per-day": "\(perDay)", "stage": "\(stage.rawValue)"]
                )
            }
            let reason = RetryReason.other("the calls of this day are used up", concernsChannel: false)
            return isTaken ? nil : .retry(after: .minutes(15), reason: reason, indeterminate: false)
        } catch {
            logger.error("the budget of calls cannot be read", metadata: ["error": "\(error)"])
            let reason = RetryReason.other("the budget of calls cannot be read", concernsChannel: false)
            return .retry(after: nil, reason: reason, indeterminate: false)
        }
    }

    /// Returns a call to the day's budget that was not charged for.
    func refundCall() async {
        let perDay = gateways.contactChannels.callsPerDay
        do {
            try await write { tx in
                var budget = DailyBudget(try tx.transaction.value(Self.callsKey), perDay: perDay)
                budget.giveBack(1, at: tx.now)
                try tx.transaction.setValue(budget.bytes, for: Self.callsKey)
            }
        } catch {
            logger.error("the budget of calls cannot be written", metadata: ["error": "\(error)"])
        }
    }

    /// The calls that were made on the present day (UTC).
    package func callsMadeToday(in snapshot: any Snapshot) throws -> Int {
        let perDay = gateways.contactChannels.callsPerDay
        return perDay - DailyBudget(try snapshot.value(Self.callsKey), perDay: perDay).remaining(at: clock.now())
    }
}

extension RelayTransaction {
    /// Records that nobody picked up a call that its provider had accepted.
    ///
    /// A repeat changes nothing, nor does a report on a call that is unknown.
    package func noteUnanswered(call delivery: DeliveryID, of alarm: AlarmID) throws {
        guard let alarm = try transaction.alarm(alarm), var row = try transaction.delivery(delivery, of: alarm.key),
            row.order.destination.medium == .call
        else { return }
        try reopen(&row, as: .rejected(reason: "nobody picked up"), jitter: 0)
    }
}
