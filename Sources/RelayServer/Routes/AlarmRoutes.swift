import AlarmCore
import AlarmWire
import Engine
import Hummingbird

/// Alarms: setting, seeing, changing and taking back, and what devices report of them (PA1 section 5).
struct AlarmRoutes: Sendable {
    let engine: Engine
    let gate: EnvelopeGate

    func add(to router: Router<RelayContext>) {
        router.on(.alarms, .post, use: accept)
        router.on(.alarms, .get, use: list)
        router.on(.alarm, .get, use: show)
        router.on(.alarm, .patch, use: change)
        router.on(.alarm, .delete, use: cancel)
        router.on(.receipts, .post, use: report)
    }

    @Sendable private func accept(_ request: Request, _ context: RelayContext) async throws -> Response {
        let caller = try await gate.open(request)
        let message: AlarmRequest = try caller.message()
        return Response(
            try await engine.write { work in
                try work.once(caller.name) { work in try work.accept(message, from: caller.device) }
            }
        )
    }

    @Sendable private func list(_ request: Request, _ context: RelayContext) async throws -> Response {
        let caller = try await gate.open(request)
        return Response(.ok, try await engine.read { snapshot in try engine.list(for: caller.device, in: snapshot) })
    }

    @Sendable private func show(_ request: Request, _ context: RelayContext) async throws -> Response {
        let caller = try await gate.open(request)
        let id: AlarmID = try context.identifier()
        return Response(
            .ok,
            try await engine.read { snapshot in try engine.view(of: id, for: caller.device, in: snapshot) }
        )
    }

    @Sendable private func change(_ request: Request, _ context: RelayContext) async throws -> Response {
        let caller = try await gate.open(request)
        let id: AlarmID = try context.identifier()
        let message: AlarmChange = try caller.message()
        return Response(
            try await engine.write { work in
                try work.once(caller.name) { work in try work.change(id, message, by: caller.device) }
            }
        )
    }

    /// Answers only when no push of the alarm is under way any more; a repeat waits as well.
    @Sendable private func cancel(_ request: Request, _ context: RelayContext) async throws -> Response {
        let caller = try await gate.open(request)
        let id: AlarmID = try context.identifier()
        let answer = try await engine.write { work in
            try work.once(caller.name) { work in try work.cancel(id, by: caller.device) }
        }
        try await engine.settle(alarm: id)
        return Response(answer)
    }

    @Sendable private func report(_ request: Request, _ context: RelayContext) async throws -> Response {
        let caller = try await gate.open(request)
        let id: AlarmID = try context.identifier()
        let message: Receipt = try caller.message()
        return Response(
            try await engine.write { work in
                try work.once(caller.name) { work in try work.take(message, of: id, from: caller.device) }
            }
        )
    }
}
