/// One way in which a relay is mistreated.
package protocol Fault: Sendable {
    /// Its name on the command line.
    var name: String { get }
    /// What it does, in a sentence.
    var summary: String { get }
    /// Whether it keeps the computer busy, so that nothing else should run beside it.
    var isBusy: Bool { get }

    /// Mistreats a relay, and tells what became of the promises.
    ///
    /// - Throws: what kept the trial from being held; a broken promise is part of the result.
    func run(_ setting: Setting) async throws -> FaultResult
}

extension Fault {
    package var isBusy: Bool { false }
}

/// What became of the promises under one fault.
package struct FaultResult: Sendable {
    /// How often the fault was brought about.
    package var rounds = 0
    /// What became of the alarms.
    package var verdict = Verdict()
    /// What else was seen, a line each.
    package var notes: [String] = []
    /// What else went wrong, a line each.
    package var failures: [String] = []
    /// Why the fault could not be brought about here; nil if it was.
    package var skipped: String?
    /// How long it took, in seconds.
    package var seconds = 0.0

    /// A result to be filled.
    package init() {}

    /// Whether every promise was kept.
    package var isClean: Bool { verdict.isClean && failures.isEmpty }

    /// Notes a failure unless something is so.
    package mutating func expect(_ condition: Bool, _ failure: @autoclosure () -> String) {
        if !condition { failures.append(failure()) }
    }
}
