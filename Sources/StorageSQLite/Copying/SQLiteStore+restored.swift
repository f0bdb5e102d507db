package import AlarmCore
internal import GRDB
internal import Storage

extension SQLiteStore {
    /// By how much everybody's change numbers are raised in a restored database.
    ///
    /// A billion: devices may know numbers that were given out after the backup was made, and a number that is given out
    /// twice would hide a change from them.
    private static let changeGap: Int64 = 1_000_000_000

    /// Makes a restored database forget whatever was good for one use when the backup was made: stored answers, enrolment
    /// codes and open invites may have been used since.
    ///
    /// - Parameter madeAt: the time at which the backup was made.
    /// - Throws: SQLite's error.
    package func forgetOneTimeUses(before madeAt: Instant) async throws {
        try await pool.write { database in
            try database.execute(
                sql: """
                    DELETE FROM replay;
                    DELETE FROM enrolment;
                    UPDATE counters SET change = \(Self.changeGap)
                        + max(change, coalesce((SELECT max(change) FROM last_change), 0));
                    """
            )
            try database.execute(
                sql: "UPDATE invite SET expires_at = min(expires_at, ?) WHERE live = 1",
                arguments: [madeAt.milliseconds]
            )
        }
    }
}
