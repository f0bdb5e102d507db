package import AlarmCore
import Engine
import Foundation
package import Storage
import StorageSQLite

/// What a relay's database tells of when the relay was blind.
package struct BlindnessRecord: Hashable, Sendable {
    /// The last sign of life; nil where no relay has lived on this database.
    package let lastSign: Instant?
    /// Whether with that sign the relay was told to stop.
    package let isStopped: Bool
    /// When it was blind, newest first.
    package let intervals: [BlindInterval]

    /// Reads the database that a configuration names, beside a relay that may be running on it.
    ///
    /// - Throws: `RelayError.noDatabase(path:)` or `StoreError`; both say what to do.
    package static func read(_ configuration: RelayConfiguration) async throws -> BlindnessRecord {
        // Opening would make one.
        guard FileManager.default.fileExists(atPath: configuration.database) else {
            throw RelayError.noDatabase(path: configuration.database)
        }
        let store = try SQLiteStore.open(path: configuration.database, role: .visitor)
        do {
            let record = try await store.read { snapshot in
                let sign = try LifeSign.last(in: snapshot)
                return BlindnessRecord(
                    lastSign: sign?.at,
                    isStopped: sign?.isLast ?? false,
                    intervals: try snapshot.blindIntervals(limit: Pulse.capacity)
                )
            }
            await store.close()
            return record
        } catch {
            await store.close()
            throw error
        }
    }
}
