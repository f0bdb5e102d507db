import AlarmCore
import AlarmWire
import Engine
import Hummingbird

/// Puts the routes together.
struct RelayRouter {
    let engine: Engine
    let gate: EnvelopeGate
    let limiter: ClaimLimiter
    let addresses: ClientAddress
    let pages: PageRoutes
    let isSecure: Bool
    let problems: ProblemMetrics

    /// The router, with every route and middleware.
    func build() -> Router<RelayContext> {
        let router = Router(context: RelayContext.self)
        // From the outside in: what comes first sees the answers of what follows.
        router.add(middleware: RequestIDMiddleware())
        router.add(middleware: SecurityHeadersMiddleware(isSecure: isSecure))
        router.add(middleware: AccessLogMiddleware())
        router.add(middleware: ProblemMiddleware(metrics: problems))
        let claims = ClaimGuard(engine: engine, limiter: limiter, addresses: addresses)
        DeviceRoutes(engine: engine, gate: gate, claims: claims).add(to: router)
        InviteRoutes(engine: engine, gate: gate, claims: claims).add(to: router)
        PairRoutes(engine: engine, gate: gate).add(to: router)
        CircleRoutes(engine: engine, gate: gate).add(to: router)
        ConsentRoutes(engine: engine, gate: gate).add(to: router)
        AlarmRoutes(engine: engine, gate: gate).add(to: router)
        ScheduleRoutes(engine: engine, gate: gate).add(to: router)
        SyncRoutes(engine: engine, gate: gate).add(to: router)
        ReminderRoutes(engine: engine, gate: gate).add(to: router)
        CheckInRoutes(engine: engine, gate: gate).add(to: router)
        ContactRoutes(engine: engine, gate: gate).add(to: router)
        CareRoutes(engine: engine, gate: gate).add(to: router)
        MeRoutes(engine: engine, gate: gate).add(to: router)
        LinkRoutes(engine: engine).add(to: router)
        pages.add(to: router)
        return router
    }
}

extension Router {
    /// Adds a route under its template.
    func on(
        _ template: Routes.Template,
        _ method: RequestMethod,
        use handler: @escaping @Sendable (Request, Context) async throws -> Response
    ) {
        on(RouterPath(template.rawValue), method: method.http, use: handler)
    }
}

extension RequestMethod {
    var http: HTTPRequest.Method {
        switch self {
        case .get: .get
        case .post: .post
        case .put: .put
        case .patch: .patch
        case .delete: .delete
        }
    }
}

extension RelayContext {
    /// The name in the path; one that is none names nothing.
    ///
    /// - Throws: the problem `not-found`.
    func identifier<Kind>(_ parameter: String = "id") throws(Problem) -> Identifier<Kind> {
        guard let text = parameters.get(parameter), let id = Identifier<Kind>(text) else { throw Problem(.notFound) }
        return id
    }
}
