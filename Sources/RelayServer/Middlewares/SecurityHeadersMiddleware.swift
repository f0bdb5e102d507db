import HTTPTypes
package import Hummingbird

/// Adds headers that restrict what browsers and caches do with a response.
///
/// Headers that a route has set itself stay.
package struct SecurityHeadersMiddleware: RouterMiddleware {
    package typealias Context = RelayContext

    private let headers: [(HTTPField.Name, String)]

    /// - Parameter isSecure: whether devices reach the relay by https; browsers are then told to stay with it.
    package init(isSecure: Bool) {
        var headers: [(HTTPField.Name, String)] = [
            (.cacheControl, "no-store"),
            (.contentSecurityPolicy, "default-src 'none'; frame-ancestors 'none'"),
            (.xContentTypeOptions, "nosniff"),
        ]
        if let name = HTTPField.Name("referrer-policy") { headers.append((name, "no-referrer")) }
        if isSecure { headers.append((.strictTransportSecurity, "max-age=31536000")) }
        self.headers = headers
    }

    package func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        for (name, value) in headers where response.headers[name] == nil {
            response.headers[name] = value
        }
        return response
    }
}
