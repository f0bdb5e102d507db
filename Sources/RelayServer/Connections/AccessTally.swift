import AlarmCore
import Engine
import Logging
import ServiceLifecycle
import Synchronization

/// Counts requests that get no line of their own in the log: nobody can fill the disk with it.
///
/// Those of strangers get none, and a device gets ``linesOfDevice`` a minute. A stranger is whoever has not sent an
/// envelope of a device: a browser that loads the app as well as a scanner.
package final class AccessTally: Sendable {
    /// The lines that a device gets from one report to the next.
    package static let linesOfDevice = 100

    private struct Counts {
        var answered = 0
        var refused = 0
        var failed = 0
        /// The lines that each device has had.
        var lines: [DeviceID: Int] = [:]
        /// The requests of devices that had no line left.
        var untold = 0
    }

    private let counts = Mutex(Counts())

    package init() {}

    /// Counts a line of a device, and returns whether it may have it.
    func mayTell(of device: DeviceID) -> Bool {
        counts.withLock { counts in
            guard counts.lines[device, default: 0] < Self.linesOfDevice else {
                counts.untold += 1
                return false
            }
            counts.lines[device, default: 0] += 1
            return true
        }
    }

    /// Counts a stranger's request that was answered with `status`.
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
        if counts.untold > 0 {
            logger.warning(
                "requests of devices that asked more than \(Self.linesOfDevice) times",
                metadata: ["untold": "\(counts.untold)"]
            )
        }
        guard counts.answered + counts.refused + counts.failed > 0 else { return }
        logger.info(
            "requests without a device",
            metadata: ["answered": "\(counts.answered)", "refused": "\(counts.refused)", "failed": "\(counts.failed)"]
        )
    }
}

/// Logs every minute how many requests had no line of their own, and how many connections were closed.
struct AccessReporter: Service {
    /// The time between lines.
    ///
    /// 60 s.
    static let pause = Span.seconds(60)

    let tally: AccessTally
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
