import Dispatch
import Foundation
import Synchronization

/// Runs many seeds, each in a thread of its own, a few at a time.
package final class SeedRunner: Sendable {
    /// Results of the seeds so far.
    package struct Tally: Sendable {
        /// Number of runs.
        package var runs = 0
        package var steps = 0
        package var commits = 0
        package var pushes = 0
        package var crashes = 0
        /// How often each race occurred.
        package var races: [Race: Int] = [:]
        /// Reports of the runs in which a promise was broken.
        package var failures: [SimulationReport] = []

        mutating func add(_ report: SimulationReport) {
            runs += 1
            steps += report.steps
            commits += report.commits
            pushes += report.pushes
            crashes += report.crashes
            races.merge(report.races, uniquingKeysWith: +)
            if report.violation != nil { failures.append(report) }
        }
    }

    private struct State {
        var next: UInt64
        var tally = Tally()
        var isOver = false
    }

    private let last: UInt64
    private let mutant: Mutant?
    private let stopsAtFailure: Bool
    private let report: @Sendable (Tally, SimulationReport) -> Void
    private let state: Mutex<State>

    /// Creates a runner for the seeds from `first` to `last`.
    ///
    /// - Parameters:
    ///   - first: the first seed.
    ///   - last: the last seed, inclusive.
    ///   - mutant: what to break in each run.
    ///   - stopsAtFailure: whether to stop at the first broken promise.
    ///   - report: called with the results so far and the run's own after each run, never concurrently.
    package init(
        from first: UInt64,
        through last: UInt64,
        mutant: Mutant? = nil,
        stopsAtFailure: Bool = true,
        report: @escaping @Sendable (Tally, SimulationReport) -> Void = { _, _ in }
    ) {
        self.last = last
        self.mutant = mutant
        self.stopsAtFailure = stopsAtFailure
        self.report = report
        state = Mutex(State(next: first))
    }

    /// Runs the seeds in `threads` threads and returns when all are done.
    package func run(threads: Int) -> Tally {
        let done = DispatchSemaphore(value: 0)
        for _ in 0..<max(threads, 1) {
            let thread = Thread { [self] in
                work()
                done.signal()
            }
            thread.stackSize = 8 << 20
            thread.start()
        }
        for _ in 0..<max(threads, 1) { done.wait() }
        return state.withLock { state in
            var tally = state.tally
            tally.failures.sort { $0.seed < $1.seed }
            return tally
        }
    }

    private func work() {
        while let seed = nextSeed() {
            let result = simulateQuietly(seed: seed, mutant: mutant)
            state.withLock { state in
                state.tally.add(result)
                if stopsAtFailure, result.violation != nil { state.isOver = true }
                report(state.tally, result)
            }
        }
    }

    private func nextSeed() -> UInt64? {
        state.withLock { state in
            guard !state.isOver, state.next <= last else { return nil }
            defer { state.next += 1 }
            return state.next
        }
    }
}
