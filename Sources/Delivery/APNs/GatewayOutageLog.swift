import AlarmCore
import CurlClient
import Logging
import Synchronization

/// Tells the operator when a gateway cannot be reached and why, and when it answers again; not for every push.
final class GatewayWatch: Sendable {
    /// How long a failure is not repeated in the log.
    private static let silence = Span.minutes(1)

    private struct Trouble {
        var toldAt: Instant
        var isUnreachable: Bool
        var count: Int
    }

    private let logger: Logger
    private let now: @Sendable () -> Instant
    private let troubles = Mutex<[Device.PushEnvironment: Trouble]>([:])

    init(logger: Logger, now: @escaping @Sendable () -> Instant) {
        self.logger = logger
        self.now = now
    }

    /// A gateway answered, whatever it said.
    func answered(_ environment: Device.PushEnvironment) {
        let past = troubles.withLock { troubles in
            troubles.isEmpty ? nil : troubles.removeValue(forKey: environment)
        }
        guard let past else { return }
        logger.notice(
            "APNs answers again",
            metadata: ["environment": "\(environment.rawValue)", "failures": "\(past.count)"]
        )
    }

    /// A push came to no answer.
    func failed(_ environment: Device.PushEnvironment, at origin: String, _ failure: CurlError) {
        let advice = failure.advice
        let now = now()
        let isNews = troubles.withLock { troubles in
            var trouble =
                troubles[environment] ?? Trouble(toldAt: now - Self.silence, isUnreachable: advice != nil, count: 0)
            trouble.count += 1
            let isWorse = advice != nil && !trouble.isUnreachable
            let isNews = isWorse || now - trouble.toldAt >= Self.silence || now < trouble.toldAt
            if isNews {
                trouble.toldAt = now
                trouble.isUnreachable = advice != nil
            }
            troubles[environment] = trouble
            return isNews
        }
        guard isNews else { return }
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
    /// What an operator can do about it; nil where nothing but waiting helps.
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
