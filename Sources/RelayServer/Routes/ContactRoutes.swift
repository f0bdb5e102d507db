import AlarmCore
import AlarmWire
import Engine
import Hummingbird

/// Contacts: those without the app who are told when it matters.
struct ContactRoutes: Sendable {
    let engine: Engine
    let gate: EnvelopeGate

    func add(to router: Router<RelayContext>) {
        router.on(.contacts, .get, use: list)
        router.on(.contacts, .post) { request, _ in
            try await gate.decide(request, engine) { work, message, device in try work.addContact(message, by: device) }
        }
        router.on(.contact, .put) { request, context in
            let id: ContactID = try context.identifier()
            return try await gate.decide(request, engine) { work, message, device in
                try work.changeContact(id, message, by: device)
            }
        }
        router.on(.contact, .delete) { request, context in
            let id: ContactID = try context.identifier()
            return try await gate.decide(request, engine) { work, device in
                try work.removeContact(id, by: device)
            }
        }
        router.on(.contactConfirmation, .post) { request, context in
            let id: ContactID = try context.identifier()
            return try await gate.decide(request, engine) { work, device in
                try work.askAgain(id, by: device)
            }
        }
    }

    @Sendable private func list(_ request: Request, _ context: RelayContext) async throws -> Response {
        let caller = try await gate.open(request)
        return Response(.ok, try await engine.read { snapshot in try engine.contacts(of: caller.device, in: snapshot) })
    }
}
