import AlarmCore
import AlarmWire
import Engine
import Hummingbird

/// Everything that a person gave: getting it, and taking it back.
struct MeRoutes: Sendable {
    let engine: Engine
    let gate: EnvelopeGate

    func add(to router: Router<RelayContext>) {
        router.on(.me, .delete, use: delete)
        router.on(.export, .get, use: export)
    }

    /// Answers only when nothing is under way for or to the person any more.
    @Sendable private func delete(_ request: Request, _ context: RelayContext) async throws -> Response {
        let caller = try await gate.open(request)
        try caller.requireNoContent()
        let departure = try await engine.write { work in
            try work.deleteEverything(caller.name, by: caller.device)
        }
        try await engine.settle(departure)
        return Response(.ok, departure.receipt)
    }

    @Sendable private func export(_ request: Request, _ context: RelayContext) async throws -> Response {
        let caller = try await gate.open(request)
        let cursor = try SyncCursor(from: request)
        return Response(
            .ok,
            try await engine.read { snapshot in try engine.export(for: caller.device, since: cursor, in: snapshot) }
        )
    }
}
