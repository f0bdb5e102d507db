/// Requests that wait for a free slot, in the order of their calls.
///
/// Made for taking the first: of what is taken out of the middle, which is rare, an empty place stays until it comes to
/// the front.
struct WaitingLine {
    /// Those that came back, ahead of all others; once sorted, the oldest is the last.
    private var returned: [Submission] = []
    private var isSorted = true
    private var order: [Submission?] = []
    private var next = 0
    private var count = 0
    private var earliestDeadline = Int64.max

    /// Whether nobody waits.
    var isEmpty: Bool { count == 0 }

    /// When the first of those who wait gives up; may be earlier than that when it has left the line since.
    var wakeAt: Int64? { isEmpty || earliestDeadline == .max ? nil : earliestDeadline }

    /// Joins the end of the line.
    mutating func append(_ submission: Submission) {
        order.append(submission)
        join(submission)
    }

    /// Goes ahead of all that have not been at the front yet, and of all that did and are younger.
    mutating func putBack(_ submission: Submission) {
        returned.append(submission)
        isSorted = false
        join(submission)
    }

    private mutating func join(_ submission: Submission) {
        count += 1
        earliestDeadline = min(earliestDeadline, submission.deadline ?? .max)
    }

    /// When the one at the front was made, on the monotonic clock.
    var frontMadeAt: Int64? {
        mutating get {
            sortReturned()
            if let first = returned.last { return first.madeAt }
            skipEmpty()
            return next < order.count ? order[next]?.madeAt : nil
        }
    }

    /// Takes the one at the front.
    mutating func popFirst() -> Submission? {
        sortReturned()
        if let first = returned.popLast() {
            count -= 1
            return first
        }
        skipEmpty()
        guard next < order.count, let first = order[next].take() else { return nil }
        next += 1
        count -= 1
        return first
    }

    /// Takes one out of the middle, nil when it is not in the line.
    mutating func remove(_ id: UInt64) -> Submission? {
        if let index = returned.firstIndex(where: { $0.id == id }) {
            count -= 1
            return returned.remove(at: index)
        }
        guard let index = order[next...].firstIndex(where: { $0?.id == id }) else { return nil }
        count -= 1
        return order[index].take()
    }

    /// Takes out all whose deadline has passed, in order.
    mutating func removeExpired(now: Int64) -> [Submission] {
        guard earliestDeadline <= now else { return [] }
        let waiting = returned.reversed() + order[next...].compactMap(\.self)
        let expired = waiting.filter { ($0.deadline ?? .max) <= now }
        for submission in expired { _ = remove(submission.id) }
        earliestDeadline = waiting.compactMap(\.deadline).filter { $0 > now }.min() ?? .max
        return expired
    }

    private mutating func sortReturned() {
        guard !isSorted else { return }
        returned.sort { $0.id > $1.id }
        isSorted = true
    }

    /// Passes the empty places at the front, and lets go of those passed once they are the greater part.
    private mutating func skipEmpty() {
        while next < order.count, order[next] == nil { next += 1 }
        guard next == order.count || next > 1024 && next * 2 > order.count else { return }
        order.removeFirst(next)
        next = 0
    }
}
