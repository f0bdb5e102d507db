import AlarmCore
import AlarmWire
import Engine
import Hummingbird

/// A family's reminders: setting, seeing and changing them, and all that is done about them.
struct ReminderRoutes: Sendable {
    let engine: Engine
    let gate: EnvelopeGate

    func add(to router: Router<RelayContext>) {
        router.on(.reminders, .get, use: list)
        router.on(.reminders, .post) { request, context in
            let circle: CircleID = try context.identifier()
            return try await gate.decide(request, engine) { work, message, device in
                try work.createReminder(message, in: circle, by: device)
            }
        }
        router.on(.reminder, .get, use: show)
        router.on(.reminder, .put) { request, context in
            try await decide(request, context) { try $0.changeReminder($1, $2, by: $3) }
        }
        router.on(.reminder, .delete) { request, context in
            try await settle(request, context) { work, id, device in try work.deleteReminder(id, by: device) }
        }
        router.on(.reminderCompletion, .post) { request, context in
            try await settle(request, context) { work, id, device in try work.completeReminder(id, by: device) }
        }
        router.on(.reminderCompletion, .delete) { request, context in
            try await decide(request, context) { (work, id, _: NoContent, device) in
                try work.undoCompletion(of: id, by: device)
            }
        }
        router.on(.reminderMarks, .post) { request, context in
            try await decide(request, context) { try $0.mark($1, $2, by: $3) }
        }
        router.on(.reminderPlace, .put) { request, context in
            try await decide(request, context) { try $0.setPlace(of: $1, to: $2, by: $3) }
        }
        router.on(.reminderPlace, .delete) { request, context in
            try await decide(request, context) { (work, id, _: NoContent, device) in
                try work.setPlace(of: id, to: nil, by: device)
            }
        }
        router.on(.reminderPosition, .post) { request, context in
            try await decide(request, context) { try $0.report(position: $2, to: $1, by: $3) }
        }
        router.on(.reminderSnooze, .post) { request, context in
            try await decide(request, context) { try $0.snoozeReminder($1, $2, by: $3) }
        }
    }

    private func decide<Message: WireDecodable>(
        _ request: Request,
        _ context: RelayContext,
        _ body: @escaping @Sendable (Work, ReminderID, Message, Device) throws -> Answer
    ) async throws -> Response {
        let id: ReminderID = try context.identifier()
        return try await gate.decide(request, engine) { work, message, device in try body(work, id, message, device) }
    }

    /// Answers only when nothing that rings for the reminder is under way any more; a repeat waits as well.
    private func settle(
        _ request: Request,
        _ context: RelayContext,
        _ body: @escaping @Sendable (Work, ReminderID, Device) throws -> Answer
    ) async throws -> Response {
        let answer = try await decide(request, context) { (work, id, _: NoContent, device) in
            try body(work, id, device)
        }
        try await engine.settle(reminder: try context.identifier())
        return answer
    }

    @Sendable private func show(_ request: Request, _ context: RelayContext) async throws -> Response {
        let caller = try await gate.open(request)
        let id: ReminderID = try context.identifier()
        let now = engine.clock.now()
        return Response(
            .ok,
            try await engine.read { snapshot in try engine.reminder(id, for: caller.device, at: now, in: snapshot) }
        )
    }

    @Sendable private func list(_ request: Request, _ context: RelayContext) async throws -> Response {
        let caller = try await gate.open(request)
        let circle: CircleID = try context.identifier()
        let query = try ReminderQuery(request)
        let now = engine.clock.now()
        return Response(
            .ok,
            try await engine.read { snapshot in
                try engine.reminders(
                    in: circle,
                    showing: query.filter,
                    after: query.cursor,
                    limit: query.limit,
                    for: caller.device,
                    at: now,
                    in: snapshot
                )
            }
        )
    }
}

/// Which reminders a request asks for, by its query.
private struct ReminderQuery {
    let filter: ReminderFilter
    let cursor: ReminderCursor?
    let limit: Int

    init(_ request: Request) throws(Problem) {
        func value<Value>(
            _ name: Routes.ReminderParameter,
            _ expected: String,
            _ parse: (String) -> Value?
        ) throws(Problem) -> Value? {
            guard let text = request.uri.queryParameters[Substring(name.rawValue)] else { return nil }
            guard let value = parse(String(text)) else {
                throw Problem(.malformed, detail: "\(name.rawValue) in the query has to be \(expected)")
            }
            return value
        }
        let time = "a time with an offset, as in 2026-03-02T07:30:00Z"
        let status = try value(.status, "open or completed") { Reminder.Status(rawValue: $0) }
        let assignee = try value(.assignee, "the id of a person") { PersonID($0) }
        let from = try value(.from, time) { try? Instant(iso8601: $0) }
        let to = try value(.to, time) { try? Instant(iso8601: $0) }
        cursor = try value(.after, "a cursor that the relay gave out") { ReminderCursor(text: $0) }
        limit = try value(.limit, "a number from 1 to 100") { Int($0) } ?? 50
        do {
            filter = try ReminderFilter(status: status, assignee: assignee, from: from, to: to)
        } catch {
            throw Problem(.malformed, detail: "\(error)")
        }
    }
}
