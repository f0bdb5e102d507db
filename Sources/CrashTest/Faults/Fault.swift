/// One kind of failure inflicted on a relay.
package protocol Fault: Sendable {
    /// Name on the command line.
    var name: String { get }
    /// Description in one sentence.
    var summary: String { get }
    /// Whether the fault keeps the computer busy, so that nothing else should run beside it.
    var isBusy: Bool { get }

    /// Inflicts the fault on a relay, and reports which promises were kept.
    ///
    /// - Throws: the error that kept the trial from being held; a broken promise is part of the result.
    func run(_ setting: FaultContext) async throws -> FaultResult
}

extension Fault {
    package var isBusy: Bool { false }
}

/// The result of one fault: which promises were kept.
package struct FaultResult: Sendable {
    /// Number of times that the fault was inflicted.
    package var rounds = 0
    /// Verdict on the alarms.
    package var verdict = LedgerFindings()
    /// Other observations, one line each.
    package var notes: [String] = []
    /// Other failures, one line each.
    package var failures: [String] = []
    /// Why the fault could not be inflicted on this machine; nil if it was.
    package var skipped: String?
    /// Duration in seconds.
    package var seconds = 0.0

    /// Creates an empty result.
    package init() {}

    /// Whether every promise was kept.
    package var isClean: Bool { verdict.isClean && failures.isEmpty }

    /// Adds a failure unless `condition` holds.
    package mutating func expect(_ condition: Bool, _ failure: @autoclosure () -> String) {
        if !condition { failures.append(failure()) }
    }
}

/// Every fault, in the order in which they are run.
package let allFaults: [any Fault] = [
    KillFault(), WriteKillFault(), RotationKillFault(), SyncErrorFault(), DiskFullFault(), ClockFault(),
    CorruptionFault(),
]
