import AlarmCore
import Delivery
import Logging
package import Storage

extension Engine {
    private static let segmentsKey = "text message segments"

    /// Reserves a text message's segments in the day's budget; returns why not, where it is used up or unreadable.
    ///
    /// Questions and invitations, which anyone can cause, may use half of it: the rest is for people who need help.
    func reserveSegments(for message: OutgoingSMS, at stage: Stage) async -> DeliveryOutcome? {
        let perDay = gateways.contactChannels.segmentsPerDay
        let count = SMSSegments(message.text).count
        do {
            let isTaken = try await write { tx in
                var budget = DailyBudget(try tx.transaction.value(Self.segmentsKey), perDay: perDay)
                guard budget.take(count, at: tx.now, leaving: stage.asksStrangers ? perDay / 2 : 0) else {
                    return false
                }
                try tx.transaction.setValue(budget.bytes, for: Self.segmentsKey)
                return true
            }
            if !isTaken {
                logger.error(
                    "text messages are not sent any more today: raise 'sms-segments-per-day' or find out who sends so many",
                    metadata: ["segments-per-day": "\(perDay)", "stage": "\(stage.rawValue)"]
                )
            }
            let reason = RetryReason.other("the text messages of this day are used up", concernsChannel: false)
            return isTaken ? nil : .retry(after: .minutes(15), reason: reason, indeterminate: false)
        } catch {
            logger.error("the budget of text messages cannot be read", metadata: ["error": "\(error)"])
            let reason = RetryReason.other("the budget of text messages cannot be read", concernsChannel: false)
            return .retry(after: nil, reason: reason, indeterminate: false)
        }
    }

    /// The segments of text messages that were sent on the present day (UTC).
    package func segmentsUsedToday(in snapshot: any Snapshot) throws -> Int {
        let perDay = gateways.contactChannels.segmentsPerDay
        return perDay - DailyBudget(try snapshot.value(Self.segmentsKey), perDay: perDay).remaining(at: clock.now())
    }

    /// Returns the segments of a text message that was not charged for.
    func refundSegments(for message: OutgoingSMS) async {
        let perDay = gateways.contactChannels.segmentsPerDay
        let count = SMSSegments(message.text).count
        do {
            try await write { tx in
                var budget = DailyBudget(try tx.transaction.value(Self.segmentsKey), perDay: perDay)
                budget.giveBack(count, at: tx.now)
                try tx.transaction.setValue(budget.bytes, for: Self.segmentsKey)
            }
        } catch {
            logger.error("the budget of text messages cannot be written", metadata: ["error": "\(error)"])
        }
    }
}

extension DeliveryResult {
    /// Whether a provider may have accepted the text message and charge for it.
    var mayHaveCost: Bool {
        switch self {
        case .taken, .outcome(.accepted, _), .outcome(.retry(_, _, indeterminate: true), _): true
        case .over, .unsent, .waiting, .unaddressed, .lost, .outcome, .answered: false
        }
    }
}

extension Stage {
    /// Whether the stage addresses a person who has not agreed to anything yet.
    fileprivate var asksStrangers: Bool { self == .confirmation || self == .invitation }
}
