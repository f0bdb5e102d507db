/// The statements by which transactions begin, are ordered and end.
extension Statement {
    static let beginSerializable = Statement("BEGIN ISOLATION LEVEL SERIALIZABLE READ WRITE")
    /// For claims alone: they lock every row on which they depend.
    static let beginClaim = Statement("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")
    static let beginSnapshot = Statement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    static let commit = Statement("COMMIT")
    static let rollBack = Statement("ROLLBACK")

    static let savepoint = Statement("SAVEPOINT body")
    static let rollBackToSavepoint = Statement("ROLLBACK TO SAVEPOINT body")
    static let releaseSavepoint = Statement("RELEASE SAVEPOINT body")

    // Locks of tables that hold no rows of anybody's: taken before the transaction's snapshot, so that what the holder
    // before has committed is seen.

    /// Joins the transactions that run side by side.
    static let enterTogether = Statement("LOCK TABLE gate IN ROW SHARE MODE")
    /// Waits until no other transaction runs, and keeps others out.
    static let enterAlone = Statement("LOCK TABLE gate IN EXCLUSIVE MODE")

    /// The identifier of the transaction, by which its outcome can be asked for on another connection.
    static let transactionID = Statement(
        "SELECT pg_current_xact_id_if_assigned()::text, substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8)"
    )
    /// The outcome of a transaction, and the server's timeline: on another one the identifier may be another's.
    static let outcome = Statement(
        "SELECT pg_xact_status($1::text::xid8), substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8)"
    )
}
