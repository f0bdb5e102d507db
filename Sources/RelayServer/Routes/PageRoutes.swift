import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import HTTPTypes
import Hummingbird
import Logging
import Storage

/// The routes that need no device: the page behind a pairing link, and the relay's health, for everybody or its operator.
struct PageRoutes: Sendable {
    /// The path of a pairing link; also served in capitals, because a QR code packs those more densely.
    static let pairing = "/p"
    static let pairingInCapitals = "/P"
    /// The path of the liveness check: whether the process runs.
    static let alive = "/healthz"
    /// The path of the readiness check: whether the relay can do its work.
    static let ready = "/readyz"
    /// The path of the version of the program.
    static let version = "/version"
    /// The path of what the operator's page shows.
    static let operatorStatus = "/v1/operator/status"
    /// The path of a person, whom a command on the relay's machine deletes.
    static let operatorPerson = "/v1/operator/people/{person}"
    /// The path of the file that tells iOS which app opens the relay's links.
    static let appleAssociation = "/.well-known/apple-app-site-association"

    static let all = [pairing, pairingInCapitals, alive, ready, version, operatorStatus, appleAssociation]

    let engine: Engine
    let zones: ZoneDirectory
    /// The apps that may open pairing links, as `TEAM.bundle`.
    let apps: [String]
    let bounds: RequestBounds
    let addresses: ClientAddress

    /// Adds them; a pairing link leads to a page of its own where the web app does not answer there.
    func add(to router: Router<RelayContext>, withPairingPage: Bool) {
        if withPairingPage {
            page(router, Self.pairing) { request, _ in PairingPage.response(to: request) }
            page(router, Self.pairingInCapitals) { request, _ in PairingPage.response(to: request) }
        }
        page(router, Self.alive) { _, _ in Response(.ok, StatusReport()) }
        page(router, Self.version) { _, _ in Response(.ok, VersionReport()) }
        page(router, Self.ready) { request, context in
            try await bounds.during(addresses.client(of: request, peer: context.peer)) { await readiness() }
        }
        page(router, Self.operatorStatus) { request, context in
            try await bounds.during(addresses.client(of: request, peer: context.peer)) {
                try await operatorReport(request)
            }
        }
        router.delete(RouterPath(Self.operatorPerson)) { request, context in
            try await bounds.during(addresses.client(of: request, peer: context.peer)) {
                try await delete(context.parameters.get("person"), request)
            }
        }
        page(router, Self.appleAssociation) { _, _ in try association() }
    }

    private func readiness() async -> Response {
        let audit = await engine.examine()
        return Response(audit.refusesRequests ? .serviceUnavailable : .ok, report(audit))
    }

    /// Answers whoever has the operator's code, whose 100 bits nobody guesses.
    private func operatorReport(_ request: Request) async throws -> Response {
        guard let code = request.bearerToken, try await OperatorCode.isRight(code, of: engine) else {
            throw Problem(.notAllowed, detail: "Send the code that 'reveille operator-code' prints, as a bearer token.")
        }
        let audit = await engine.examine()
        return Response(.ok, try await engine.operatorReport(report(audit), audit))
    }

    /// Deletes a person for whoever can write the database; the operator's code, which only shows, is not enough.
    private func delete(_ id: String?, _ request: Request) async throws -> Response {
        guard let pass = request.bearerToken, try await OperatorCode.isPass(pass, of: engine) else {
            throw Problem(.notAllowed, detail: "Run 'reveille person remove' on the relay's machine.")
        }
        guard let person = id.flatMap({ PersonID($0) }) else { throw Problem(.notFound) }
        let departure = try await engine.write { tx in try tx.me.delete(person) }
        try await engine.awaitSends(circles: departure.circles, devices: departure.devices)
        return Response(.ok, departure.receipt)
    }

    private func report(_ audit: AuditReport) -> StatusReport {
        let status = zones.status
        return StatusReport(
            audit,
            zoneData: status.version,
            zoneDataAge: status.modified.map { audit.at - $0 },
            canPush: engine.channels[.apns] != nil,
            reachesBrowsers: engine.channels[.webPush] != nil,
            upSince: engine.health.upSince,
            blind: engine.health.recentlyBlind
        )
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

/// The response of `/version`.
struct VersionReport: Hashable, WireEncodable {
    var json: JSONValue { .object(of: ["version": .string(SoftwareVersion.text)]) }
}

extension Request {
    /// The token of the scheme `Bearer` (RFC 6750, section 2.1); the scheme's name ignores case.
    fileprivate var bearerToken: Substring? {
        guard let value = headers[.authorization], let space = value.firstIndex(of: " "),
            value[..<space].lowercased() == "bearer"
        else { return nil }
        return value[space...].trimmed
    }
}
