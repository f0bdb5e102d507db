import Simulation
import Testing

@Suite("A relay that is broken on purpose is caught")
struct MutantTests {
    /// Number of seeds within which each mutant has to be found.
    private static let patience: UInt64 = 1000

    @Test("Each mutant is found within a thousand seeds", arguments: Mutant.allCases)
    func isCaught(_ mutant: Mutant) async throws {
        let tally = await inThreads { SeedRunner(from: 1, through: Self.patience, mutant: mutant).run(threads: $0) }
        let failure = try #require(tally.failures.first, "nobody noticed \(mutant.rawValue)")
        #expect(failure.violation?.isEmpty == false)
        #expect(!failure.log.isEmpty)
    }
}
