import AlarmWire
import Engine
import HTTPTypes
package import Hummingbird
import Logging

/// Answers every error with problem details (RFC 9457), including the router's own errors.
package struct ProblemMiddleware: RouterMiddleware {
    package typealias Context = RelayContext

    private let metrics: ProblemMetrics
    private let bounds: RequestBounds
    private let complaints = RareLine()

    package init(metrics: ProblemMetrics, bounds: RequestBounds) {
        self.metrics = metrics
        self.bounds = bounds
    }

    package func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            let allowed = AllowedMethods.of(request, in: context)
            let problem = Problem(answering: error, isKnownPath: !allowed.isEmpty)
            if problem.status >= 500 { complain(of: error, problem, context) }
            if let kind = problem.kind { metrics.count(kind) }
            let wait = (error as? TooManyClaims)?.wait ?? (error is TooManyRequests ? TooManyRequests.wait : nil)
            var response = Response(problem, retryAfter: wait ?? problem.retryAfter)
            if problem.status == 429 {
                if let bound = (error as? TooManyRequests)?.bound, let state = bounds.state(of: bound) {
                    context.quotas.note(state)
                }
                context.quotas.noteRefusal(problem)
            }
            if problem.kind == .methodNotAllowed { response.headers[.allow] = allowed.joined(separator: ", ") }
            return response
        }
    }

    /// Logs what the operator can do something about, once a minute for each route and kind.
    private func complain(of error: any Error, _ problem: Problem, _ context: Context) {
        guard let untold = complaints.untold("\(context.route) \(problem.type)") else { return }
        var metadata: Logger.Metadata = ["route": "\(context.route)", "error": "\(error)"]
        if untold > 0 { metadata["untold"] = "\(untold)" }
        // What is turned away on purpose is not a fault of the relay.
        let isMeant = error is Problem || error is TooManyRequests
        context.logger.log(
            level: isMeant ? .warning : .error,
            "a request could not be answered",
            metadata: metadata
        )
    }
}
