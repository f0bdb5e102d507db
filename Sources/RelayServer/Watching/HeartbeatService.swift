import AlarmCore
package import CurlClient
package import Engine
import Logging
import ServiceLifecycle

/// Pings a dead man's switch after clean audits only: silence is the alarm.
///
/// A ping is a plain GET without a body; any status from 200 to 299 counts as success, and no redirection is followed.
/// Neither the URL nor the response is logged.
package struct HeartbeatService: Service {
    /// The timeout of a ping: 10 s.
    private static let timeout = Duration.seconds(10)
    /// How early a ping may be sent, so that an audit's own delay does not make it skip one.
    private static let slack = Duration.seconds(2)

    private let heartbeat: HeartbeatMonitor
    private let engine: Engine
    private let client: CurlClient

    package init(_ heartbeat: HeartbeatMonitor, engine: Engine, client: CurlClient) {
        self.heartbeat = heartbeat
        self.engine = engine
        self.client = client
    }

    package func run() async throws {
        let reports = engine.health.audits.reports()
        await cancelWhenGracefulShutdown { await work(reports) }
    }

    private func work(_ reports: AsyncStream<AuditReport>) async {
        let interval = Duration.milliseconds(heartbeat.interval.milliseconds) - Self.slack
        var lastPing: ContinuousClock.Instant?
        var failure: String?
        for await report in reports where report.isClean {
            if let lastPing, ContinuousClock.now - lastPing < interval { continue }
            lastPing = .now
            let outcome = await ping()
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

    /// Sends one ping, and returns the reason of a failure.
    private func ping() async -> String? {
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
