import AlarmCore
import Engine
import Logging
import ServiceLifecycle
import Synchronization

/// Counts the requests of strangers, who get no line of their own in the log: they could fill the disk with it.
///
/// A stranger is whoever has not sent an envelope of a device: a browser that loads the app as well as a scanner.
package final class StrangerTally: Sendable {
    private struct Counts {
        var answered = 0
        var refused = 0
        var failed = 0
    }

    private let counts = Mutex(Counts())

    package init() {}

    /// Counts a request that was answered with `status`.
    func count(status: Int) {
        counts.withLock { counts in
            switch status {
            case ..<400: counts.answered += 1
            case ..<500: counts.refused += 1
            default: counts.failed += 1
            }
        }
    }

    /// Logs what has been counted since the last time, if anything.
    func report(to logger: Logger) {
        let counts = counts.withLock { counts in
            defer { counts = Counts() }
            return counts
        }
        guard counts.answered + counts.refused + counts.failed > 0 else { return }
        logger.info(
            "requests without a device",
            metadata: ["answered": "\(counts.answered)", "refused": "\(counts.refused)", "failed": "\(counts.failed)"]
        )
    }
}

/// Logs every minute how many requests of strangers there were, and how many connections were closed.
struct StrangerReporter: Service {
    /// The time between lines.
    ///
    /// 60 s.
    static let pause = Span.seconds(60)

    let tally: StrangerTally
    let connections: ConnectionRegistry
    let clock: any RelayClock
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await clock.sleep(until: clock.now() + Self.pause)) != nil { report() }
        }
        report()
    }

    private func report() {
        tally.report(to: logger)
        connections.warn()
    }
}
