import AlarmCore
import AlarmWire
import Engine
import HTTPTypes
import Hummingbird
import Logging
import Storage

/// What a device should have armed: asked for, or as a stream (PA1 section 5).
struct SyncRoutes: Sendable {
    let engine: Engine
    let gate: EnvelopeGate

    func add(to router: Router<RelayContext>) {
        router.on(.sync, .get, use: synchronise)
        router.on(.events, .get, use: listen)
    }

    @Sendable private func synchronise(_ request: Request, _ context: RelayContext) async throws -> Response {
        let caller = try await gate.open(request)
        let cursor = try SyncCursor(from: request)
        return Response(.ok, try await engine.synchronise(caller.device, since: cursor))
    }

    @Sendable private func listen(_ request: Request, _ context: RelayContext) async throws -> Response {
        let caller = try await gate.open(request)
        // Listening begins before the cursor is read: what changes in between is told twice rather than not at all.
        let events = engine.events.listen(as: caller.device.id, of: caller.device.person)
        let (present, change) = try await engine.read { (try $0.device(caller.device.id), try $0.lastChange()) }
        // Removed, or another person's, since its envelope was opened: nobody else would end this stream.
        guard let present, present.person == caller.device.person else {
            engine.events.end(caller.device.id)
            throw Problem(.unauthorized)
        }
        let stream = EventStream(
            first: .sync(SyncCursor(change: change)),
            events: events,
            clock: engine.clock,
            request: request,
            logger: context.logger
        )
        var headers = HTTPFields()
        headers[.contentType] = ServerSentEvent.mediaType
        // Proxies that gather an answer before they pass it on would hold back an alarm.
        if let name = HTTPField.Name("x-accel-buffering") { headers[name] = "no" }
        return Response(status: .ok, headers: headers, body: stream.body)
    }
}

extension SyncCursor {
    /// Takes the cursor in a request's query, or nil if there is none.
    ///
    /// - Throws: the problem `malformed` for one that is no cursor.
    init?(from request: Request) throws(Problem) {
        guard let text = request.uri.queryParameters[Substring(Routes.sinceParameter)] else { return nil }
        guard let cursor = SyncCursor(text) else {
            throw Problem(.malformed, detail: "since has to be a cursor that the relay gave out; ask without one")
        }
        self = cursor
    }
}
