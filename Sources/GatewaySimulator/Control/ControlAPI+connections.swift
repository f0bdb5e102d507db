import AlarmWire
import StrictYAML

extension ControlAPI {
    /// Resources for connections: their rules, and ending them.
    func connections(_ path: [String]) -> Methods? {
        switch path {
        case []:
            ["GET": { _ in .json(gateway.connectionRules.setting) }, "PATCH": changeRules]
        case ["drop"]:
            [
                "POST": { request in
                    try Self.object(request, expected: "nothing").finish()
                    await gateway.dropConnections()
                    return .done
                }
            ]
        case ["stall"]:
            [
                "POST": { request in
                    try Self.object(request, expected: "nothing").finish()
                    gateway.stallConnections()
                    return .done
                }
            ]
        case ["goaway"]: ["POST": sendGoAway]
        default: nil
        }
    }

    /// Closes the listening sockets.
    @Sendable
    func goDown(_ request: ControlRequest) async throws -> ControlReply {
        var object = try Self.object(request, expected: "dropConnections")
        let drops = try object.optional("dropConnections") { value throws(YAMLError) in try value.flag() }
        try object.finish()
        try await gateway.goDown(droppingConnections: drops ?? true)
        return .done
    }

    /// Opens the listening sockets again.
    @Sendable
    func comeUp(_ request: ControlRequest) async throws -> ControlReply {
        try Self.object(request, expected: "nothing").finish()
        do {
            try await gateway.comeUp()
        } catch {
            throw ControlRefusal(status: 409, problem: "the port cannot be opened again: \(error)")
        }
        return .done
    }

    @Sendable
    private func changeRules(_ request: ControlRequest) throws -> ControlReply {
        var rules = gateway.connectionRules
        try rules.apply(YAMLValue(json: request.body))
        gateway.connectionRules = rules
        return .json(rules.setting)
    }

    @Sendable
    private func sendGoAway(_ request: ControlRequest) throws -> ControlReply {
        var object = try Self.object(request, expected: "kind")
        let kind = try object.optional("kind") { value throws(YAMLError) in
            try value.word(GatewaySimulator.Behavior.GoAwayRule.Kind.self)
        }
        try object.finish()
        gateway.sendGoAway(kind ?? .graceful)
        return .done
    }
}
