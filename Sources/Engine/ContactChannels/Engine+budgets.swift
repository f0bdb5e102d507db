import AlarmCore
import Delivery
import Logging
package import Storage

/// What a provider charges for, and the most of it in one UTC day.
struct ProviderBudget: Sendable {
    /// The key under which the use of the present day is stored.
    let key: String
    /// The plural for what is charged, as it stands in the log: “text messages”, “calls”.
    let name: String
    /// The most in one UTC day.
    let perDay: Int
    /// The name of ``perDay`` in the log.
    let limitName: String
    /// What the operator reads once a day's budget is used up.
    let usedUp: Logger.Message
}

extension Engine {
    private var segments: ProviderBudget {
        ProviderBudget(
            key: "text message segments",
            name: "text messages",
            perDay: gateways.contactChannels.segmentsPerDay,
            limitName: "segments-per-day",
            usedUp:
                "text messages are not sent any more today: raise 'sms-segments-per-day' or find out who sends so many"
        )
    }

    private var calls: ProviderBudget {
        ProviderBudget(
            key: "calls",
            name: "calls",
            perDay: gateways.contactChannels.callsPerDay,
            limitName: "calls-per-day",
            usedUp: "nobody is called any more today: raise 'calls-per-day' or find out why so many are called"
        )
    }

    /// Reserves a text message's segments in the day's budget; returns why not, where it is used up or unreadable.
    ///
    /// Questions and invitations, which anyone can cause, may use half of it: the rest is for people who need help.
    func reserveSegments(for message: OutgoingSMS, at stage: Stage) async -> DeliveryOutcome? {
        let reserve = stage.asksStrangers ? segments.perDay / 2 : 0
        return await take(SMSSegments(message.text).count, of: segments, leaving: reserve, at: stage)
    }

    /// Reserves a call in the day's budget; returns why not, where it is used up or unreadable.
    func reserveCall(at stage: Stage) async -> DeliveryOutcome? {
        await take(1, of: calls, leaving: 0, at: stage)
    }

    /// Returns the segments of a text message that was not charged for.
    func refundSegments(for message: OutgoingSMS) async {
        await giveBack(SMSSegments(message.text).count, to: segments)
    }

    /// Returns a call to the day's budget that was not charged for.
    func refundCall() async {
        await giveBack(1, to: calls)
    }

    /// The segments of text messages that were sent on the present day (UTC).
    package func segmentsUsedToday(in snapshot: any Snapshot) throws -> Int {
        try used(of: segments, in: snapshot)
    }

    /// The calls that were made on the present day (UTC).
    package func callsMadeToday(in snapshot: any Snapshot) throws -> Int {
        try used(of: calls, in: snapshot)
    }

    private func take(
        _ amount: Int,
        of budget: ProviderBudget,
        leaving reserve: Int,
        at stage: Stage
    ) async -> DeliveryOutcome? {
        do {
            let isTaken = try await write { tx in
                var day = DailyBudget(try tx.transaction.value(budget.key), perDay: budget.perDay)
                guard day.take(amount, at: tx.now, leaving: reserve) else { return false }
                try tx.transaction.setValue(day.bytes, for: budget.key)
                return true
            }
            guard !isTaken else { return nil }
            logger.error(
                budget.usedUp,
                metadata: [budget.limitName: "\(budget.perDay)", "stage": "\(stage.rawValue)"]
            )
            let reason = RetryReason.other("the \(budget.name) of this day are used up", concernsChannel: false)
            return .retry(after: .minutes(15), reason: reason, indeterminate: false)
        } catch {
            logger.error("the budget of \(budget.name) cannot be read", metadata: ["error": "\(error)"])
            let reason = RetryReason.other("the budget of \(budget.name) cannot be read", concernsChannel: false)
            return .retry(after: nil, reason: reason, indeterminate: false)
        }
    }

    private func giveBack(_ amount: Int, to budget: ProviderBudget) async {
        do {
            try await write { tx in
                var day = DailyBudget(try tx.transaction.value(budget.key), perDay: budget.perDay)
                day.giveBack(amount, at: tx.now)
                try tx.transaction.setValue(day.bytes, for: budget.key)
            }
        } catch {
            logger.error("the budget of \(budget.name) cannot be written", metadata: ["error": "\(error)"])
        }
    }

    private func used(of budget: ProviderBudget, in snapshot: any Snapshot) throws -> Int {
        let day = DailyBudget(try snapshot.value(budget.key), perDay: budget.perDay)
        return budget.perDay - day.remaining(at: clock.now())
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
