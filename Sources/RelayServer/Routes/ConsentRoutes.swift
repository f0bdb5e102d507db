import AlarmCore
import AlarmWire
import Engine
import Hummingbird

/// What a person lets another do: seeing it, and setting it.
struct ConsentRoutes: Sendable {
    let engine: Engine
    let gate: EnvelopeGate

    func add(to router: Router<RelayContext>) {
        router.on(.consent, .get, use: show)
        router.on(.consent, .put, use: set)
    }

    @Sendable private func show(_ request: Request, _ context: RelayContext) async throws -> Response {
        let caller = try await gate.open(request)
        let id: CircleID = try context.identifier()
        return Response(
            .ok,
            try await engine.read { snapshot in try engine.consent(for: id, of: caller.device, in: snapshot) }
        )
    }

    @Sendable private func set(_ request: Request, _ context: RelayContext) async throws -> Response {
        let caller = try await gate.open(request)
        let id: CircleID = try context.identifier()
        let message: ConsentMessage = try caller.message()
        return Response(
            try await engine.write { work in
                try work.once(caller.name) { work in try work.setConsent(for: id, to: message, by: caller.device) }
            }
        )
    }
}
