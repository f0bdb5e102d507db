internal import AlarmCore
internal import Storage

/// Changes within one transaction of one connection, which the bodies of several callers may share.
final class PostgresTransaction: PostgresSnapshot, Transaction {
    /// What a body that fails takes back.
    struct Progress {
        fileprivate var changes: ChangeNumbers
        fileprivate var rows: RowMap
    }

    /// Whether it may become a claim, which is not serialisable.
    private let mayClaim: Bool
    /// The change numbers of those whose alarms are changed.
    var changes = ChangeNumbers()

    init(_ session: PostgresSession, mayClaim: Bool) {
        self.mayClaim = mayClaim
        super.init(session)
    }

    /// The state to which a failed body is taken back.
    var progress: Progress {
        get { Progress(changes: changes, rows: rows) }
        set { (changes, rows) = (newValue.changes, newValue.rows) }
    }

    /// The statements of claims: each depends on nothing but the rows that it locks.
    private static let claiming: [Statement] = [
        .ownTime, .renewNode, .putNode, .deleteDeadNodes, .lease, .awaited, .leaseAwaiting,
    ]

    /// Turns a transaction that has not begun into a claim, if it may be one.
    ///
    /// Called before each statement of ``claiming``.
    func beginClaim() {
        if mayClaim, !session.hasBegun { session.allowOnly(Self.claiming) }
    }

    override func ownTime() throws -> Instant? {
        beginClaim()
        return try super.ownTime()
    }

    /// Queues what is written once at the end, and waits for all changes.
    ///
    /// - Returns: the transaction's identifier; nil if it has changed nothing.
    func finish() throws -> TransactionID? {
        try storeChanges()
        guard session.changes > 0 else { return nil }
        return try session.first(.transactionID) { try TransactionID(reading: &$0) } ?? nil
    }

    override func lastChange(of person: PersonID) throws -> Int64 { try numberedChange(of: person) ?? 0 }

    // The numbers of those whose alarms are read ahead are about to be needed, too.
    override func lookups(for missing: [Prefetch]) -> [Lookup] {
        super.lookups(for: missing) + changeLookups(for: missing)
    }
}

/// What tells one transaction of a cluster of servers from all others.
struct TransactionID: Hashable {
    let number: String
    /// The timeline on which it ran: a standby that takes over begins another one, and may give out the number again.
    let timeline: String

    /// Reads it, or nil for a transaction that has changed nothing.
    init?(reading reader: inout RowReader) throws {
        guard let number: String = try reader.next() else { return nil }
        self.number = number
        timeline = try reader.next()
    }
}
