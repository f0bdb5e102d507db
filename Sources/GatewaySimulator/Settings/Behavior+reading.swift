import AlarmCore
import StrictYAML

extension GatewaySimulator.Behavior {
    /// Reads a behaviour as `docs/gateway.md` describes it.
    ///
    /// - Throws: the first error, with the key and what was expected.
    public init(json: some Sequence<UInt8>) throws(SettingError) {
        self = try SettingError.reading(json: json) { value throws(YAMLError) in try Self(value) }
    }

    /// Range of an answer's delay.
    private static let latencies = Span.zero ... .hours(24)

    init(_ value: YAMLValue) throws(YAMLError) {
        var object = try value.object("a behaviour: faults, latency, jitter, goAway, rate")
        let faults = try object.optional("faults") { value throws(YAMLError) in
            try value.list("a list of faults", upTo: 100).map(Fault.init)
        }
        let latency = try object.optional("latency") { value throws(YAMLError) in
            try value.span(in: Self.latencies)
        }
        let jitter = try object.optional("jitter") { value throws(YAMLError) in
            try value.span(in: Self.latencies)
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
    fileprivate init(_ value: YAMLValue) throws(YAMLError) {
        var object = try value.object("after and kind")
        let count = try object.required("after") { value throws(YAMLError) in
            try value.count(in: 1...1_000_000_000)
        }
        let kind = try object.optional("kind") { value throws(YAMLError) in try value.word(Kind.self) }
        try object.finish()
        self.init(afterEvery: count, kind: kind ?? .abrupt)
    }
}

extension GatewaySimulator.Behavior.RateLimit {
    fileprivate init(_ value: YAMLValue) throws(YAMLError) {
        var object = try value.object("requests, per and of")
        let requests = try object.required("requests") { value throws(YAMLError) in
            try value.count(in: 0...100_000)
        }
        let window = try object.optional("per") { value throws(YAMLError) in
            try value.span(in: .milliseconds(1) ... .hours(24))
        }
        let scope = try object.optional("of") { value throws(YAMLError) in try value.word(Scope.self) }
        try object.finish()
        self.init(requests: requests, per: window ?? .seconds(1), scope: scope ?? .everybody)
    }
}
