package import StrictYAML

/// All behaviours of a gateway, as a file contains them.
public struct BehaviorFile: Hashable, Sendable {
    /// Behaviour towards device tokens without one of their own; nil if the file has none.
    public var general: GatewaySimulator.Behavior?
    /// Behaviours towards single device tokens, which are in lower case.
    public var tokens: [String: GatewaySimulator.Behavior]
    /// Rules for connections; missing keys have their defaults.
    public var connections: GatewaySimulator.ConnectionRules?

    /// Reads a JSON text as `docs/gateway.md` describes it.
    ///
    /// - Throws: the first error, with the key and what was expected.
    public init(json: some Sequence<UInt8>) throws(SettingError) {
        self = try SettingError.reading(json: json) { value throws(YAMLError) in try Self(value) }
    }

    /// Reads the value of a file in another syntax.
    package init(_ document: YAMLValue) throws(YAMLError) {
        var object = try document.object("general, tokens and connections")
        general = try object.optional("general") { value throws(YAMLError) in
            try GatewaySimulator.Behavior(value)
        }
        tokens = try object.optional("tokens", Self.tokens) ?? [:]
        connections = try object.optional("connections") { value throws(YAMLError) in
            var rules = GatewaySimulator.ConnectionRules()
            try rules.apply(value)
            return rules
        }
        try object.finish()
    }

    private static func tokens(_ value: YAMLValue) throws(YAMLError) -> [String: GatewaySimulator.Behavior] {
        var object = try value.object("device tokens with a behaviour each")
        var tokens: [String: GatewaySimulator.Behavior] = [:]
        for (name, value) in object.everything() {
            guard let token = DeviceTokenText.normal(name) else {
                throw value.contradiction("expected \(DeviceTokenText.form) as the key")
            }
            let behavior = try GatewaySimulator.Behavior(value)
            guard tokens.updateValue(behavior, forKey: token) == nil else {
                throw value.contradiction("this token stands twice; keep one")
            }
        }
        return tokens
    }
}
