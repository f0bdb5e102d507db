/// Requests that wait for a free slot, in the order of their calls.
struct WaitingLine {
    /// Those that came back, ahead of all others; once sorted, the oldest is the last.
    private var returned: [UInt64] = []
    private var isSorted = true
    private var order: [UInt64] = []
    private var next = 0
    private var submissions: [UInt64: Submission] = [:]
    private var earliestDeadline = Int64.max

    /// Whether nobody waits.
    var isEmpty: Bool { submissions.isEmpty }

    /// When the first of those who wait gives up; may be earlier than that when it has left the line since.
    var wakeAt: Int64? { isEmpty || earliestDeadline == .max ? nil : earliestDeadline }

    /// Joins the end of the line.
    mutating func append(_ submission: Submission) {
        order.append(submission.id)
        submissions[submission.id] = submission
        earliestDeadline = min(earliestDeadline, submission.deadline ?? .max)
    }

    /// Goes ahead of all that have not been at the front yet, and of all that did and are younger.
    mutating func putBack(_ submission: Submission) {
        returned.append(submission.id)
        isSorted = false
        submissions[submission.id] = submission
        earliestDeadline = min(earliestDeadline, submission.deadline ?? .max)
    }

    /// When the one at the front was made, on the monotonic clock.
    var frontMadeAt: Int64? {
        mutating get {
            sortReturned()
            for id in returned.reversed() { if let submission = submissions[id] { return submission.madeAt } }
            for id in order[next...] { if let submission = submissions[id] { return submission.madeAt } }
            return nil
        }
    }

    /// Takes the one at the front.
    mutating func popFirst() -> Submission? {
        sortReturned()
        while let id = returned.popLast() {
            if let submission = submissions.removeValue(forKey: id) { return submission }
        }
        while next < order.count {
            let id = order[next]
            next += 1
            if let submission = submissions.removeValue(forKey: id) {
                if next > 1024 && next * 2 > order.count { compact() }
                return submission
            }
        }
        compact()
        return nil
    }

    /// Takes one out of the middle, nil when it is not in the line.
    mutating func remove(_ id: UInt64) -> Submission? { submissions.removeValue(forKey: id) }

    /// Takes out all whose deadline has passed, in order.
    mutating func removeExpired(now: Int64) -> [Submission] {
        guard earliestDeadline <= now else { return [] }
        var expired: [Submission] = []
        earliestDeadline = .max
        for id in returned + order[next...] {
            guard let submission = submissions[id], let deadline = submission.deadline else { continue }
            if deadline <= now {
                expired.append(submission)
                submissions[id] = nil
            } else {
                earliestDeadline = min(earliestDeadline, deadline)
            }
        }
        return expired
    }

    private mutating func sortReturned() {
        guard !isSorted else { return }
        returned.sort(by: >)
        isSorted = true
    }

    private mutating func compact() {
        order.removeFirst(next)
        next = 0
    }
}
