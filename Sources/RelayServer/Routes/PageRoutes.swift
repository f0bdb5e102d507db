import AlarmCore
import AlarmWire
import Engine
import HTTPTypes
import Hummingbird
import Logging
import Storage

/// What people and machines may ask without being a device: the page behind a pairing link, and the relay's health.
struct PageRoutes: Sendable {
    /// The path of a pairing link; also in capitals, because a QR code packs those more densely.
    static let pairing = "/p"
    static let pairingInCapitals = "/P"
    /// Whether the process runs.
    static let alive = "/healthz"
    /// Whether the relay can do its work.
    static let ready = "/readyz"
    /// By which iOS knows whose app opens the relay's links.
    static let appleAssociation = "/.well-known/apple-app-site-association"

    static let all = [pairing, pairingInCapitals, alive, ready, appleAssociation]

    let engine: Engine
    let zones: ZoneDirectory
    /// The apps that may open pairing links, as `TEAM.bundle`.
    let apps: [String]

    func add(to router: Router<RelayContext>) {
        page(router, Self.pairing) { _, _ in Self.pairingPage }
        page(router, Self.pairingInCapitals) { _, _ in Self.pairingPage }
        page(router, Self.alive) { _, _ in Response(.ok, StatusReport()) }
        page(router, Self.ready) { _, _ in await readiness() }
        page(router, Self.appleAssociation) { _, _ in try association() }
    }

    private static var pairingPage: Response {
        var headers = HTTPFields()
        headers[.contentType] = "text/html; charset=utf-8"
        headers[.contentSecurityPolicy] = PairingPage.contentSecurityPolicy
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(string: PairingPage.html)))
    }

    private func readiness() async -> Response {
        let audit = await engine.examine()
        let status = zones.status
        let report = StatusReport(
            audit,
            zoneData: status.version,
            zoneDataAge: status.modified.map { audit.at - $0 },
            canPush: engine.gateways.apns != nil,
            upSince: engine.vitals.upSince,
            blind: engine.vitals.recentlyBlind
        )
        return Response(audit.refusesRequests ? .serviceUnavailable : .ok, report)
    }

    private func association() throws(Problem) -> Response {
        guard !apps.isEmpty else { throw Problem(.notFound) }
        return Response(.ok, AppAssociation(apps: apps, paths: [Self.pairing, Self.pairingInCapitals]))
    }

    private func page(
        _ router: Router<RelayContext>,
        _ path: String,
        use handler: @escaping @Sendable (Request, RelayContext) async throws -> Response
    ) {
        router.get(RouterPath(path), use: handler)
        router.head(RouterPath(path)) { request, context in
            try await handler(request, context).createHeadResponse()
        }
    }
}
