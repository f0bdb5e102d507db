import ArgumentParser
import Foundation
import Simulation

/// Runs the relay in simulations in which everything that can go wrong does.
struct SimulateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Runs the relay in simulated worlds and checks that it keeps its promises.",
        discussion: """
            A world is named by its seed: the same seed makes the same run. A broken promise ends the command with \
            status 1, and with the line that repeats it.
            """
    )

    @Option(help: "How many seeds to run.")
    var seeds: UInt64 = 1000

    @Option(help: "The first seed.")
    var from: UInt64 = 1

    @Flag(help: "Begins at a seed chosen at random, which is printed first.")
    var fresh = false

    @Option(help: "Runs this one seed twice and compares the runs.")
    var seed: UInt64?

    @Flag(help: "With --seed: prints all that happened.")
    var verbose = false

    @Flag(help: "Runs until stopped, and prints the seeds per minute.")
    var soak = false

    @Flag(help: "Runs all seeds, and prints each broken promise when it is found.")
    var keepGoing = false

    @Option(help: "How many seeds run at a time.")
    var jobs: Int = ProcessInfo.processInfo.activeProcessorCount

    @Option(help: "Breaks the relay on purpose: \(Mutant.allCases.map(\.rawValue).joined(separator: ", ")).")
    var mutant: String?

    func validate() throws {
        if let mutant, Mutant(rawValue: mutant) == nil {
            throw ValidationError("there is no mutant '\(mutant)': see --help for their names")
        }
        guard seeds > 0, from > 0 else { throw ValidationError("seeds are counted from 1, and there must be one") }
        guard !fresh || from == 1 && seed == nil else {
            throw ValidationError("--fresh chooses the first seed itself: leave --from and --seed out")
        }
        guard jobs > 0 else { throw ValidationError("at least one seed has to run at a time") }
    }

    func run() throws {
        let mutant = mutant.flatMap(Mutant.init(rawValue:))
        if let seed { return try repeatSeed(seed, mutant) }
        let clock = ContinuousClock()
        let start = clock.now
        let (isSoak, goesOn) = (soak, keepGoing)
        let interval = 500
        let from = fresh ? UInt64.random(in: Self.freshSeeds) : self.from
        if fresh {
            // Printed first, so that it is known even of a run that does not end by itself.
            print("seeds from \(from) on, chosen at random")
            fflush(nil)
        }
        let runner = SeedRunner(
            from: from,
            through: soak ? .max : from + (seeds - 1),
            mutant: mutant,
            stopsAtFailure: !keepGoing
        ) { tally, run in
            if goesOn, let violation = run.violation {
                print("seed \(run.seed): \(violation)")
                fflush(nil)
            }
            guard isSoak, tally.runs % interval == 0 else { return }
            print("\(tally.runs) seeds, \(Self.rate(tally.runs, since: start)) per minute, \(tally.crashes) crashes")
            fflush(nil)
        }
        let tally = runner.run(threads: jobs)
        print(
            """
            \(tally.runs) seeds from \(from), \(Self.rate(tally.runs, since: start)) per minute: \(tally.steps) steps, \
            \(tally.commits) commits, \(tally.pushes) pushes, \(tally.crashes) crashes, \
            \(tally.failures.count) broken promises
            """
        )
        for race in Race.allCases { print("\(tally.races[race, default: 0]) \(race.rawValue)") }
        guard let first = tally.failures.first else { return }
        try tell(first, mutant)
    }

    /// Seeds at which a fresh run may begin: far from those that every run takes, and still easy to type.
    private static let freshSeeds: ClosedRange<UInt64> = 1_000_000...999_999_999_999

    /// Runs one seed twice and checks that both runs are identical.
    private func repeatSeed(_ seed: UInt64, _ mutant: Mutant?) throws {
        let first = simulate(seed: seed, mutant: mutant, keepsAll: verbose)
        let second = simulate(seed: seed, mutant: mutant)
        if verbose { for line in first.log { print(line) } }
        let hash = String(first.hash, radix: 16)
        print("seed \(seed): \(first.steps) steps, \(first.commits) commits, \(first.pushes) pushes, hash \(hash)")
        guard first.hash == second.hash else {
            print("the same seed made two runs: the second has hash \(String(second.hash, radix: 16))")
            throw ExitCode.failure
        }
        if first.violation != nil { try tell(first, mutant) }
    }

    private func tell(_ failure: SimulationReport, _ mutant: Mutant?) throws {
        if !verbose { for line in failure.log { print(line) } }
        print("seed \(failure.seed): \(failure.violation ?? "")")
        let flag = mutant.map { " --mutant \($0.rawValue)" } ?? ""
        print("to see it again: reveille-lab simulate --seed \(failure.seed) --verbose\(flag)")
        throw ExitCode.failure
    }

    private static func rate(_ runs: Int, since start: ContinuousClock.Instant) -> Int {
        let seconds = max((ContinuousClock().now - start) / .seconds(1), 0.001)
        return Int((Double(runs) * 60 / seconds).rounded())
    }
}
