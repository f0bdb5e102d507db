import AlarmCore
import AlarmWire
import Engine
import HTTPTypes
import Hummingbird

/// Tells the client of the limits that its request has met: `RateLimit-Policy` and `RateLimit`
/// (draft-ietf-httpapi-ratelimit-headers-11).
///
/// A refusal tells of the limit alone for which it was made, so that no other window ends after its `Retry-After`
/// (section 6).
struct QuotaFieldsMiddleware: RouterMiddleware {
    typealias Context = RelayContext

    static let policy = HTTPField.Name("ratelimit-policy")
    static let limit = HTTPField.Name("ratelimit")

    func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        var states = context.quotas.states
        if response.status == .tooManyRequests { states = states.filter(\.isRefused) }
        guard !states.isEmpty, let policy = Self.policy, let limit = Self.limit else { return response }
        let policies = states.compactMap(\.policyItem)
        if !policies.isEmpty { response.headers[policy] = policies.joined(separator: ", ") }
        response.headers[limit] = states.map(\.limitItem).joined(separator: ", ")
        return response
    }
}

extension QuotaLedger {
    /// Notes why a request was refused, by the problem's kind, where no limit has been noted for it.
    func noteRefusal(_ problem: Problem) {
        guard !states.contains(where: \.isRefused) else { return }
        let renewal = problem.retryAfter ?? .seconds(Int64(Response.defaultRetrySeconds))
        note(QuotaState(problem.kind?.rawValue ?? "requests", available: 0, renewal: renewal, isRefused: true))
    }
}

extension QuotaState {
    /// The quota policy item: `"requests-per-hour";q=60;w=3600`; nil for a limit that no single number says.
    var policyItem: String? {
        guard let quota else { return nil }
        let unit = unit == .concurrentRequests ? ";qu=\"concurrent-requests\"" : ""
        return "\"\(name)\";q=\(quota)" + unit + (window.map { ";w=\($0.wholeSeconds)" } ?? "")
    }

    /// The service limit item: `"requests-per-hour";r=59;t=3480`.
    var limitItem: String {
        "\"\(name)\";r=\(available)" + (renewal.map { ";t=\($0.wholeSeconds)" } ?? "")
    }
}

extension Span {
    /// The seconds, rounded up, and at least one.
    fileprivate var wholeSeconds: Int64 { max((milliseconds + 999) / 1000, 1) }
}
