import AlarmCore
import AlarmWire
import CurlClient
import Logging
import Synchronization

/// Logs for the operator when a gateway becomes unreachable, why, and when it answers again, rather than once per push.
final class GatewayOutageLog: Sendable {
    /// The time during which the same failure is not logged again.
    private static let silence = Span.minutes(1)

    private struct Outage {
        var toldAt: Instant
        var isUnreachable: Bool
        var count: Int
    }

    private let logger: Logger
    private let now: @Sendable () -> Instant
    private let troubles = Mutex<[PushRegistration.Environment: Outage]>([:])

    init(logger: Logger, now: @escaping @Sendable () -> Instant) {
        self.logger = logger
        self.now = now
    }

    /// Records that a gateway answered, whatever the answer.
    func answered(_ environment: PushRegistration.Environment) {
        let past = troubles.withLock { troubles in
            troubles.isEmpty ? nil : troubles.removeValue(forKey: environment)
        }
        guard let past else { return }
        logger.notice(
            "APNs answers again",
            metadata: ["environment": "\(environment.rawValue)", "failures": "\(past.count)"]
        )
    }

    /// Records that a push got no answer.
    func failed(_ environment: PushRegistration.Environment, at origin: String, _ failure: CurlError) {
        let advice = failure.advice
        let now = now()
        let isNew = troubles.withLock { troubles in
            var trouble =
                troubles[environment] ?? Outage(toldAt: now - Self.silence, isUnreachable: advice != nil, count: 0)
            trouble.count += 1
            let isWorse = advice != nil && !trouble.isUnreachable
            let isNew = isWorse || now - trouble.toldAt >= Self.silence || now < trouble.toldAt
            if isNew {
                trouble.toldAt = now
                trouble.isUnreachable = advice != nil
            }
            troubles[environment] = trouble
            return isNew
        }
        guard isNew else { return }
        var metadata: Logger.Metadata = [
            "environment": "\(environment.rawValue)", "gateway": "\(origin)", "error": "\(failure)",
        ]
        if let advice {
            metadata["advice"] = "\(advice)"
            logger.error("APNs cannot be reached; pushes wait and are tried again", metadata: metadata)
        } else {
            logger.warning("APNs did not answer a push; it is tried again", metadata: metadata)
        }
    }
}

extension CurlError {
    /// The advice for an operator; nil where only waiting helps.
    fileprivate var advice: String? {
        switch self {
        case .unresolved: "check the name and this computer's DNS"
        case .unreachable: "check the network, and that a firewall lets this computer out to that port"
        case .untrusted: "check this computer's time, its authorities, and whether something reads the connection"
        case .exhausted: "give the process more descriptors, threads or memory"
        default: nil
        }
    }
}
