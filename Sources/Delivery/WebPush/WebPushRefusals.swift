import AlarmCore
import Logging
import Synchronization

/// Logs for the operator when a push service refuses the relay itself, at most once an hour for each origin.
final class WebPushRefusals: Sendable {
    /// The time during which the same origin is not logged again.
    private static let silence = Span.hours(1)
    /// The most origins that are remembered, since people choose some of them; beyond, nothing more is logged.
    private static let capacity = 256

    private let logger: Logger
    private let now: @Sendable () -> Instant
    private let told = Mutex<[String: Instant]>([:])

    init(logger: Logger, now: @escaping @Sendable () -> Instant) {
        self.logger = logger
        self.now = now
    }

    /// Records that a push service answered with a status that blames the relay.
    func refused(by origin: String, status: Int) {
        let now = now()
        let isNew = told.withLock { told in
            if let last = told[origin], now - last < Self.silence, now >= last { return false }
            if told[origin] == nil, told.count >= Self.capacity {
                told = told.filter { now - $0.value < Self.silence }
                guard told.count < Self.capacity else { return false }
            }
            told[origin] = now
            return true
        }
        guard isNew else { return }
        logger.error(
            "A push service refuses this relay; pushes to its browsers are tried again",
            metadata: [
                "origin": "\(origin)", "status": "\(status)",
                "advice": """
                check this computer's time and REVEILLE_WEBPUSH_SUBJECT; after another keyring was put in place, \
                browsers have to subscribe again
                """,
            ]
        )
    }
}
