import AlarmCore

extension GatewaySimulator.Behavior.Fault {
    init(_ reader: SettingReader) throws(SettingError) {
        var object = try SettingObject(reader, expected: "a fault: answer, first, every, chance, delivers")
        let answer = try object.required("answer", GatewaySimulator.Behavior.Answer.init)
        let portions: [GatewaySimulator.Behavior.Portion?] = [
            try object.optional("first") { reader throws(SettingError) in
                .first(try reader.integer(in: 0...1_000_000_000))
            },
            try object.optional("every") { reader throws(SettingError) in
                .every(try reader.integer(in: 1...1_000_000_000))
            },
            try object.optional("chance") { reader throws(SettingError) in .chance(try reader.probability()) },
        ]
        let delivers = try object.optional("delivers") { reader throws(SettingError) in try reader.flag() }
        try object.finish()
        let given = portions.compactMap { $0 }
        guard given.count < 2 else {
            throw SettingError(path: reader.path, problem: "expected one of first, every and chance, found more")
        }
        self.init(answer: answer, portion: given.first ?? .all, delivers: delivers ?? false)
    }
}

extension GatewaySimulator.Behavior.Answer {
    private static let form = "genuine, never, disconnect, stall, or one of {status}, {reason}, {reset} and {halfClose}"

    fileprivate init(_ reader: SettingReader) throws(SettingError) {
        switch reader.scalar {
        case "genuine": self = .genuine
        case "never": self = .never
        case "disconnect": self = .disconnect
        case "stall": self = .stall
        case nil: self = try Self.structured(reader)
        default: throw reader.mismatch(Self.form)
        }
    }

    private static func structured(_ reader: SettingReader) throws(SettingError) -> Self {
        var object = try SettingObject(reader, expected: form)
        if let code = object.value("reset") {
            try object.finish()
            return .reset(code: try HTTP2Code.read(code))
        }
        if let direction = object.value("halfClose") {
            try object.finish()
            return .halfClose(try direction.word(GatewaySimulator.Behavior.Direction.self))
        }
        return .fixed(try GatewaySimulator.Response(&object, at: reader))
    }
}

extension GatewaySimulator.Response {
    fileprivate init(_ object: inout SettingObject, at reader: SettingReader) throws(SettingError) {
        let status = try object.optional("status") { reader throws(SettingError) in try reader.integer(in: 200...599) }
        let reason = try object.optional("reason") { reader throws(SettingError) in try reader.string() }
        let timestamp = try object.optional("timestamp") { reader throws(SettingError) in
            Instant(milliseconds: try reader.integer(in: 0...Int64.max))
        }
        let retryAfter = try object.optional("retryAfter") { reader throws(SettingError) in
            try reader.span(in: .zero ... .days(365))
        }
        try object.finish()
        let documented = reason.flatMap(GatewaySimulator.Reason.init(rawValue:))?.status
        guard let status = status ?? documented else {
            let problem =
                reason == nil ? "expected a status, or a reason that Apple documents" : "not documented: add a status"
            throw SettingError(path: reason == nil ? reader.path : "\(reader.path).reason", problem: problem)
        }
        self.init(status: status, reason: reason, timestamp: timestamp, retryAfter: retryAfter)
    }
}
