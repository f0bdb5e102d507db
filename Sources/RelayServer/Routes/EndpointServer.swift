import AlarmCore
import AlarmWire
import Engine
import HTTPTypes
import Hummingbird
import Storage

/// A request with an open envelope, its target and message decoded.
struct Call<Target: Sendable, Message: Sendable>: Sendable {
    /// The calling device: as the deciding transaction read it, or as the gate did for a request that changes nothing.
    let device: Device
    /// The values of path and query.
    let target: Target
    /// The message.
    let message: Message
}

/// Serves endpoints, each in one of two ways: as a decision in a transaction, or as a view of a snapshot.
///
/// Both open the envelope before they decode target and message, so that a caller without a key learns nothing.
struct EndpointServer {
    let router: Router<RelayContext>
    let engine: Engine
    let gate: EnvelopeGate
    let claims: ClaimGuard
    let bounds: RequestBounds
    let addresses: ClientAddress

    /// Serves an endpoint that changes something, in one durable transaction; a retried request is executed once.
    ///
    /// - Parameters:
    ///   - endpoint: the endpoint.
    ///   - reads: names what `decide` reads first, for a store that reads it together; by default nothing.
    ///   - decide: makes the change.
    ///   - settle: waits, between commit and response, until no send is under way; a retry waits as well.
    func handle<Target, Message: WireDecodable>(
        _ endpoint: Endpoint<Target, Message, some Any>,
        reading reads: @escaping @Sendable (Target, Message) throws -> [Prefetch] = { _, _ in [] },
        _ decide: @escaping @Sendable (RelayTransaction, Call<Target, Message>) throws -> EngineResponse,
        settle: (@Sendable (Engine, Target) async throws -> Void)? = nil
    ) {
        on(endpoint) { [engine] caller, call, http in
            let answer = try await engine.write(noting: http.context.quotas) { tx in
                try tx.once(caller.name, reading: try reads(call.target, call.message)) { device in
                    try decide(tx, Call(device: device, target: call.target, message: call.message))
                }
            }
            try await settle?(engine, call.target)
            assert(
                answer.status >= 400 || endpoint.statuses.contains(answer.status),
                "\(endpoint) with \(answer.status)"
            )
            return Response(answer)
        }
    }

    /// Serves an endpoint that reads a consistent snapshot and changes nothing.
    func show<Target, Message: WireDecodable, Shown: WireEncodable>(
        _ endpoint: Endpoint<Target, Message, Shown>,
        _ view: @escaping @Sendable (Engine, Call<Target, Message>, any Snapshot, Instant) throws -> Shown
    ) {
        answer(endpoint) { engine, call in
            let now = engine.clock.now()
            return try await engine.read { snapshot in try view(engine, call, snapshot, now) }
        }
    }

    /// Serves an endpoint whose response needs more than one snapshot, or none.
    func answer<Target, Message: WireDecodable, Shown: WireEncodable>(
        _ endpoint: Endpoint<Target, Message, Shown>,
        _ answer: @escaping @Sendable (Engine, Call<Target, Message>) async throws -> Shown
    ) {
        on(endpoint) { [engine] _, call, _ in
            Response(HTTPResponse.Status(code: endpoint.statuses.first ?? 200), try await answer(engine, call))
        }
    }

    /// Serves an endpoint whose response is not a JSON message, or may differ between retries.
    func on<Target, Message: WireDecodable>(
        _ endpoint: Endpoint<Target, Message, some Any>,
        _ respond:
            @escaping @Sendable (
                _ caller: AuthenticatedRequest, Call<Target, Message>, _ http: (request: Request, context: RelayContext)
            ) async throws -> Response
    ) {
        add(endpoint) { [gate, claims, bounds, addresses] request, context in
            let envelope = try await EnvelopeGate.envelope(of: request)
            return try await bounds.during(addresses.client(of: request, peer: context.peer)) {
                let caller = try await gate.open(envelope, of: request)
                context.caller.set(caller.device.id)
                return try await bounds.during(caller.device.id) {
                    let target = try Target(reading: TargetValues(of: request, context))
                    let message: Message = try caller.message()
                    if endpoint.access.isCounted { try await claims.count(request, context) }
                    return try await respond(
                        caller,
                        Call(device: caller.device, target: target, message: message),
                        (request, context)
                    )
                }
            }
        }
    }

    /// Adds a route for an endpoint and leaves the request unread.
    func add(
        _ endpoint: some AnyEndpoint,
        _ respond: @escaping @Sendable (Request, RelayContext) async throws -> Response
    ) {
        assert(
            Endpoints.all.contains { $0.method == endpoint.method && $0.path == endpoint.path },
            "\(endpoint.method.rawValue) \(endpoint.path) is not listed"
        )
        router.on(RouterPath(endpoint.path), method: endpoint.method.http, use: respond)
    }
}

extension RequestMethod {
    fileprivate var http: HTTPRequest.Method {
        switch self {
        case .get: .get
        case .post: .post
        case .put: .put
        case .patch: .patch
        case .delete: .delete
        }
    }
}

extension TargetValues {
    /// The values that the router found in the target of a request.
    fileprivate init(of request: Request, _ context: RelayContext) {
        self.init(
            path: { name in context.parameters.get(name) },
            query: { name in request.uri.queryParameters[Substring(name)].map { String($0) } }
        )
    }
}
