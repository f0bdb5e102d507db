package import GatewaySimulator

/// A fault of the gateway that must not cost any push.
package struct GatewayFault: Sendable {
    /// Name on the command line.
    package let name: String
    /// What the gateway does, in half a line.
    package let summary: String
    /// How the gateway behaves towards every push.
    package let behavior: GatewaySimulator.Behavior
    /// Limits that the gateway sets for a connection.
    package let rules: GatewaySimulator.ConnectionRules

    /// Creates a fault.
    package init(
        _ name: String,
        _ summary: String,
        behavior: GatewaySimulator.Behavior = .genuine,
        rules: GatewaySimulator.ConnectionRules = GatewaySimulator.ConnectionRules()
    ) {
        self.name = name
        self.summary = summary
        self.behavior = behavior
        self.rules = rules
    }

    /// Whether a push may have been accepted although its sender saw no more than this.
    func delivers(_ answer: ReceivedPush.Outcome) -> Bool {
        switch answer {
        case .response(let response): response == .accepted
        case .none: behavior.faults.contains { $0.answer == .never && $0.delivers }
        case .reset(let code): behavior.faults.contains { $0.answer == .reset(code: code) && $0.delivers }
        case .disconnected: behavior.faults.contains { $0.answer == .disconnect && $0.delivers }
        case .stalled: behavior.faults.contains { $0.answer == .stall && $0.delivers }
        case .outputClosed: behavior.faults.contains { $0.answer == .halfClose(.output) && $0.delivers }
        }
    }
}
