import AlarmCore
import Logging
import Synchronization

/// Logs for the operator when a service fails and when it works again, rather than once per delivery.
final class OutageLog: Sendable {
    /// The time during which the same failure is not logged again.
    private static let silence = Span.minutes(1)

    private struct Outage {
        var reason: String
        var toldAt: Instant
        var count: Int
    }

    private let service: String
    private let logger: Logger
    private let now: @Sendable () -> Instant
    private let trouble = Mutex<Outage?>(nil)

    /// Creates a log for a service, by the name that the operator knows.
    init(service: String, logger: Logger, now: @escaping @Sendable () -> Instant) {
        self.service = service
        self.logger = logger
        self.now = now
    }

    /// Records that the service works.
    func worked() {
        let past = trouble.withLock { $0.take() }
        guard let past else { return }
        logger.notice(
            "A delivery service works again",
            metadata: ["service": "\(service)", "failures": "\(past.count)"]
        )
    }

    /// Records that a delivery failed for a reason that concerns other deliveries as well.
    func failed(_ reason: String) {
        let now = now()
        let isNew = trouble.withLock { trouble in
            let isNew =
                trouble.map { $0.reason != reason || now - $0.toldAt >= Self.silence || now < $0.toldAt } ?? true
            trouble = Outage(
                reason: reason,
                toldAt: isNew ? now : trouble?.toldAt ?? now,
                count: (trouble?.count ?? 0) + 1
            )
            return isNew
        }
        guard isNew else { return }
        logger.error(
            "A delivery service fails; what it was given waits and is tried again",
            metadata: ["service": "\(service)", "reason": "\(reason)"]
        )
    }
}
