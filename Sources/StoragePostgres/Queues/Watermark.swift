/// The place below which a queue holds no row and never will, as one node knows it.
///
/// What was claimed leaves an entry in the index until the table is vacuumed, and that cannot happen as long as anybody holds
/// an older snapshot. Claims that began at the index's start would pass all those entries, each time. They begin here.
///
/// The mark must never lie above a row that is there, or that a transaction will still commit. Rows are set for times that
/// have passed: by an alarm that was late, by a node whose clock is behind, after a clock was set back. And a transaction
/// commits later than it writes. So the mark does not rest on any clock, but on three facts:
///
/// 1. *The floor only rises.* It is the value of a sequence, which is read and written outside of snapshots; one transaction at
///    a time raises it. (It rises to the time through which claims have looked, by the server's clock at most: so it is near the
///    rows that are due. Nothing else depends on which value it has.)
/// 2. *Nobody writes below the floor.* A transaction gets its number, then reads the floor, then writes the row at that place or
///    above; see ``DueQueue/place(at:)``.
/// 3. *Numbers rise.* If a look gets its own number after it has seen the floor at `f`, then every transaction with a higher
///    number reads a floor of `f` or more.
///
/// A look reads the floor, then gets its number, and remembers both. Once a later snapshot says that no transaction with a
/// smaller number runs, those that could have written below `f` have all ended, and that snapshot shows what they committed. What it shows below `f` is therefore everything that will ever be there, less what is taken:
/// the first such row, or else `f`, is the new mark. A row that somebody has claimed and not committed still shows.
///
/// - A node that reads with a mark has taken it before its own snapshot, so that it misses nothing that its snapshot shows.
/// - The floor and the rows are in one journal (WAL): a standby that has a row has the floor that the row was placed by.
///   A server that crashed may have lost a later floor; every connection ends with it, and a new connection begins a new mark.
/// - A transaction without a number has written nothing: a snapshot that is held open for hours delays no mark. One that has
///   written, anywhere in the cluster, and does not end, does: then claims pass more entries, and miss nothing.
/// - A clock that is set back leaves the floor where it was. Until the clock has reached it again, rows that are set for
///   earlier times stand at the floor, behind others that are not due yet: claims look as far as the floor, and take those
///   whose own time has come.
struct Watermark: Equatable {
    /// What a look has found.
    struct Sight: Equatable {
        /// The floor, read before the snapshot was taken; nil as long as there is none.
        var floor: Int64?
        /// The number of the oldest transaction that ran then.
        var oldest: Int64
        /// The look's own number, which it got after it had read the floor.
        var number: Int64
        /// The first row from the mark on and below ``Watermark/limit``; nil if there was none.
        var first: QueuePlace?
    }

    /// A floor under which only transactions with a smaller number can have written.
    private struct Bound: Equatable {
        let floor: Int64
        let number: Int64
    }

    /// Where claims begin.
    private(set) var mark = QueuePlace.first
    /// The floor below which everything shows that will ever be there.
    private var settled: Int64?
    private var candidate: Bound?

    /// The floor below which the next look has to find the first row.
    var limit: Int64 { candidate?.floor ?? settled ?? .min }

    /// Moves the mark by what a look has found that began with the present ``mark`` and ``limit``.
    mutating func move(after sight: Sight) {
        if let bound = candidate, sight.oldest >= bound.number {
            (settled, candidate) = (bound.floor, nil)
        }
        if let settled {
            let end = QueuePlace(startOf: settled)
            mark = max(mark, min(sight.first ?? end, end))
        }
        if candidate == nil, let floor = sight.floor, floor > settled ?? .min {
            candidate = Bound(floor: floor, number: sight.number)
        }
    }
}
