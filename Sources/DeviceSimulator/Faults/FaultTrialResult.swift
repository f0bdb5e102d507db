import AlarmCore
import GatewaySimulator

/// What became of the pushes of one trial, by the gateway's own account.
package struct FaultResult: Hashable, Sendable, Encodable {
    /// The fault's name.
    package let fault: String
    /// What the gateway did, in half a line.
    package let summary: String
    /// How many pushes there were, each with an identifier of its own.
    package let pushes: Int
    /// How many of them the gateway took at least once.
    package internal(set) var accepted = 0
    /// How many the gateway never took, or the relay does not know to be taken.
    package internal(set) var lost = 0
    /// How often the gateway took a push again, although the relay had been told what became of it.
    package internal(set) var doubled = 0
    /// How often the gateway took a push again after nobody had told the relay: the risk that is left.
    package internal(set) var repeated = 0
    /// How often the relay was not told whether a push was taken.
    package internal(set) var indeterminate = 0
    /// How often the engine handed a push to the channel.
    package internal(set) var sends = 0
    /// How many requests reached the gateway.
    package internal(set) var requests = 0
    /// How many connections the relay made.
    package internal(set) var connections = 0
    /// How long it took, in seconds of real time.
    package internal(set) var seconds = 0.0

    /// Whether no push was lost, and none doubled without need.
    package var isFlawless: Bool { lost == 0 && doubled == 0 }

    init(_ fault: GatewayFault, pushes: Int) {
        self.fault = fault.name
        summary = fault.summary
        self.pushes = pushes
    }
}

/// Counts what a gateway received.
struct GatewayAccount {
    private let fault: GatewayFault
    private(set) var requests = 0
    private(set) var connections = 0
    /// How often each push was taken, by its `apns-id`.
    private(set) var taken: [String: Int] = [:]

    init(_ fault: GatewayFault) {
        self.fault = fault
    }

    mutating func add(_ push: ReceivedPush) {
        requests += 1
        connections = max(connections, push.connection)
        if fault.delivers(push.answer) { taken[push.messageID.lowercased(), default: 0] += 1 }
    }
}

extension FaultResult {
    /// Compares what the gateway took with what the relay was told.
    ///
    /// - Parameters:
    ///   - pushes: The pushes, each with whether the relay knows it to be accepted.
    ///   - gateway: What the gateway received.
    ///   - sender: What the channel told the relay.
    mutating func settle(
        _ pushes: [DeliveryID: Bool],
        gateway: GatewayAccount,
        sender: WitnessChannel.Account
    ) {
        for (id, isKnown) in pushes {
            let times = gateway.taken[id.uuidText] ?? 0
            accepted += times > 0 ? 1 : 0
            lost += times > 0 && isKnown ? 0 : 1
            let again = max(0, times - 1)
            let excused = min(again, sender.indeterminate[id] ?? 0)
            repeated += excused
            doubled += again - excused
        }
        // A push that nobody ordered is one too many.
        doubled += gateway.taken.count - accepted
        indeterminate = sender.indeterminate.values.reduce(0, +)
        sends = sender.sends
        requests = gateway.requests
        connections = gateway.connections
    }
}
