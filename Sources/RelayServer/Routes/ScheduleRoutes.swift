import AlarmWire
import Engine
import Hummingbird

/// Schedules: seeing when an alarm would ring before it is set (PA1 section 5).
struct ScheduleRoutes: Sendable {
    let engine: Engine
    let gate: EnvelopeGate

    func add(to router: Router<RelayContext>) {
        router.on(.preview, .post, use: preview)
    }

    /// Changes nothing, so that a repeat is worked out anew.
    @Sendable private func preview(_ request: Request, _ context: RelayContext) async throws -> Response {
        let caller = try await gate.open(request)
        let message: PreviewRequest = try caller.message()
        return Response(.ok, try engine.preview(message, at: engine.clock.now()))
    }
}
