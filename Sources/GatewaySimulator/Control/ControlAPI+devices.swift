import AlarmCore
import AlarmWire
import StrictYAML

extension ControlAPI {
    /// Resources for devices: registering, reading and changing them.
    func devices(_ path: [String]) -> Methods? {
        switch path.count {
        case 0: ["POST": register]
        case 1:
            [
                "GET": { _ in try show(Self.token(path[0])) },
                "PATCH": { try change(Self.token(path[0]), $0) },
            ]
        default: nil
        }
    }

    private func register(_ request: ControlRequest) throws -> ControlReply {
        var object = try Self.object(request, expected: "topic, environment and token")
        let topic = try object.required("topic") { value throws(YAMLError) in try value.text(upTo: 200) }
        let environment = try object.optional("environment") { value throws(YAMLError) in
            try value.word(GatewaySimulator.Environment.self)
        }
        let given = try object.optional("token") { value throws(YAMLError) in
            guard let token = DeviceTokenText.normal(try value.text(upTo: 200)) else {
                throw value.mismatch(DeviceTokenText.form)
            }
            return token
        }
        try object.finish()
        guard let given else {
            let token = gateway.registerDevice(topic: topic, environment: environment ?? .sandbox)
            return .json(try description(of: token), status: 201)
        }
        gateway.register(deviceToken: given, topic: topic, environment: environment ?? .sandbox)
        return .json(try description(of: given), status: 201)
    }

    private func show(_ token: String) throws -> ControlReply {
        .json(try description(of: token))
    }

    private func change(_ token: String, _ request: ControlRequest) throws -> ControlReply {
        _ = try description(of: token)
        var object = try Self.object(request, expected: "online, unregister, expire, backgroundAllowed")
        let now = gateway.now()
        let online = try object.optional("online") { value throws(YAMLError) in try value.flag() }
        let allowed = try object.optional("backgroundAllowed") { value throws(YAMLError) in try value.flag() }
        let unregistered = try object.optional("unregister") { value throws(YAMLError) in
            try Self.death(value, now: now)
        }
        let expired = try object.optional("expire") { value throws(YAMLError) in try Self.death(value, now: now) }
        try object.finish()
        if let unregistered { gateway.unregister(token, at: unregistered) }
        if let expired { gateway.expire(token, at: expired) }
        if let allowed { gateway.setBackgroundAllowed(token, allowed) }
        if let online { gateway.setOnline(token, online) }
        return .json(try description(of: token))
    }

    /// Reads the time since which a token is dead: `true` means now, a number milliseconds since 1970.
    private static func death(_ value: YAMLValue, now: Instant) throws(YAMLError) -> Instant {
        if (try? value.flag()) == true { return now }
        guard let milliseconds = try? value.count(in: 0...Int64.max) else {
            throw value.mismatch("true, or the milliseconds since 1970")
        }
        return Instant(milliseconds: milliseconds)
    }

    private func description(of token: String) throws(ControlRefusal) -> JSONValue {
        guard let device = gateway.withState({ $0.devices[token] }) else {
            throw ControlRefusal(status: 404, problem: "no device has this token; register it by POST /v1/devices")
        }
        let status: (word: String, since: Instant?) =
            switch device.status {
            case .live: ("live", nil)
            case .unregistered(let since): ("unregistered", since)
            case .expired(let since): ("expired", since)
            }
        return .object(of: [
            "token": .string(token),
            "topic": .string(device.topic),
            "environment": .string(device.environment.rawValue),
            "status": .string(status.word),
            "since": status.since.map { .integer($0.milliseconds) },
            "online": .bool(device.isOnline),
            "backgroundAllowed": .bool(device.background.isAllowed),
            "stored": device.stored.map { .string($0.push.messageID) },
            "held": device.background.held.map { .string($0.push.messageID) },
        ])
    }
}
