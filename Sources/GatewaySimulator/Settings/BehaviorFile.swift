/// All behaviours of a gateway, as a file holds them.
public struct BehaviorFile: Hashable, Sendable {
    /// Towards every device token that has none of its own; nil where the file does not say.
    public var general: GatewaySimulator.Behavior?
    /// Towards single device tokens, which are in lower case.
    public var tokens: [String: GatewaySimulator.Behavior]
    /// Towards connections; what the file does not say is as in a gateway that was not told anything.
    public var connections: GatewaySimulator.ConnectionRules?

    /// Reads a JSON text as `docs/gateway.md` describes it.
    ///
    /// - Throws: the first thing that is wrong, with the key and what was expected.
    public init(json: some Sequence<UInt8>) throws(SettingError) {
        try self.init(SettingValue(json: Array(json)))
    }

    /// Reads what a file of another syntax holds.
    package init(_ value: SettingValue) throws(SettingError) {
        var object = try SettingObject(SettingReader(value), expected: "general, tokens and connections")
        general = try object.optional("general") { reader throws(SettingError) in
            try GatewaySimulator.Behavior(reader)
        }
        tokens = try object.optional("tokens", Self.tokens) ?? [:]
        connections = try object.optional("connections") { reader throws(SettingError) in
            var rules = GatewaySimulator.ConnectionRules()
            try rules.apply(reader)
            return rules
        }
        try object.finish()
    }

    private static func tokens(_ reader: SettingReader) throws(SettingError) -> [String: GatewaySimulator.Behavior] {
        var object = try SettingObject(reader, expected: "device tokens with a behaviour each")
        var tokens: [String: GatewaySimulator.Behavior] = [:]
        for (name, value) in object.everything() {
            guard let token = DeviceTokenText.normal(name) else {
                throw SettingError(path: value.path, problem: "expected \(DeviceTokenText.form) as the key")
            }
            let behavior = try GatewaySimulator.Behavior(value)
            guard tokens.updateValue(behavior, forKey: token) == nil else {
                throw SettingError(path: value.path, problem: "this token stands twice; keep one")
            }
        }
        return tokens
    }
}
