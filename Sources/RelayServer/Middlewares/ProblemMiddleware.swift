import AlarmWire
import HTTPTypes
package import Hummingbird
import Logging

/// Answers every error with problem details (RFC 9457), including the router's own errors.
package struct ProblemMiddleware: RouterMiddleware {
    package typealias Context = RelayContext

    private let metrics: ProblemMetrics

    package init(metrics: ProblemMetrics) {
        self.metrics = metrics
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
            if problem.status >= 500 {
                context.logger.error(
                    "a request could not be answered",
                    metadata: ["route": "\(context.route)", "error": "\(error)"]
                )
            }
            if let kind = problem.kind { metrics.count(kind) }
            var response = Response(problem, retryAfter: (error as? TooManyClaims)?.wait)
            if problem.kind == .methodNotAllowed { response.headers[.allow] = allowed.joined(separator: ", ") }
            return response
        }
    }
}
