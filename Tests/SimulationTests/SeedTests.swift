import Foundation
import Testing

@testable import Simulation

@Suite("The relay keeps its promises under simulated faults")
struct SeedTests {
    /// Number of seeds in a test run; continuous integration runs a thousand with the command.
    private static let seeds: UInt64 = 400

    @Test("No promise is broken by any crash, failure, stall or race")
    func promisesHold() async {
        let tally = await inThreads { SeedRunner(from: 1, through: Self.seeds, stopsAtFailure: false).run(threads: $0) }
        for failure in tally.failures {
            let log = failure.log.joined(separator: "\n")
            Issue.record("seed \(failure.seed): \(failure.violation ?? "")\n\(log)")
        }
        #expect(tally.runs == Int(Self.seeds))
        #expect(tally.crashes > 100, "the worlds are too kind")
        #expect(tally.pushes > 1000, "too little happens in the worlds")
        for race in Race.allCases {
            #expect(tally.races[race, default: 0] > 0, "no world has \(race.rawValue)")
        }
    }

    @Test("The same seed makes the same run")
    func seedsRepeat() async {
        let differing = await inThreads { _ in
            (UInt64(1)...25).filter { seed in
                let (first, second) = (simulate(seed: seed), simulate(seed: seed))
                return first.hash != second.hash || first.steps != second.steps
            }
        }
        #expect(differing.isEmpty)
    }

    @Test("Different seeds make different runs")
    func seedsDiffer() async {
        let hashes = await inThreads { _ in (UInt64(1)...25).map { simulate(seed: $0).hash } }
        #expect(Set(hashes).count == hashes.count)
    }

    @Test("The whole log tells the same run as its end")
    func logsAgree() async throws {
        let (whole, end) = await inThreads { _ in (simulate(seed: 7, keepsAll: true), simulate(seed: 7)) }
        #expect(whole.hash == end.hash)
        #expect(whole.log.count > end.log.count)
        #expect(whole.log.suffix(end.log.count) == end.log[...])
    }

    @Test("A run leaves nothing of its world behind")
    func nothingStays() async {
        let kept = await inThreads { _ in
            (UInt64(1)...40).filter { seed in
                weak var world: Simulation?
                do {
                    let simulation = Simulation(seed: seed, mutant: nil, keeping: .nothing)
                    world = simulation
                    _ = simulation.run()
                }
                return world != nil
            }
        }
        #expect(kept.isEmpty)
    }
}

/// Runs `body` on separate threads, because the test's own thread is shared with other tests.
func inThreads<Result: Sendable>(_ body: @escaping @Sendable (_ count: Int) -> Result) async -> Result {
    await withCheckedContinuation { continuation in
        let thread = Thread { continuation.resume(returning: body(ProcessInfo.processInfo.activeProcessorCount)) }
        thread.stackSize = 8 << 20
        thread.start()
    }
}
