import AlarmCore
import GatewaySimulator

/// Result of one trial: what happened to its pushes, according to the gateway.
package struct FaultTrialResult: Hashable, Sendable, Encodable {
    /// Name of the fault.
    package let fault: String
    /// What the gateway did, in half a line.
    package let summary: String
    /// Number of pushes, each with its own identifier.
    package let pushes: Int
    /// Number of pushes that the gateway accepted at least once.
    package internal(set) var accepted = 0
    /// Number of pushes that the gateway never accepted, or that the relay does not know to be accepted.
    package internal(set) var lost = 0
    /// Number of needless duplicates: the gateway accepted a push again although the relay knew the outcome.
    package internal(set) var doubled = 0
    /// Number of duplicates after an indeterminate outcome: the risk that remains.
    package internal(set) var repeated = 0
    /// How often the relay could not learn whether a push was accepted.
    package internal(set) var indeterminate = 0
    /// How often the engine handed a push to the channel.
    package internal(set) var sends = 0
    /// Number of requests that reached the gateway.
    package internal(set) var requests = 0
    /// Number of connections that the relay made.
    package internal(set) var connections = 0
    /// Duration of the trial, in seconds of real time.
    package internal(set) var seconds = 0.0

    /// Whether no push was lost, and none duplicated without need.
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
    /// How often each push was accepted, by its `apns-id`.
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

extension FaultTrialResult {
    /// Compares the pushes that the gateway accepted with what the relay was told.
    ///
    /// - Parameters:
    ///   - pushes: The pushes, each with whether the relay knows it to be accepted.
    ///   - gateway: What the gateway received.
    ///   - sender: What the channel told the relay.
    mutating func settle(
        _ pushes: [DeliveryID: Bool],
        gateway: GatewayAccount,
        sender: OutcomeChannel.Account
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
        // A push that nobody ordered counts as a duplicate.
        doubled += gateway.taken.count - accepted
        indeterminate = sender.indeterminate.values.reduce(0, +)
        sends = sender.sends
        requests = gateway.requests
        connections = gateway.connections
    }
}
