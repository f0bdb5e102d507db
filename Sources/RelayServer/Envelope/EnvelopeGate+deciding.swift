import AlarmCore
import AlarmWire
import Engine
import Hummingbird

extension EnvelopeGate {
    /// Opens a request and has it decided, once however often it comes.
    func decide<Message: WireDecodable>(
        _ request: Request,
        _ engine: Engine,
        _ body: @escaping @Sendable (Work, Message, Device) throws -> Answer
    ) async throws -> Response {
        let caller = try await open(request)
        let message: Message = try caller.message()
        return Response(
            try await engine.write { work in
                try work.once(caller.name) { work in try body(work, message, caller.device) }
            }
        )
    }
    /// Opens a request that says all with its path, and has it decided, once however often it comes.
    func decide(
        _ request: Request,
        _ engine: Engine,
        _ body: @escaping @Sendable (Work, Device) throws -> Answer
    ) async throws -> Response {
        let caller = try await open(request)
        try caller.requireNoContent()
        return Response(
            try await engine.write { work in
                try work.once(caller.name) { work in try body(work, caller.device) }
            }
        )
    }
}
