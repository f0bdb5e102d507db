import AlarmCore

extension GatewaySimulator.Behavior {
    /// Reads a behaviour as `docs/gateway.md` describes it.
    ///
    /// - Throws: the first thing that is wrong, with the key and what was expected.
    public init(json: some Sequence<UInt8>) throws(SettingError) {
        try self.init(SettingReader(SettingValue(json: Array(json))))
    }

    /// How long an answer can be held back.
    private static let latencies = Span.zero ... .hours(24)

    init(_ reader: SettingReader) throws(SettingError) {
        var object = try SettingObject(reader, expected: "a behaviour: faults, latency, jitter, goAway, rate")
        let faults = try object.optional("faults") { reader throws(SettingError) in
            try reader.list(of: "faults", upTo: 100).map(Fault.init)
        }
        let latency = try object.optional("latency") { reader throws(SettingError) in
            try reader.span(in: Self.latencies)
        }
        let jitter = try object.optional("jitter") { reader throws(SettingError) in
            try reader.span(in: Self.latencies)
        }
        let goAway = try object.optional("goAway", GoAwayRule.init)
        let rate = try object.optional("rate", RateLimit.init)
        try object.finish()
        self.init(
            faults: faults ?? [],
            latency: latency ?? .zero,
            jitter: jitter ?? .zero,
            goAway: goAway,
            rate: rate
        )
    }
}

extension GatewaySimulator.Behavior.GoAwayRule {
    fileprivate init(_ reader: SettingReader) throws(SettingError) {
        var object = try SettingObject(reader, expected: "after and kind")
        let count = try object.required("after") { reader throws(SettingError) in
            try reader.integer(in: 1...1_000_000_000)
        }
        let kind = try object.optional("kind") { reader throws(SettingError) in try reader.word(Kind.self) }
        try object.finish()
        self.init(afterEvery: count, kind: kind ?? .abrupt)
    }
}

extension GatewaySimulator.Behavior.RateLimit {
    fileprivate init(_ reader: SettingReader) throws(SettingError) {
        var object = try SettingObject(reader, expected: "requests, per and of")
        let requests = try object.required("requests") { reader throws(SettingError) in
            try reader.integer(in: 0...100_000)
        }
        let window = try object.optional("per") { reader throws(SettingError) in
            try reader.span(in: .milliseconds(1) ... .hours(24))
        }
        let scope = try object.optional("of") { reader throws(SettingError) in try reader.word(Scope.self) }
        try object.finish()
        self.init(requests: requests, per: window ?? .seconds(1), scope: scope ?? .everybody)
    }
}
