import AlarmCore
import AlarmWire
import Engine
import Hummingbird

/// Builds the router from its routes and middlewares.
struct RelayRouter {
    let engine: Engine
    let gate: EnvelopeGate
    let limiter: any ClaimCounting
    let addresses: ClientAddress
    let pages: PageRoutes
    /// The web app; nil where it is turned off.
    let webApp: WebAppRoutes?
    let description: DescriptionRoutes
    let isSecure: Bool
    let problems: ProblemMetrics
    let connections: ConnectionMetrics
    let bounds: RequestBounds
    let tally: AccessTally

    func build() -> Router<RelayContext> {
        let router = Router(context: RelayContext.self)
        // From the outside in: earlier middlewares see the responses of later ones.
        router.add(middleware: RequestIDMiddleware())
        router.add(middleware: SecurityHeadersMiddleware(isSecure: isSecure))
        router.add(middleware: AccessLogMiddleware(tally: tally, metrics: connections))
        router.add(middleware: QuotaFieldsMiddleware())
        router.add(middleware: ProblemMiddleware(metrics: problems, bounds: bounds))
        let claims = ClaimGuard(engine: engine, limiter: limiter, addresses: addresses)
        let server = EndpointServer(
            router: router,
            engine: engine,
            gate: gate,
            claims: claims,
            bounds: bounds,
            addresses: addresses
        )
        server.serveDevices()
        server.serveWebPush()
        server.serveInvites()
        server.servePairs()
        server.serveCircles()
        server.serveAlarms()
        server.serveSync()
        server.serveReminders()
        server.serveCheckIns()
        server.serveContacts()
        server.serveCalendar()
        server.serveCare()
        server.serveCareAlerts()
        server.serveMe()
        LinkRoutes(engine: engine, bounds: bounds, addresses: addresses).add(to: router)
        CallRoutes(engine: engine, bounds: bounds, addresses: addresses).add(to: router)
        CalendarRoute(engine: engine, bounds: bounds, addresses: addresses).add(to: router)
        pages.add(to: router, withPairingPage: webApp == nil)
        webApp?.add(to: router)
        description.add(to: router)
        return router
    }
}
