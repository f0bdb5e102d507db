import AlarmCore
import StrictYAML

extension GatewaySimulator.Behavior.Fault {
    init(_ value: YAMLValue) throws(YAMLError) {
        var object = try value.object("a fault: answer, first, every, chance, delivers")
        let answer = try object.required("answer", GatewaySimulator.Behavior.Outcome.init)
        let portions: [GatewaySimulator.Behavior.Portion?] = [
            try object.optional("first") { value throws(YAMLError) in
                .first(try value.count(in: 0...1_000_000_000))
            },
            try object.optional("every") { value throws(YAMLError) in
                .every(try value.count(in: 1...1_000_000_000))
            },
            try object.optional("chance") { value throws(YAMLError) in .chance(try value.probability()) },
        ]
        let delivers = try object.optional("delivers") { value throws(YAMLError) in try value.flag() }
        try object.finish()
        let given = portions.compactMap { $0 }
        guard given.count < 2 else {
            throw value.contradiction("expected one of first, every and chance, found more")
        }
        self.init(answer: answer, portion: given.first ?? .all, delivers: delivers ?? false)
    }
}

extension GatewaySimulator.Behavior.Outcome {
    private static let form = "genuine, never, disconnect, stall, or one of {status}, {reason}, {reset} and {halfClose}"

    fileprivate init(_ value: YAMLValue) throws(YAMLError) {
        switch value.scalar {
        case "genuine": self = .genuine
        case "never": self = .never
        case "disconnect": self = .disconnect
        case "stall": self = .stall
        case nil: self = try Self.structured(value)
        default: throw value.mismatch(Self.form)
        }
    }

    private static func structured(_ value: YAMLValue) throws(YAMLError) -> Self {
        var object = try value.object(form)
        if let code = object.value("reset") {
            try object.finish()
            return .reset(code: try HTTP2Code.read(code))
        }
        if let direction = object.value("halfClose") {
            try object.finish()
            return .halfClose(try direction.word(GatewaySimulator.Behavior.Direction.self))
        }
        return .fixed(try GatewaySimulator.Response(&object))
    }
}

extension GatewaySimulator.Response {
    fileprivate init(_ object: inout YAMLObject) throws(YAMLError) {
        let status = try object.optional("status") { value throws(YAMLError) in try value.count(in: 200...599) }
        let named = object.value("reason")
        let reason = try named?.text(upTo: 200)
        let timestamp = try object.optional("timestamp") { value throws(YAMLError) in
            Instant(milliseconds: try value.count(in: 0...Int64.max))
        }
        let retryAfter = try object.optional("retryAfter") { value throws(YAMLError) in
            try value.span(in: .zero ... .days(365))
        }
        try object.finish()
        let documented = reason.flatMap(GatewaySimulator.Reason.init(rawValue:))?.status
        guard let status = status ?? documented else {
            throw named?.contradiction("not documented: add a status")
                ?? object.value.contradiction("expected a status, or a reason that Apple documents")
        }
        self.init(status: status, reason: reason, timestamp: timestamp, retryAfter: retryAfter)
    }
}
