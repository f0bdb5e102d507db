/// A kind of relay to measure.
enum RelayKind: String, CaseIterable, Sendable {
    /// The relay with its database on disk; deliveries stay in the outbox, so that only accepting is measured.
    case durable
    /// The same relay with a store that keeps nothing.
    case forgetful
    /// The relay with its database on disk and all its parts: deliveries are leased, sent and recorded meanwhile.
    case whole

    /// The environment variable for the kind of a relay process.
    static let variable = "BENCH_RELAY"
    /// The environment variable for the number of couples that the relay knows.
    static let couplesVariable = "BENCH_COUPLES"

    /// The name in a report.
    var title: String {
        switch self {
        case .durable: "accepted, durable"
        case .forgetful: "the same handler, nothing inserted"
        case .whole: "accepted, durable, and handed off meanwhile"
        }
    }
}
