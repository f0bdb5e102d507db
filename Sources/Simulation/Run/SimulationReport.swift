/// The result of one run.
package struct SimulationReport: Hashable, Sendable {
    /// The seed of the run.
    package var seed: UInt64
    /// A hash that is equal for two runs with the same events.
    package var hash: UInt64
    /// The number of jobs and events that were run.
    package var steps: Int
    /// The number of committed transactions.
    package var commits: Int
    /// The number of pushes sent to the gateway.
    package var pushes: Int
    /// The number of node crashes.
    package var crashes: Int
    /// The number of times each race had this outcome.
    package var races: [Race: Int]
    /// The first broken promise; nil if there was none.
    package var violation: String?
    /// The last events, or all of them on request.
    package var log: [String]
}
