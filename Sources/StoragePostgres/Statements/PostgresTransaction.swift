internal import AlarmCore
internal import Storage

private let readCounters = Statement("SELECT alarm, change FROM counters WHERE number = 1")
private let writeCounters = Statement("UPDATE counters SET alarm = $1, change = $2 WHERE number = 1")

/// Changes within one transaction of one connection, which the bodies of several callers may share.
final class PostgresTransaction: PostgresSnapshot, Transaction {
    /// The latest numbers given out.
    ///
    /// They are given out by one transaction at a time, until it is committed: a phone asks for what changed after the
    /// last number that it was told, so that no smaller one may appear later.
    struct Counters: Equatable {
        var alarm: Int64
        var change: Int64
    }

    /// What a body that fails takes back.
    struct Progress {
        fileprivate var counters: Counters?
        fileprivate var freshAlarms: [AlarmKey: Set<DeliveryID>]
    }

    private var counters: Counters?
    private var storedCounters: Counters?
    /// Whether it was this transaction's turn to give out numbers from the beginning.
    private let isOrdered: Bool
    /// Whether it may become a claim, which is not serialisable.
    private let mayClaim: Bool
    /// The alarms that this transaction has inserted, with their deliveries: of these it need not ask.
    var freshAlarms: [AlarmKey: Set<DeliveryID>] = [:]

    init(_ session: PostgresSession, isOrdered: Bool, mayClaim: Bool) {
        self.isOrdered = isOrdered
        self.mayClaim = mayClaim
        super.init(session)
    }

    /// Whether it has given out numbers.
    var hasDrawn: Bool { counters != nil }

    /// The state to which a failed body is taken back.
    var progress: Progress {
        get { Progress(counters: counters, freshAlarms: freshAlarms) }
        set { (counters, freshAlarms) = (newValue.counters, newValue.freshAlarms) }
    }

    /// The numbers given out last; it is this transaction's turn from now on.
    func currentCounters() throws -> Counters {
        if let counters { return counters }
        if !isOrdered { try session.takeNumbers() }
        let found =
            try session.first(readCounters) { try Counters(alarm: $0.next(), change: $0.next()) }
            ?? Counters(alarm: 0, change: 0)
        (counters, storedCounters) = (found, found)
        return found
    }

    /// Gives out the next change number, and with `isAlarm` the next alarm's key.
    func draw(isAlarm: Bool) throws -> Counters {
        var next = try currentCounters()
        next.change += 1
        if isAlarm { next.alarm += 1 }
        counters = next
        return next
    }

    /// Turns a transaction that has not begun into a claim, if it may be one.
    func beginClaim(by statement: Statement) {
        if mayClaim, !session.hasBegun { session.allowOnly(statement) }
    }

    /// Queues what is written once at the end, and waits for all changes.
    ///
    /// - Returns: the transaction's identifier; nil if it has changed nothing.
    func finish() throws -> TransactionID? {
        if let counters, let storedCounters, counters != storedCounters {
            try session.run(writeCounters, [counters.alarm, counters.change])
        }
        guard session.changes > 0 else { return nil }
        return try session.first(.transactionID) { try TransactionID(reading: &$0) } ?? nil
    }

    override func lastChange() throws -> Int64 { try counters?.change ?? super.lastChange() }
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
