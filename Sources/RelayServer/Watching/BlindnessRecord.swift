package import AlarmCore
import Engine
package import Storage

/// A database's record of when its relay was blind.
package struct BlindnessRecord: Hashable, Sendable {
    /// The last heartbeat; nil where no relay has run on this database.
    package let lastHeartbeat: Instant?
    /// Whether the relay was told to stop at that heartbeat.
    package let isStopped: Bool
    /// The intervals in which the relay was blind, newest first.
    package let intervals: [BlindInterval]

    /// Reads the configured database, beside a relay that may be running on it.
    ///
    /// - Throws: `RelayError.noDatabase(path:)` or `StoreError`; each says what to do.
    package static func read(_ configuration: RelayConfiguration) async throws -> BlindnessRecord {
        // Opening would create a database.
        try configuration.requireDatabase()
        let store = try await configuration.openDatabase(as: .visitor)
        do {
            let record = try await store.read { snapshot in
                let sign = try StoredHeartbeat.last(in: snapshot)
                return BlindnessRecord(
                    lastHeartbeat: sign?.at,
                    isStopped: sign?.isLast ?? false,
                    intervals: try snapshot.blindIntervals(limit: HeartbeatRecorder.capacity)
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
