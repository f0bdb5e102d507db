import AlarmCore
import AlarmWire
import Engine
import Hummingbird

/// Families and care circles: making one, seeing it, changing it, and leaving it.
struct CircleRoutes: Sendable {
    let engine: Engine
    let gate: EnvelopeGate

    func add(to router: Router<RelayContext>) {
        router.on(.circles, .post, use: create)
        router.on(.circles, .get, use: list)
        router.on(.circle, .get, use: show)
        router.on(.circle, .patch, use: change)
        router.on(.circleMember, .patch, use: changeMember)
        router.on(.circleMember, .delete, use: removeMember)
        router.on(.introductions, .get, use: introductions)
        router.on(.introduction, .put, use: introduce)
    }

    @Sendable private func create(_ request: Request, _ context: RelayContext) async throws -> Response {
        let caller = try await gate.open(request)
        let message: CreateCircle = try caller.message()
        return try await once(caller) { work in try work.createCircle(message, by: caller.device) }
    }

    @Sendable private func list(_ request: Request, _ context: RelayContext) async throws -> Response {
        let caller = try await gate.open(request)
        return Response(.ok, try await engine.read { snapshot in try engine.circles(of: caller.device, in: snapshot) })
    }

    @Sendable private func show(_ request: Request, _ context: RelayContext) async throws -> Response {
        let caller = try await gate.open(request)
        let id: CircleID = try context.identifier()
        return Response(
            .ok,
            try await engine.read { snapshot in try engine.circle(id, for: caller.device, in: snapshot) }
        )
    }

    @Sendable private func change(_ request: Request, _ context: RelayContext) async throws -> Response {
        let caller = try await gate.open(request)
        let id: CircleID = try context.identifier()
        let message: CircleChange = try caller.message()
        return try await once(caller) { work in try work.changeCircle(id, message, by: caller.device) }
    }

    @Sendable private func changeMember(_ request: Request, _ context: RelayContext) async throws -> Response {
        let caller = try await gate.open(request)
        let id: CircleID = try context.identifier()
        let person: PersonID = try context.identifier("person")
        let message: MemberChange = try caller.message()
        return try await once(caller) { work in try work.changeMember(person, of: id, message, by: caller.device) }
    }

    /// Answers only when nothing of the circle is under way any more; a repeat waits as well.
    @Sendable private func removeMember(_ request: Request, _ context: RelayContext) async throws -> Response {
        let caller = try await gate.open(request)
        let id: CircleID = try context.identifier()
        let person: PersonID = try context.identifier("person")
        let answer = try await engine.write { work in
            try work.once(caller.name) { work in try work.removeMember(person, of: id, by: caller.device) }
        }
        try await engine.settle(circle: id)
        return Response(answer)
    }

    @Sendable private func introductions(_ request: Request, _ context: RelayContext) async throws -> Response {
        let caller = try await gate.open(request)
        let id: CircleID = try context.identifier()
        return Response(
            .ok,
            try await engine.read { snapshot in try engine.introductions(in: id, for: caller.device, in: snapshot) }
        )
    }

    @Sendable private func introduce(_ request: Request, _ context: RelayContext) async throws -> Response {
        let caller = try await gate.open(request)
        let id: CircleID = try context.identifier()
        let person: PersonID = try context.identifier("person")
        let message: Introduction = try caller.message()
        return try await once(caller) { work in try work.introduce(message, to: person, in: id, by: caller.device) }
    }

    private func once(
        _ caller: AuthenticatedRequest,
        _ command: @escaping @Sendable (Work) throws -> Answer
    ) async throws -> Response {
        Response(try await engine.write { work in try work.once(caller.name, command) })
    }
}
