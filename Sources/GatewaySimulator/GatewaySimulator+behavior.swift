extension GatewaySimulator {
    /// How the gateway behaves towards every device token that has no behaviour of its own.
    ///
    /// Setting it starts the counts of its ``Behavior/Portion`` anew.
    public var behavior: Behavior {
        get { withState(\.behaviors.general) }
        set { withState { $0.behaviors.general = newValue } }
    }

    /// How the gateway behaves towards one device token; nil for as towards everybody.
    public func behavior(for token: String) -> Behavior? {
        withState { $0.behaviors[token.lowercased()] }
    }

    /// Sets how the gateway behaves towards one device token, in place of the general behaviour; nil ends that.
    public func setBehavior(_ behavior: Behavior?, for token: String) {
        withState { $0.behaviors[token.lowercased()] = behavior }
    }

    /// Puts behaviours into force; what the file does not name stays as it is.
    public func apply(_ file: BehaviorFile) {
        if let general = file.general { behavior = general }
        for (token, behavior) in file.tokens { setBehavior(behavior, for: token) }
        if let connections = file.connections { connectionRules = connections }
    }
}
