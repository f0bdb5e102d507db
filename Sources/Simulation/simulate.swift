/// Runs the relay once, in the world that a seed names.
///
/// - Parameters:
///   - seed: names the run; the same seed gives the same run.
///   - mutant: what to break, to see whether it is noticed.
///   - keepsAll: whether the whole log is wanted, rather than its end.
/// - Returns: what came of it.
package func simulate(seed: UInt64, mutant: Mutant? = nil, keepsAll: Bool = false) -> SimulationReport {
    Simulation(seed: seed, mutant: mutant, keepsAll: keepsAll).run()
}
