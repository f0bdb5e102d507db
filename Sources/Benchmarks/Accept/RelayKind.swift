/// Which relay is measured.
enum RelayKind: String, CaseIterable, Sendable {
    /// The database on the disk; deliveries are left in the outbox, so that nothing but accepting is measured.
    case durable
    /// The same but for the store, which keeps nothing.
    case forgetful
    /// The database on the disk, and every part that a relay has: deliveries are leased, sent and recorded meanwhile.
    case whole

    /// The variable that tells a relay's process its kind.
    static let variable = "BENCH_RELAY"
    /// The variable that tells it how many couples it knows.
    static let couplesVariable = "BENCH_COUPLES"

    /// What a report calls it.
    var title: String {
        switch self {
        case .durable: "accepted, durable"
        case .forgetful: "the same handler, nothing inserted"
        case .whole: "accepted, durable, and handed off meanwhile"
        }
    }
}
