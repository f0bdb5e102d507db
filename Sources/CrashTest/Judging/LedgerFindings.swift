package import AlarmCore

/// The verdict on a ``Ledger``: counts of kept and broken promises.
package struct LedgerFindings: Hashable, Sendable {
    /// Delay beyond which a ring counts as late: 1 s.
    package static let lateness = Span.seconds(1)

    /// How long after a confirmed acknowledgement a repeat may arrive that libcurl had been given before it.
    ///
    /// 5 s, as long as a cancellation or a revocation waits for pushes under way; an acknowledgement does not wait.
    private static let takeOff = Span.seconds(5)

    /// Number of alarms that the relay answered with 202.
    package var accepted = 0
    /// Number of rings that were promised, by a 202 or an accepted snooze, and came.
    package var rung = 0
    /// Number of these rings that came more than a second after their time.
    package var late = 0
    /// Longest delay of a ring.
    package var latest = Span.zero
    /// Longest time from the moment at which a ring was due, confirmed and possible to the ring; nil without a disturbance.
    package var takeOver: Span?
    /// Number of pushes repeated under their own identifier because the outcome of the earlier one was unknown: allowed,
    /// and dropped by phones.
    package var repeated = 0
    /// Number of pushes under way when their alarm ended, which arrived after the confirmation: sent by an earlier life
    /// of the relay, or repeats that an acknowledgement did not wait for.
    package var underWay = 0
    /// Number of duplicate rings: a second one under another identifier, or a repeat of one whose outcome was known.
    package var doubled = 0
    /// Number of rings before their time.
    package var early = 0
    /// Number of promised rings that never came and were not cancelled, and of accepted alarms that the relay lost.
    package var lost = 0
    /// Number of pushes that arrived after the relay had confirmed the end of their alarm.
    package var afterEnd = 0
    /// One line for each broken promise.
    package var violations: [String] = []

    /// Whether every promise was kept.
    package var isClean: Bool { violations.isEmpty }

    /// Creates an empty verdict.
    package init() {}

    /// Judges a ledger once nothing more is expected.
    package init(on ledger: Ledger) {
        let kills = ledger.kills
        let outages = ledger.outages
        for (id, recorded) in ledger.entries.sorted(by: { $0.key < $1.key }) {
            let entry = recorded.named(by: kills)
            if !entry.promised.isEmpty { accepted += 1 }
            if entry.isDenied, !entry.promised.isEmpty {
                lost += 1
                violations.append("\(id) was accepted, and then the relay knew nothing of it")
                continue
            }
            judgeRings(of: entry, id, outages)
            judgeRepeats(of: entry, id, ledger)
            judgeEnd(of: entry, id, ledger)
        }
    }

    /// Adds up two verdicts.
    package static func + (left: LedgerFindings, right: LedgerFindings) -> LedgerFindings {
        var sum = left
        sum.accepted += right.accepted
        sum.rung += right.rung
        sum.late += right.late
        sum.latest = max(left.latest, right.latest)
        sum.takeOver = [left.takeOver, right.takeOver].compactMap(\.self).max()
        sum.repeated += right.repeated
        sum.underWay += right.underWay
        sum.doubled += right.doubled
        sum.early += right.early
        sum.lost += right.lost
        sum.afterEnd += right.afterEnd
        sum.violations += right.violations
        return sum
    }

    private mutating func judgeRings(of entry: Ledger.Entry, _ id: AlarmID, _ outages: [ClosedRange<Instant>]) {
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
            if !outages.isEmpty {
                let confirmed = entry.confirmed[number]
                let time = Ledger.takeOver(ofRingAt: ring.at, due: promise, confirmed: confirmed, outages: outages)
                takeOver = max(takeOver ?? .zero, time)
            }
            if lag < .zero {
                early += 1
                violations.append("\(id) rang at \(ring.at.iso8601), promised for \(promise.iso8601)")
            }
        }
        // An answer may have been lost with the relay, so a requested snooze may ring.
        let allowed = max(entry.promised.count, 1 + entry.snoozesAsked)
        if names.count > allowed {
            doubled += names.count - allowed
            violations.append(
                "\(id) rang \(names.count) times under different names, \(allowed) at most were asked for"
            )
        }
    }

    private mutating func judgeRepeats(of entry: Ledger.Entry, _ id: AlarmID, _ ledger: Ledger) {
        for (_, pushes) in Dictionary(grouping: entry.pushes, by: \.name) {
            for (earlier, later) in zip(pushes, pushes.dropFirst()) {
                guard !ledger.isUnknown(outcomeOf: earlier, before: later) else {
                    repeated += 1
                    continue
                }
                doubled += 1
                let who =
                    earlier.node == later.node
                    ? "by the same life of the relay"
                    : "by relay \(later.node) after relay \(earlier.node), which knew what had become of it"
                violations.append("\(id) was pushed again at \(later.at.iso8601), \(who)")
            }
        }
    }

    private mutating func judgeEnd(of entry: Ledger.Entry, _ id: AlarmID, _ ledger: Ledger) {
        guard let end = entry.ended else { return }
        for push in entry.pushes where push.at > end.at {
            let isOld = ledger.wasUnderWay(push, at: end.at)
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
