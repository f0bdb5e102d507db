import Synchronization

/// The source of randomness that every part of the relay takes, so that a simulation can repeat a run.
package final class RandomSource: Sendable {
    private let generator: Mutex<any RandomNumberGenerator & Sendable>

    package init(_ generator: some RandomNumberGenerator & Sendable) {
        self.generator = Mutex(generator)
    }

    /// Randomness from the operating system, fit for identifiers that must not be guessable.
    package static let system = RandomSource(SystemRandomNumberGenerator())

    /// Lets `body` draw, one caller at a time.
    package func draw<Result: Sendable>(
        _ body: @Sendable (inout any RandomNumberGenerator & Sendable) -> Result
    ) -> Result {
        generator.withLock { body(&$0) }
    }
}
