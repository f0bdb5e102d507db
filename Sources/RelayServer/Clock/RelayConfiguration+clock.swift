package import Engine
import Foundation

extension RelayConfiguration {
    /// The clock to live by: the machine's, or in a simulation the time keeper's.
    ///
    /// - Throws: `SimulatedClock.Failure`.
    package func makeClock() async throws -> any RelayClock {
        guard let simulatedClock else { return SystemClock() }
        return try await SimulatedClock.follow(simulatedClock, process: ProcessInfo.processInfo.processIdentifier)
    }
}
