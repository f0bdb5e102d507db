/// How long requests have been in flight without any answer of the peer; all times are the monotonic clock's.
///
/// Halfway through, the connection is nudged: libcurl is made to read. Requests still unanswered at the end are given
/// up. A process that was itself held up finds all of the time gone at once, perhaps its peer's and the network's as
/// well: so half of it is always left between the nudge and the end.
struct Silence {
    private var since: Int64
    private var nudgedAt: Int64?

    /// Starts at `now`.
    init(since now: Int64 = 0) { since = now }

    /// Whether the connection was nudged during this silence.
    var isNudged: Bool { nudgedAt != nil }

    /// The time of the next step, the nudge or the end, for a silence of at most `timeout`.
    func dueAt(timeout: Int64) -> Int64 {
        guard let nudgedAt else { return since + timeout / 2 }
        return max(since + timeout, nudgedAt + timeout / 2)
    }

    /// Records a nudge.
    mutating func nudged(at now: Int64) { nudgedAt = now }

    /// Starts the whole time again, without another nudge.
    mutating func begin(anewAt now: Int64) { since = now }
}
