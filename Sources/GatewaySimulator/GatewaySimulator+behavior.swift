extension GatewaySimulator {
    /// Behaviour towards every device token without one of its own.
    ///
    /// Setting it restarts the counts of its ``Behavior/Portion``.
    public var behavior: Behavior {
        get { withState(\.behaviors.general) }
        set { withState { $0.behaviors.general = newValue } }
    }

    /// Returns a device token's own behaviour; nil if the general one applies.
    public func behavior(for token: String) -> Behavior? {
        withState { $0.behaviors[token.lowercased()] }
    }

    /// Sets a device token's own behaviour in place of the general one; nil removes it.
    public func setBehavior(_ behavior: Behavior?, for token: String) {
        withState { $0.behaviors[token.lowercased()] = behavior }
    }

    /// Applies a file's behaviours; those that it does not contain stay as they are.
    public func apply(_ file: BehaviorFile) {
        if let general = file.general { behavior = general }
        for (token, behavior) in file.tokens { setBehavior(behavior, for: token) }
        if let connections = file.connections { connectionRules = connections }
    }
}
