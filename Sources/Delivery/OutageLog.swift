import AlarmCore
import Logging
import Synchronization

/// Tells the operator when a service refuses or cannot be reached, and when it works again; not for every delivery.
final class TroubleLog: Sendable {
    /// How long the same trouble is not repeated in the log.
    private static let silence = Span.minutes(1)

    private struct Trouble {
        var reason: String
        var toldAt: Instant
        var count: Int
    }

    private let service: String
    private let logger: Logger
    private let now: @Sendable () -> Instant
    private let trouble = Mutex<Trouble?>(nil)

    /// Makes a log for a service, by the name that the operator knows.
    init(service: String, logger: Logger, now: @escaping @Sendable () -> Instant) {
        self.service = service
        self.logger = logger
        self.now = now
    }

    /// The service did its work.
    func worked() {
        let past = trouble.withLock { $0.take() }
        guard let past else { return }
        logger.notice(
            "A delivery service works again",
            metadata: ["service": "\(service)", "failures": "\(past.count)"]
        )
    }

    /// A delivery failed for a reason that concerns others as well.
    func failed(_ reason: String) {
        let now = now()
        let isNews = trouble.withLock { trouble in
            let isNews =
                trouble.map { $0.reason != reason || now - $0.toldAt >= Self.silence || now < $0.toldAt } ?? true
            trouble = Trouble(
                reason: reason,
                toldAt: isNews ? now : trouble?.toldAt ?? now,
                count: (trouble?.count ?? 0) + 1
            )
            return isNews
        }
        guard isNews else { return }
        logger.error(
            "A delivery service fails; what it was given waits and is tried again",
            metadata: ["service": "\(service)", "reason": "\(reason)"]
        )
    }
}
