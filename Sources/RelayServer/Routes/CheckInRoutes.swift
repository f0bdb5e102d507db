import AlarmCore
import AlarmWire
import Engine
import Hummingbird

/// Check-ins: the sign of life, what is watched, and the link for scripts.
struct CheckInRoutes: Sendable {
    let engine: Engine
    let gate: EnvelopeGate

    func add(to router: Router<RelayContext>) {
        router.on(.checkIns, .get, use: show)
        router.on(.checkIns, .post) { request, _ in
            try await decide(request) { work, message, device in try work.checkIn(message, by: device) }
        }
        router.on(.checkInPlan, .put) { request, _ in
            try await decide(request) { work, message, device in try work.plan(message, by: device) }
        }
        router.on(.checkInSnooze, .post) { request, _ in
            try await decide(request) { work, device in try work.snoozeCheckIn(by: device) }
        }
        router.on(.checkInLink, .post) { request, _ in
            try await decide(request) { work, device in try work.makeCheckInLink(by: device) }
        }
        router.on(.checkInLink, .delete) { request, _ in
            try await decide(request) { work, device in try work.removeCheckInLink(by: device) }
        }
        router.on(.rehearsal, .post) { request, _ in
            try await decide(request) { work, device in try work.rehearse(by: device) }
        }
        router.on(.testPush, .post) { request, _ in
            try await decide(request) { work, device in try work.testNotification(by: device) }
        }
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

    @Sendable private func show(_ request: Request, _ context: RelayContext) async throws -> Response {
        let caller = try await gate.open(request)
        let now = engine.clock.now()
        return Response(
            .ok,
            try await engine.read { snapshot in
                try engine.checkIns(of: caller.device.person, at: now, in: snapshot)
            }
        )
    }
}
