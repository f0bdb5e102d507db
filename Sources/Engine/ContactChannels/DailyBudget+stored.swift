import AlarmCore
import Delivery

extension DailyBudget {
    /// Decodes the stored budget; an unreadable one counts as unused.
    init(_ bytes: [UInt8]?, perDay: Int) {
        let words = bytes.flatMap { DeliveryID(bytes: $0) }
        self.init(
            perDay: perDay,
            day: words.flatMap { Int(exactly: $0.high) } ?? 0,
            used: words.flatMap { Int(exactly: $0.low) } ?? 0
        )
    }

    /// The stored form: day and count, eight bytes each.
    var bytes: [UInt8] {
        DeliveryID(high: UInt64(max(day, 0)), low: UInt64(max(used, 0))).bytes
    }
}
