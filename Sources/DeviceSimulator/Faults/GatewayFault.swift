package import GatewaySimulator

/// Something that a gateway does to pushes, and that must cost none of them.
package struct GatewayFault: Sendable {
    /// How it is called on the command line.
    package let name: String
    /// What the gateway does, in half a line.
    package let summary: String
    /// How the gateway behaves towards every push.
    package let behavior: GatewaySimulator.Behavior
    /// What the gateway allows a connection.
    package let rules: GatewaySimulator.ConnectionRules

    /// Makes a fault.
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

    /// Whether a push can have been taken although this was all its sender got to see.
    func delivers(_ answer: ReceivedPush.Answer) -> Bool {
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
