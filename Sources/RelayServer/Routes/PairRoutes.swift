import AlarmCore
import AlarmWire
import Engine
import Hummingbird

/// Pairs: seeing them, and ending one (PA1 section 8).
struct PairRoutes: Sendable {
    let engine: Engine
    let gate: EnvelopeGate

    func add(to router: Router<RelayContext>) {
        router.on(.pairs, .get, use: list)
        router.on(.pair, .delete, use: revoke)
    }

    @Sendable private func list(_ request: Request, _ context: RelayContext) async throws -> Response {
        let caller = try await gate.open(request)
        return Response(.ok, try await engine.read { snapshot in try engine.pairs(of: caller.device, in: snapshot) })
    }

    /// Answers only when no push of the pair is under way any more; a repeat waits as well.
    @Sendable private func revoke(_ request: Request, _ context: RelayContext) async throws -> Response {
        let caller = try await gate.open(request)
        let id: PairID = try context.identifier()
        let answer = try await engine.write { work in
            try work.once(caller.name) { work in try work.revoke(id, by: caller.device) }
        }
        try await engine.settle(pair: id)
        return Response(answer)
    }
}
