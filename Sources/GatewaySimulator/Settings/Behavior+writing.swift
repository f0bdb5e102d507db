import AlarmCore
import AlarmWire

extension GatewaySimulator.Behavior {
    /// The behaviour as JSON on one line, which ``init(json:)`` reads back.
    public var json: String { String(decoding: setting.text, as: UTF8.self) }

    var setting: JSONValue {
        .object(of: [
            "faults": faults.isEmpty ? nil : .array(faults.map(\.setting)),
            "latency": latency == .zero ? nil : .string(latency.description),
            "jitter": jitter == .zero ? nil : .string(jitter.description),
            "goAway": goAway.map { rule in
                .object(of: ["after": .integer(rule.afterEvery), "kind": .string(rule.kind.rawValue)])
            },
            "rate": rate.map { rate in
                .object(of: [
                    "requests": .integer(rate.requests), "per": .string(rate.window.description),
                    "of": .string(rate.scope.rawValue),
                ])
            },
        ])
    }
}

extension GatewaySimulator.Behavior.Fault {
    fileprivate var setting: JSONValue {
        var object = JSONObject(["answer": answer.setting])
        switch portion {
        case .all: break
        case .first(let count): object.append("first", .integer(count))
        case .every(let count): object.append("every", .integer(count))
        case .chance(let probability): object.append("chance", .decimal(probability))
        }
        if delivers { object.append("delivers", true) }
        return .object(object)
    }
}

extension GatewaySimulator.Behavior.Outcome {
    fileprivate var setting: JSONValue {
        switch self {
        case .genuine: "genuine"
        case .never: "never"
        case .disconnect: "disconnect"
        case .stall: "stall"
        case .reset(let code): .object(of: ["reset": HTTP2Code.name(of: code).map(JSONValue.string) ?? .integer(code)])
        case .halfClose(let direction): .object(of: ["halfClose": .string(direction.rawValue)])
        case .fixed(let response):
            .object(of: [
                "status": .integer(response.status),
                "reason": response.reason.map(JSONValue.string),
                "timestamp": response.timestamp.map { .integer($0.milliseconds) },
                "retryAfter": response.retryAfter.map { .string($0.description) },
            ])
        }
    }
}

extension JSONValue {
    /// A number with a fraction; not-a-number becomes 0.
    fileprivate static func decimal(_ number: Double) -> JSONValue {
        guard number.isFinite, let value = try? JSONValue(parsing: Array("\(number)".utf8)) else { return 0 }
        return value
    }
}
