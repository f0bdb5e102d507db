import HTTPTypes
package import Hummingbird
import Logging

/// Sends the client the request ID under which the log has its request.
package struct RequestIDMiddleware: RouterMiddleware {
    package typealias Context = RelayContext

    package init() {}

    package func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        if let name = HTTPField.Name("x-request-id") { response.headers[name] = context.id }
        return response
    }
}
