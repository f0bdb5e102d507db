import AlarmCore
package import CurlClient
package import Engine
import Logging
import ServiceLifecycle

/// Calls a dead man's switch after clean audits, and after nothing else: silence is the alarm.
///
/// A plain GET without a body; any status from 200 to 299 will do, and no redirection is followed. Neither the address
/// nor what it answers is logged.
package struct HeartbeatService: Service {
    /// How long a call may take: 10 s.
    private static let timeout = Duration.seconds(10)
    /// By how much a call may come early, so that an audit's own delay does not make it skip one.
    private static let slack = Duration.seconds(2)

    private let heartbeat: Heartbeat
    private let engine: Engine
    private let client: CurlClient

    package init(_ heartbeat: Heartbeat, engine: Engine, client: CurlClient) {
        self.heartbeat = heartbeat
        self.engine = engine
        self.client = client
    }

    package func run() async throws {
        let reports = engine.vitals.audits.reports()
        await cancelWhenGracefulShutdown { await work(reports) }
    }

    private func work(_ reports: AsyncStream<AuditReport>) async {
        let interval = Duration.milliseconds(heartbeat.interval.milliseconds) - Self.slack
        var lastCall: ContinuousClock.Instant?
        var failure: String?
        for await report in reports where report.isClean {
            if let lastCall, ContinuousClock.now - lastCall < interval { continue }
            lastCall = .now
            let outcome = await call()
            engine.countHeartbeat(answered: outcome == nil)
            switch (failure, outcome) {
            case (nil, let reason?):
                engine.logger.warning(
                    "the heartbeat could not be delivered; trying on, without a word for each time",
                    metadata: ["error": "\(reason)"]
                )
            case (_?, nil): engine.logger.notice("the heartbeat is delivered again")
            default: break
            }
            failure = outcome
        }
    }

    /// Calls once; tells why that came to nothing.
    private func call() async -> String? {
        let request = HTTPRequest(
            url: heartbeat.url.text,
            timeout: Self.timeout,
            profile: ConnectionProfile(name: "heartbeat", maximumInFlight: 1)
        )
        do {
            let response = try await client.send(request)
            return (200..<300).contains(response.status) ? nil : "its answer was HTTP \(response.status)"
        } catch {
            return "\(error)"
        }
    }
}
