import Synchronization

/// The one source of randomness that everything in the relay takes, so that a simulation can repeat a run.
package final class Chance: Sendable {
    private let generator: Mutex<any RandomNumberGenerator & Sendable>

    package init(_ generator: some RandomNumberGenerator & Sendable) {
        self.generator = Mutex(generator)
    }

    /// Chance from the operating system, fit for names that nobody may guess.
    package static let system = Chance(SystemRandomNumberGenerator())

    /// Lets `body` draw; draws are handed out one after another.
    package func draw<Result: Sendable>(
        _ body: @Sendable (inout any RandomNumberGenerator & Sendable) -> Result
    ) -> Result {
        generator.withLock { body(&$0) }
    }
}
