/// What came of one run.
package struct SimulationReport: Hashable, Sendable {
    /// What named the run.
    package var seed: UInt64
    /// Equal for two runs in which the same happened.
    package var hash: UInt64
    /// How many jobs and events were run.
    package var steps: Int
    /// How many transactions were committed.
    package var commits: Int
    /// How many pushes were handed to the gateway.
    package var pushes: Int
    /// How often a node crashed.
    package var crashes: Int
    /// How often what had to be decided between two people at the last moment was decided this way or that.
    package var races: [Race: Int]
    /// The first promise that was broken, if one was.
    package var violation: String?
    /// What happened last, or all of it where that was asked for.
    package var log: [String]
}
