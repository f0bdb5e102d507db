package import Storage

/// The promises of every store, as checks for any implementation.
///
/// Each check is given an empty store of its own. It throws the broken promise, so that the suite needs no test
/// library, and a store's own tests, a command line or a benchmark can run it.
package enum StoreConformance {
    /// One promise.
    package struct Check: Sendable, CustomStringConvertible {
        /// The promise, as a sentence.
        package let name: String
        /// Runs the check; throws ``ConformanceFailure`` if the store breaks the promise.
        package let run: @Sendable (any Store) async throws -> Void

        package var description: String { name }

        init(_ name: String, run: @escaping @Sendable (any Store) async throws -> Void) {
            self.name = name
            self.run = run
        }
    }

    /// Every check, by subject.
    package static let checks =
        atomicity + readingAhead
        + devices + pairing + alarms + alarmLists + changes + wakes + deliveries + leases + nodes + documents
        + sealed
        + copying
        + leaving
        + relay
        + purging
        + watching
        + closing
}
