import AlarmCore
import AlarmWire
import Engine
import Hummingbird

/// Invites: from a code to a pair, or to one more device (PA1 section 4).
struct InviteRoutes: Sendable {
    let engine: Engine
    let gate: EnvelopeGate
    let claims: ClaimGuard

    func add(to router: Router<RelayContext>) {
        router.on(.invites, .post, use: create)
        router.on(.claim, .post, use: claim)
        router.on(.invite, .get, use: show)
        router.on(.invite, .delete, use: cancel)
        router.on(.answer, .post, use: answer)
        router.on(.parcels, .post, use: handOver)
        router.on(.confirm, .post, use: confirm)
        router.on(.acknowledge, .post, use: acknowledge)
    }

    @Sendable private func create(_ request: Request, _ context: RelayContext) async throws -> Response {
        let caller = try await gate.open(request)
        let message: CreateInvite = try caller.message()
        return try await once(caller) { work in try work.createInvite(message, by: caller.device) }
    }

    @Sendable private func claim(_ request: Request, _ context: RelayContext) async throws -> Response {
        let caller = try await gate.open(request)
        let message: ClaimInvite = try caller.message()
        try claims.count(request, context)
        return try await once(caller) { work in try work.claim(message, by: caller.device) }
    }

    @Sendable private func show(_ request: Request, _ context: RelayContext) async throws -> Response {
        let caller = try await gate.open(request)
        let id: InviteID = try context.identifier()
        return Response(
            .ok,
            try await engine.read { snapshot in try engine.inviteStatus(id, for: caller.device, in: snapshot) }
        )
    }

    @Sendable private func cancel(_ request: Request, _ context: RelayContext) async throws -> Response {
        let caller = try await gate.open(request)
        let id: InviteID = try context.identifier()
        return try await once(caller) { work in try work.cancelInvite(id, by: caller.device) }
    }

    @Sendable private func answer(_ request: Request, _ context: RelayContext) async throws -> Response {
        let caller = try await gate.open(request)
        let id: InviteID = try context.identifier()
        let message: AnswerInvite = try caller.message()
        return try await once(caller) { work in try work.answer(id, message, by: caller.device) }
    }

    @Sendable private func handOver(_ request: Request, _ context: RelayContext) async throws -> Response {
        let caller = try await gate.open(request)
        let id: InviteID = try context.identifier()
        let message: HandOver = try caller.message()
        return try await once(caller) { work in try work.handOver(id, message, by: caller.device) }
    }

    @Sendable private func confirm(_ request: Request, _ context: RelayContext) async throws -> Response {
        let caller = try await gate.open(request)
        let id: InviteID = try context.identifier()
        let message: ConfirmInvite = try caller.message()
        return try await once(caller) { work in try work.confirm(id, message, by: caller.device) }
    }

    @Sendable private func acknowledge(_ request: Request, _ context: RelayContext) async throws -> Response {
        let caller = try await gate.open(request)
        let id: InviteID = try context.identifier()
        try caller.requireNoContent()
        return try await once(caller) { work in try work.acknowledge(id, by: caller.device) }
    }

    private func once(
        _ caller: AuthenticatedRequest,
        _ command: @escaping @Sendable (Work) throws -> Answer
    ) async throws -> Response {
        Response(try await engine.write { work in try work.once(caller.name, command) })
    }
}
