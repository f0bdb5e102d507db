package import Hummingbird
import Logging

/// Logs one line for every response to a device: method, route, status and time.
///
/// Strangers' requests, and those of a device that asks very often, are counted instead, and logged one by one only at
/// the level debug.
///
/// The route is the template, never the target: identifiers of invites and alarms do not belong in a log (PA1 section
/// 9).
package struct AccessLogMiddleware: RouterMiddleware {
    package typealias Context = RelayContext

    private let tally: AccessTally
    private let metrics: ConnectionMetrics

    init(tally: AccessTally, metrics: ConnectionMetrics) {
        self.tally = tally
        self.metrics = metrics
    }

    package func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        let response = try await next(request, context)
        let (route, device) = (context.route, context.caller.device)
        metrics.countRequest(ofDevice: device != nil)
        if device == nil { tally.count(status: response.status.code) }
        context.logger.log(
            level: device.map(tally.mayTell) == true ? .info : .debug,
            "request",
            metadata: [
                "method": "\(Self.word(request.method.rawValue))",
                "route": "\(route)",
                "status": "\(response.status.code)",
                "milliseconds": "\((ContinuousClock.now - start) / .milliseconds(1))",
            ]
        )
        return response
    }

    /// Returns the method if it is a known one; otherwise a stranger could write anything into the log.
    private static func word(_ method: String) -> String {
        method.utf8.count <= 7 && method.utf8.allSatisfy { (0x41...0x5A).contains($0) } ? method : "other"
    }
}
