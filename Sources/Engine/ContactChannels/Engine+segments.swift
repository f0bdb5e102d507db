import AlarmCore
import Delivery
import Logging
import Storage

extension Engine {
    private static let segmentsKey = "text message segments"

    /// Takes what a text message costs out of the day's budget; tells why it cannot be sent where that is used up, or cannot
    /// be looked up now.
    ///
    /// Questions and invitations, which anybody can have sent, may use up half of it: the rest is for whoever needs help.
    func takeSegments(for message: OutgoingSMS, at stage: Stage) async -> DeliveryOutcome? {
        let perDay = gateways.letters.segmentsPerDay
        let count = SMSSegments(message.text).count
        do {
            let isTaken = try await write { work in
                var budget = SMSBudget(try work.transaction.value(Self.segmentsKey), perDay: perDay)
                guard budget.take(count, at: work.now, leaving: stage.asksStrangers ? perDay / 2 : 0) else {
                    return false
                }
                try work.transaction.setValue(budget.bytes, for: Self.segmentsKey)
                return true
            }
            if !isTaken {
                logger.error(
                    "text messages are not sent any more today: raise 'sms-segments-per-day' or find out who sends so many",
                    metadata: ["segments-per-day": "\(perDay)", "stage": "\(stage.rawValue)"]
                )
            }
            let reason = "the text messages of this day are used up"
            return isTaken ? nil : .retry(after: .minutes(15), reason: reason, indeterminate: false)
        } catch {
            logger.error("the budget of text messages cannot be read", metadata: ["error": "\(error)"])
            return .retry(after: nil, reason: "the budget of text messages cannot be read", indeterminate: false)
        }
    }

    /// Gives back what was taken for a text message that nobody was charged for.
    func giveBackSegments(for message: OutgoingSMS) async {
        let perDay = gateways.letters.segmentsPerDay
        let count = SMSSegments(message.text).count
        do {
            try await write { work in
                var budget = SMSBudget(try work.transaction.value(Self.segmentsKey), perDay: perDay)
                budget.giveBack(count, at: work.now)
                try work.transaction.setValue(budget.bytes, for: Self.segmentsKey)
            }
        } catch {
            logger.error("the budget of text messages cannot be written", metadata: ["error": "\(error)"])
        }
    }
}

extension DeliveryResult {
    /// Whether a provider may have taken the text message, and charges for it.
    var mayHaveCost: Bool {
        switch self {
        case .taken, .outcome(.accepted, _), .outcome(.retry(_, _, indeterminate: true), _): true
        case .over, .unsent, .lost, .outcome: false
        }
    }
}

extension Stage {
    /// Whether it goes to somebody who has not agreed to anything yet.
    fileprivate var asksStrangers: Bool { self == .confirmation || self == .invitation }
}

extension SMSBudget {
    /// Reads what was kept of it; nothing used where that makes no sense.
    fileprivate init(_ bytes: [UInt8]?, perDay: Int) {
        let words = bytes.flatMap { DeliveryID(bytes: $0) }
        self.init(
            perDay: perDay,
            day: words.flatMap { Int(exactly: $0.high) } ?? 0,
            used: words.flatMap { Int(exactly: $0.low) } ?? 0
        )
    }

    /// What is kept of it: day and count, eight bytes each.
    fileprivate var bytes: [UInt8] {
        DeliveryID(high: UInt64(max(day, 0)), low: UInt64(max(used, 0))).bytes
    }
}
