import AlarmWire
import StrictYAML

/// The control endpoint without its connections: the effect of each path and method.
struct ControlAPI: Sendable {
    let gateway: GatewaySimulator

    /// The handlers of one path, by method.
    typealias Methods = [String: @Sendable (ControlRequest) async throws -> ControlReply]

    /// Carries out a request, or explains why it is refused.
    func reply(to request: ControlRequest) async -> ControlReply {
        guard let methods = methods(for: request.path) else { return .notFound }
        // A HEAD is a GET whose body the server leaves out.
        guard let method = methods[request.method == "HEAD" ? "GET" : request.method] else {
            let allowed = methods.keys.sorted().joined(separator: ", ")
            return .failure(405, "\(request.method) is not for this path; expected \(allowed)", allow: allowed)
        }
        do {
            if !Self.takesQuery(request.path) { try Self.refuseQuery(request) }
            return try await method(request)
        } catch let refusal as ControlRefusal {
            return .failure(refusal.status, refusal.problem)
        } catch let fault as YAMLError {
            return .failure(400, SettingError(fault).description)
        } catch let error as SettingError {
            return .failure(400, error.description)
        } catch {
            return .failure(500, "\(error)")
        }
    }

    private func methods(for path: [String]) -> Methods? {
        guard path.first == "v1" else {
            return path == ["healthz"] ? ["GET": { _ in await status() }] : nil
        }
        return switch path.dropFirst().first {
        case "ca.pem" where path.count == 2: ["GET": { _ in authority() }]
        case "status" where path.count == 2: ["GET": { _ in await status() }]
        case "keys": keys(Array(path.dropFirst(2)))
        case "devices": devices(Array(path.dropFirst(2)))
        case "subscriptions": subscriptions(Array(path.dropFirst(2)))
        case "behavior": behavior(Array(path.dropFirst(2)))
        case "connections": connections(Array(path.dropFirst(2)))
        case "pushes", "pushes.jsonl": pushes(Array(path.dropFirst()))
        case "down" where path.count == 2: ["POST": goDown]
        case "up" where path.count == 2: ["POST": comeUp]
        default: nil
        }
    }

    private func authority() -> ControlReply {
        .text(gateway.certificateAuthorityPEM, type: "application/x-pem-file")
    }

    private func status() async -> ControlReply {
        .json(
            .object(of: [
                "status": "ok",
                "up": .bool(await gateway.isUp),
                "port": .integer(gateway.port),
                "productionPort": gateway.productionPort.map(JSONValue.integer),
                "connections": .integer(gateway.connectionCount),
                "unanswered": .integer(gateway.unansweredCount),
                "recorded": .integer(gateway.recordedCount),
            ])
        )
    }

    /// Reads a body as an object; an empty body counts as an empty object.
    static func object(_ request: ControlRequest, expected: String) throws(YAMLError) -> YAMLObject {
        let value = request.body.isEmpty ? YAMLValue(YAMLNode(.object([]))) : try YAMLValue(json: request.body)
        return try value.object(expected)
    }

    private static func takesQuery(_ path: [String]) -> Bool {
        path == ["v1", "pushes"] || path == ["v1", "pushes.jsonl"]
    }

    /// Refuses query parameters that would be ignored.
    static func refuseQuery(_ request: ControlRequest, but allowed: [String] = []) throws(ControlRefusal) {
        guard let field = request.query.first(where: { !allowed.contains($0.name) }) else { return }
        let expected = allowed.isEmpty ? "none" : "one of \(allowed.joined(separator: ", "))"
        throw ControlRefusal(status: 400, problem: "unknown query field \(field.name): expected \(expected)")
    }

    /// Returns the device token in a path.
    static func token(_ text: String) throws(ControlRefusal) -> String {
        guard let token = DeviceTokenText.normal(text) else {
            throw ControlRefusal(status: 400, problem: "expected \(DeviceTokenText.form) in the path")
        }
        return token
    }
}
