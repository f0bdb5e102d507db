import AlarmCore
import AlarmWire
import StrictYAML

extension ControlAPI {
    /// Resources for browsers' subscriptions: registering, reading and changing them.
    func subscriptions(_ path: [String]) -> Methods? {
        switch path.count {
        case 0: ["POST": subscribe]
        case 1:
            [
                "GET": { _ in try .json(description(ofSubscription: Self.token(path[0]))) },
                "PATCH": { try change(subscription: Self.token(path[0]), $0) },
            ]
        default: nil
        }
    }

    private func subscribe(_ request: ControlRequest) throws -> ControlReply {
        var object = try Self.object(request, expected: "applicationServerKey")
        let key = try object.optional("applicationServerKey") { value throws(YAMLError) in
            guard let bytes = Base64URL.decode(try value.text(upTo: 200)), VAPIDCheck.isPoint(bytes) else {
                throw value.mismatch("a point of P-256, 65 bytes in base64url")
            }
            return bytes
        }
        try object.finish()
        let id = gateway.registerSubscription(applicationServerKey: key)
        return .json(try description(ofSubscription: id), status: 201)
    }

    private func change(subscription id: String, _ request: ControlRequest) throws -> ControlReply {
        _ = try description(ofSubscription: id)
        var object = try Self.object(request, expected: "online, end")
        let online = try object.optional("online") { value throws(YAMLError) in try value.flag() }
        let ends = try object.optional("end") { value throws(YAMLError) in try value.flag() }
        try object.finish()
        if ends == true { gateway.endSubscription(id) }
        if let online { gateway.setSubscriptionOnline(id, online) }
        return .json(try description(ofSubscription: id))
    }

    private func description(ofSubscription id: String) throws(ControlRefusal) -> JSONValue {
        guard let subscription = gateway.withState({ $0.subscriptions[id] }) else {
            throw ControlRefusal(status: 404, problem: "no such subscription; register it by POST /v1/subscriptions")
        }
        return .object(of: [
            "subscription": .string(id),
            "endpoint": .string(gateway.endpoint(of: id)),
            "applicationServerKey": subscription.applicationServerKey.map { .string(Base64URL.encode($0)) },
            "ended": .bool(subscription.hasEnded),
            "online": .bool(subscription.isOnline),
            "stored": .integer(subscription.stored.count),
        ])
    }
}
