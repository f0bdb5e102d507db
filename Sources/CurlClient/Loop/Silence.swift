/// How long the peer has left requests in flight without any answer; all times are the monotonic clock's.
///
/// Halfway the connection is nudged: libcurl is made to read. What is still unanswered at the end is given up. A process
/// that was itself held up finds all of the time gone at once, perhaps its peer's and the network's as well: so half of it
/// is always left between the nudge and the end.
struct Silence {
    private var since: Int64
    private var nudgedAt: Int64?

    /// Begins now.
    init(since now: Int64 = 0) { since = now }

    /// Whether the connection has been nudged since it began.
    var isNudged: Bool { nudgedAt != nil }

    /// When the next step is due, the nudge or the end, where a silence may last for `timeout`.
    func dueAt(timeout: Int64) -> Int64 {
        guard let nudgedAt else { return since + timeout / 2 }
        return max(since + timeout, nudgedAt + timeout / 2)
    }

    /// The connection was nudged.
    mutating func nudged(at now: Int64) { nudgedAt = now }

    /// All of the time begins again, without another nudge.
    mutating func begin(anewAt now: Int64) { since = now }
}
