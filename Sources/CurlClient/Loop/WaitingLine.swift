/// Requests that wait for a free slot, in the order of their calls.
struct WaitingLine {
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

    /// Takes the one at the front.
    mutating func popFirst() -> Submission? {
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
        for id in order[next...] {
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

    private mutating func compact() {
        order.removeFirst(next)
        next = 0
    }
}
