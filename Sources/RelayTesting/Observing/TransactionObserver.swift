import Storage

/// What a store for tests does around the queries and writes of one transaction.
protocol TransactionObserver: AnyObject {
    /// Called before a query, or a write with an answer; `row` would have answered it, had it been read ahead.
    func willRead(_ row: Prefetch?, _ name: String) throws
    /// Called with all queries that an answer answers.
    func didRead(_ rows: [Prefetch])
    /// Called with rows that are to be read ahead; `read` reads one, and names all queries that this answers.
    func prefetch(_ rows: [Prefetch], _ read: (Prefetch) throws -> [Prefetch]) throws
    /// Makes a write without an answer, now or later.
    func write(_ effect: WriteEffect, _ write: @escaping () throws -> Void) throws
    /// Makes a write that gives a row its numbers, which are known at once; `substitute` stands for one that was refused.
    func number<Row>(
        _ effect: (Row) -> WriteEffect,
        _ write: () throws -> Row,
        orElse substitute: () -> Row
    ) throws -> Row
    /// Forgets what was read before a write with an answer that changes many rows.
    func forgetAll()
    /// Called at the end of a transaction's body.
    func willCommit() throws
}

/// What a write tells, or hides, of rows that were read before.
struct WriteEffect {
    /// The queries whose answers the write tells.
    var tells: [Prefetch] = []
    /// What has to have been read for that; nil where nothing has.
    var condition: Prefetch?
    /// The queries whose answers are not known any more.
    var hides: ((Prefetch) -> Bool)?
}
