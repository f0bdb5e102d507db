import AlarmWire

extension ControlAPI {
    /// Resources for behaviours, towards everybody and towards one device token.
    func behavior(_ path: [String]) -> Methods? {
        switch path.count {
        case 0:
            [
                "GET": { _ in .json(gateway.behavior.setting) },
                "PUT": { request in
                    gateway.behavior = try GatewaySimulator.Behavior(json: request.body)
                    return .done
                },
                "DELETE": { _ in
                    gateway.behavior = .genuine
                    return .done
                },
            ]
        case 1:
            [
                "GET": { _ in
                    guard let behavior = gateway.behavior(for: try Self.token(path[0])) else {
                        throw ControlRefusal(status: 404, problem: "this token has no behaviour of its own")
                    }
                    return .json(behavior.setting)
                },
                "PUT": { request in
                    let token = try Self.token(path[0])
                    gateway.setBehavior(try GatewaySimulator.Behavior(json: request.body), for: token)
                    return .done
                },
                "DELETE": { _ in
                    gateway.setBehavior(nil, for: try Self.token(path[0]))
                    return .done
                },
            ]
        default: nil
        }
    }
}
