import AlarmCore
import AlarmWire
import Engine
import Hummingbird

/// Devices: registering, another push token, and the devices of one person (PA1 section 2).
struct DeviceRoutes: Sendable {
    let engine: Engine
    let gate: EnvelopeGate
    let claims: ClaimGuard

    func add(to router: Router<RelayContext>) {
        router.on(.devices, .post, use: register)
        router.on(.devices, .get, use: list)
        router.on(.device, .delete, use: remove)
        router.on(.token, .put, use: replaceToken)
    }

    /// Answers the one request without an envelope: the device has no key here yet.
    ///
    /// A ticket is a claim, and counted as one.
    @Sendable private func register(_ request: Request, _ context: RelayContext) async throws -> Response {
        try claims.count(request, context)
        let message = try RegisterDevice(wire: await EnvelopeGate.body(of: request, mediaType: "application/json"))
        return Response(try await engine.write { work in try work.register(message) })
    }

    @Sendable private func list(_ request: Request, _ context: RelayContext) async throws -> Response {
        let caller = try await gate.open(request)
        return Response(.ok, try await engine.read { snapshot in try engine.devices(of: caller.device, in: snapshot) })
    }

    /// Answers only when no push to the device is under way any more.
    @Sendable private func remove(_ request: Request, _ context: RelayContext) async throws -> Response {
        let caller = try await gate.open(request)
        let id: DeviceID = try context.identifier()
        let answer = try await engine.write { work in
            try work.once(caller.name) { work in try work.removeDevice(id, by: caller.device) }
        }
        try await engine.settle(device: id)
        return Response(answer)
    }

    @Sendable private func replaceToken(_ request: Request, _ context: RelayContext) async throws -> Response {
        let caller = try await gate.open(request)
        let message: ReplaceToken = try caller.message()
        return Response(
            try await engine.write { work in
                try work.once(caller.name) { work in try work.replaceToken(message, of: caller.device) }
            }
        )
    }
}
