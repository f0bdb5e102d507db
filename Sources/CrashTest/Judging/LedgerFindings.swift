package import AlarmCore

/// What became of the promises in a ``Ledger``.
package struct Verdict: Hashable, Sendable {
    /// Behind its promise by more than this a ring counts as late.
    ///
    /// 1 s.
    package static let lateness = Span.seconds(1)

    /// How long after the answer to an acknowledgement a repeat may arrive that had been handed to libcurl before it.
    ///
    /// 5 s, as long as a cancellation or a revocation waits for what is under way; an acknowledgement does not wait.
    private static let takeOff = Span.seconds(5)

    /// Alarms that the relay had answered 202.
    package var accepted = 0
    /// Rings that were promised, by a 202 or by a snooze that was taken, and came.
    package var rung = 0
    /// Those of them that came more than a second after their time.
    package var late = 0
    /// The longest that one came after its time.
    package var latest = Span.zero
    /// Pushes that came again under their own name because the relay was killed in between: allowed, and dropped by phones.
    package var repeated = 0
    /// Pushes that were under way when their alarm ended, and arrived after the answer to that: sent by a life that was over
    /// when another one answered, or repeats that an acknowledgement did not wait for.
    package var underWay = 0
    /// Rings that nobody promised: a second one under another name, or a repeat without a kill.
    package var doubled = 0
    /// Rings before their time.
    package var early = 0
    /// Promised rings that never came and were not called off, and accepted alarms of which the relay knew nothing later.
    package var lost = 0
    /// Pushes that arrived after the relay had answered that their alarm is ended.
    package var afterEnd = 0
    /// One line for each broken promise.
    package var violations: [String] = []

    /// Whether every promise was kept.
    package var isClean: Bool { violations.isEmpty }

    /// A verdict on nothing.
    package init() {}

    /// Judges what happened; to be asked when nothing more is expected.
    package init(on ledger: Ledger) {
        let kills = ledger.kills
        for (id, entry) in ledger.entries.sorted(by: { $0.key < $1.key }) {
            if !entry.promised.isEmpty { accepted += 1 }
            if entry.isDenied, !entry.promised.isEmpty {
                lost += 1
                violations.append("\(id) was accepted, and then the relay knew nothing of it")
                continue
            }
            judgeRings(of: entry, id)
            judgeRepeats(of: entry, id, kills)
            judgeEnd(of: entry, id, kills)
        }
    }

    /// Adds up two verdicts.
    package static func + (left: Verdict, right: Verdict) -> Verdict {
        var sum = left
        sum.accepted += right.accepted
        sum.rung += right.rung
        sum.late += right.late
        sum.latest = max(left.latest, right.latest)
        sum.repeated += right.repeated
        sum.underWay += right.underWay
        sum.doubled += right.doubled
        sum.early += right.early
        sum.lost += right.lost
        sum.afterEnd += right.afterEnd
        sum.violations += right.violations
        return sum
    }

    private mutating func judgeRings(of entry: Ledger.Entry, _ id: AlarmID) {
        let names = entry.ringNames
        for (number, promise) in entry.promised.enumerated() {
            guard number < names.count, let ring = entry.pushes.first(where: { $0.name == names[number] }) else {
                guard entry.endAsked == nil else { continue }
                lost += 1
                violations.append("\(id) was promised for \(promise.iso8601) and did not ring")
                continue
            }
            rung += 1
            let lag = ring.at - promise
            latest = max(latest, lag)
            if lag > Self.lateness { late += 1 }
            if lag < .zero {
                early += 1
                violations.append("\(id) rang at \(ring.at.iso8601), promised for \(promise.iso8601)")
            }
        }
        // An answer may have been lost with the relay: what was asked for may ring.
        let allowed = max(entry.promised.count, 1 + entry.snoozesAsked)
        if names.count > allowed {
            doubled += names.count - allowed
            violations.append(
                "\(id) rang \(names.count) times under different names, \(allowed) at most were asked for"
            )
        }
    }

    private mutating func judgeRepeats(of entry: Ledger.Entry, _ id: AlarmID, _ kills: [Ledger.Kill]) {
        for (_, pushes) in Dictionary(grouping: entry.pushes, by: \.name) {
            for (earlier, later) in zip(pushes, pushes.dropFirst()) {
                if kills.contains(where: { earlier.connection <= $0.connections && $0.connections < later.connection })
                {
                    repeated += 1
                } else {
                    doubled += 1
                    violations.append("\(id) was pushed again at \(later.at.iso8601), by the same life of the relay")
                }
            }
        }
    }

    private mutating func judgeEnd(of entry: Ledger.Entry, _ id: AlarmID, _ kills: [Ledger.Kill]) {
        guard let end = entry.ended else { return }
        for push in entry.pushes where push.at > end.at {
            let isOld = kills.contains { $0.at <= end.at && push.connection <= $0.connections }
            let isRepeat = entry.pushes.contains { $0.name == push.name && $0.at <= end.at }
            if isOld || end.how == .acknowledged && isRepeat && push.at - end.at <= Self.takeOff {
                underWay += 1
                continue
            }
            afterEnd += 1
            let what = push.rings ? "rang" : "was handed to a phone"
            violations.append("\(id) \(what) at \(push.at.iso8601), \(end.how.rawValue) by \(end.at.iso8601)")
        }
    }
}
