package import Storage

/// What every store promises, as checks that any of them can be put through.
///
/// Each check is given an empty store of its own. It throws what was broken, so that the suite needs no test library and
/// a store's own tests, a command line or a benchmark can run it.
package enum StoreConformance {
    /// One promise.
    package struct Check: Sendable, CustomStringConvertible {
        /// The promise, as a sentence.
        package let name: String
        /// Breaks off with a ``ConformanceFailure`` when the store does not keep it.
        package let run: @Sendable (any Store) async throws -> Void

        package var description: String { name }

        init(_ name: String, run: @escaping @Sendable (any Store) async throws -> Void) {
            self.name = name
            self.run = run
        }
    }

    /// Every promise, by subject.
    package static let checks =
        atomicity + devices + pairing + alarms + alarmLists + wakes + deliveries + leases + documents + leaving + relay
        + purging
        + watching
        + closing
}
