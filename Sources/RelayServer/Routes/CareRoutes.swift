import AlarmCore
import AlarmWire
import Engine
import HTTPTypes
import Hummingbird
import NIOCore
import Storage

/// Care circles: what the dweller sets and signals, and what members see and answer.
struct CareRoutes: Sendable {
    let engine: Engine
    let gate: EnvelopeGate

    func add(to router: Router<RelayContext>) {
        router.on(.care, .get) { request, _ in
            try await show(request) { try $0.careOverview(for: $1, at: $2, in: $3) }
        }
        router.on(.careSettings, .get) { request, _ in try await show(request) { try $0.careSettings(of: $1, in: $3) } }
        router.on(.careSettings, .put) { request, _ in
            try await decide(request) { work, message, device in try work.setCare(message, by: device) }
        }
        router.on(.carePause, .put) { request, _ in
            try await decide(request) { work, message, device in try work.pauseCare(message, by: device) }
        }
        router.on(.carePause, .delete) { request, _ in
            try await decide(request) { work, device in try work.resumeCare(by: device) }
        }
        router.on(.carePhone, .put) { request, _ in
            try await decide(request) { work, message, device in try work.setCarePhone(message, by: device) }
        }
        router.on(.carePhone, .delete) { request, _ in
            try await decide(request) { work, device in try work.removeCarePhone(by: device) }
        }
        router.on(.careSignals, .post) { request, _ in
            try await decide(request) { work, message, device in try work.signal(message, by: device) }
        }
        router.on(.careActivity, .post) { request, _ in
            try await decide(request) { work, message, device in try work.noteActivity(message, by: device) }
        }
        router.on(.careInvitations, .post) { request, _ in
            try await decide(request) { work, message, device in try work.invite(message, by: device) }
        }
        addAlerts(to: router)
    }

    private func addAlerts(to router: Router<RelayContext>) {
        router.on(.careAlert, .get) { request, context in
            let id: DocumentID = try context.identifier()
            return try await show(request) { try $0.careAlert(id, for: $1, at: $2, in: $3) }
        }
        router.on(.careAlert, .delete) { request, context in
            let id: DocumentID = try context.identifier()
            return try await decide(request) { work, device in try work.cancelAlert(id, by: device) }
        }
        router.on(.careAcknowledgement, .post) { request, context in
            let id: DocumentID = try context.identifier()
            return try await decide(request) { work, device in try work.acknowledgeAlert(id, by: device) }
        }
        router.on(.careNote, .put) { request, context in
            let id: DocumentID = try context.identifier()
            return try await decide(request) { work, message, device in try work.note(message, on: id, by: device) }
        }
        router.on(.careHistory, .get) { request, context in
            let id: CircleID = try context.identifier()
            let last = try Self.last(of: request)
            return try await show(request) { try $0.careHistory(of: id, before: last, for: $1, at: $2, in: $3) }
        }
        router.on(.careTable, .get) { request, context in
            let id: CircleID = try context.identifier()
            return try await table(of: id, request)
        }
    }

    /// The whole history as a file for spreadsheets.
    private func table(of circle: CircleID, _ request: Request) async throws -> Response {
        let caller = try await gate.open(request)
        let now = engine.clock.now()
        let history = try await engine.read { snapshot in
            try engine.careHistory(
                of: circle,
                limit: CareHistory.limit,
                for: caller.device,
                at: now,
                in: snapshot
            )
        }
        var headers = HTTPFields()
        headers[.contentType] = CareHistory.csvMediaType
        headers[.contentDisposition] = "attachment; filename=\"alerts.csv\""
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(string: history.csv)))
    }

    private func show<Message: WireEncodable>(
        _ request: Request,
        _ body: @escaping @Sendable (Engine, Device, Instant, any Snapshot) throws -> Message
    ) async throws -> Response {
        let caller = try await gate.open(request)
        let now = engine.clock.now()
        return Response(.ok, try await engine.read { snapshot in try body(engine, caller.device, now, snapshot) })
    }

    private func decide<Message: WireDecodable>(
        _ request: Request,
        _ body: @escaping @Sendable (Work, Message, Device) throws -> Answer
    ) async throws -> Response {
        try await gate.decide(request, engine, body)
    }

    private func decide(
        _ request: Request,
        _ body: @escaping @Sendable (Work, Device) throws -> Answer
    ) async throws -> Response {
        try await gate.decide(request, engine, body)
    }

    private static func last(of request: Request) throws(Problem) -> DocumentID? {
        guard let text = request.uri.queryParameters[Substring(Routes.beforeParameter)] else { return nil }
        guard let id = DocumentID(text) else {
            throw Problem(.malformed, detail: "before has to be an alert of this history: ask without one")
        }
        return id
    }
}
