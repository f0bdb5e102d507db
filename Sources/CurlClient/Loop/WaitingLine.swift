/// The queue of requests that wait for a free slot, in the order of their calls.
///
/// Optimised for taking the first: a request removed from the middle, which is rare, leaves a gap until that reaches
/// the front.
struct WaitingLine {
    /// The requests that were put back, ahead of all others; once sorted, the oldest is the last.
    private var returned: [Submission] = []
    private var isSorted = true
    private var order: [Submission?] = []
    private var next = 0
    private var count = 0
    private var earliestDeadline = Int64.max

    /// Whether the queue is empty.
    var isEmpty: Bool { count == 0 }

    /// The earliest deadline in the queue; may be too early when that request has left the queue since.
    var wakeAt: Int64? { isEmpty || earliestDeadline == .max ? nil : earliestDeadline }

    /// Adds a request at the end of the queue.
    mutating func append(_ submission: Submission) {
        order.append(submission)
        join(submission)
    }

    /// Puts a request back, ahead of all that were never at the front and of younger ones that were.
    mutating func putBack(_ submission: Submission) {
        returned.append(submission)
        isSorted = false
        join(submission)
    }

    private mutating func join(_ submission: Submission) {
        count += 1
        earliestDeadline = min(earliestDeadline, submission.deadline ?? .max)
    }

    /// The time of the first request, on the monotonic clock.
    var frontMadeAt: Int64? {
        mutating get {
            sortReturned()
            if let first = returned.last { return first.madeAt }
            skipEmpty()
            return next < order.count ? order[next]?.madeAt : nil
        }
    }

    /// Removes the first request.
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

    /// Removes a request from the middle; nil when it is not in the queue.
    mutating func remove(_ id: UInt64) -> Submission? {
        if let index = returned.firstIndex(where: { $0.id == id }) {
            count -= 1
            return returned.remove(at: index)
        }
        guard let index = order[next...].firstIndex(where: { $0?.id == id }) else { return nil }
        count -= 1
        return order[index].take()
    }

    /// Removes all requests whose deadline has passed, in order.
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

    /// Skips the gaps at the front, and frees them once they are the greater part.
    private mutating func skipEmpty() {
        while next < order.count, order[next] == nil { next += 1 }
        guard next == order.count || next > 1024 && next * 2 > order.count else { return }
        order.removeFirst(next)
        next = 0
    }
}
