import AlarmCore
import Logging
import Storage

extension Engine {
    /// By how much a wake may be overdue: 30 s, far more than a busy relay needs, and far less than an alarm's grace.
    private static let overdueLimit = Span.seconds(30)
    /// How long what may be sent may wait: 60 s, the longest pause of a dispatcher.
    private static let outboxLimit = Span.seconds(60)
    /// How long the store may take nothing: six signs of life.
    private static let commitLimit = Pulse.interval * 6
    /// How long no push may get through before that counts as more than a hiccup: 60 s.
    private static let gatewayLimit = Span.seconds(60)
    /// By how many years the release of the time zone data may lag behind: each brings several.
    private static let zonesLag = 1
    /// For how long it is told that the clock was set: 10 min.
    private static let stepMemory = Span.minutes(10)
    /// No clock that is right shows an earlier time: 2026-01-01.
    private static let earliestTime = Instant(seconds: 1_767_225_600)
    /// How many deliveries are looked at for leases that ended.
    private static let leaseSample = 1000

    /// Looks at all that the relay needs to do its work.
    ///
    /// Costs three indexed reads, so that whoever is asked for its health can look anew each time.
    package func examine() async -> AuditReport {
        let now = clock.now()
        var backlog: AuditReport.Backlog?
        var failure: (any Error)?
        do {
            backlog = try await read { snapshot in
                AuditReport.Backlog(
                    overdueWake: max(now - (try snapshot.earliestWake()?.at ?? now), .zero),
                    outboxAge: max(now - (try snapshot.earliestDelivery() ?? now), .zero),
                    expiredLeases: try snapshot.expiredLeases(at: now, limit: Self.leaseSample)
                )
            }
        } catch {
            failure = error
        }
        return AuditReport(
            at: now,
            checks: [
                checkStore(failure),
                backlog.map(checkScheduler) ?? Check(.scheduler),
                backlog.map(checkOutbox) ?? Check(.outbox),
                checkGateway(at: now),
                checkZones(at: now),
                checkClock(at: now),
                vitals.isStopping
                    ? Check(.shutdown, .failing, reason: "the relay is shutting down", refusesRequests: true)
                    : Check(.shutdown),
            ],
            backlog: backlog
        )
    }

    private func checkStore(_ failure: (any Error)?) -> Check {
        if let failure {
            logger.error("the store does not answer", metadata: ["error": "\(failure)"])
            return Check(
                .store,
                .failing,
                reason: "the store does not answer; the log says why",
                refusesRequests: true
            )
        }
        if let rest = vitals.timeSinceSign, rest > Self.commitLimit {
            let reason = "the store has taken nothing for \(rest.roughly); the log says why"
            return Check(.store, .failing, reason: reason, refusesRequests: true)
        }
        if store.isShortOfSpace {
            let reason = "the disk is full: new alarms are refused, stored ones ring; free some space"
            return Check(.store, .degraded, reason: reason)
        }
        return Check(.store)
    }

    private func checkScheduler(_ backlog: AuditReport.Backlog) -> Check {
        guard backlog.overdueWake > Self.overdueLimit else { return Check(.scheduler) }
        return Check(.scheduler, .failing, reason: "an alarm is overdue by \(backlog.overdueWake.roughly)")
    }

    private func checkOutbox(_ backlog: AuditReport.Backlog) -> Check {
        guard backlog.outboxAge > Self.outboxLimit else { return Check(.outbox) }
        let leases = backlog.expiredLeases > 0 ? ", and \(backlog.expiredLeases) were begun and not ended" : ""
        let reason = "a push that may be sent waits since \(backlog.outboxAge.roughly)\(leases)"
        return Check(.outbox, .failing, reason: reason)
    }

    private func checkGateway(at now: Instant) -> Check {
        guard let trouble = gatewayHealth.trouble, now - trouble.since > Self.gatewayLimit else {
            return Check(.gateway)
        }
        let reason = "no push has got through for \((now - trouble.since).roughly): \(trouble.reason)"
        return Check(.gateway, .failing, reason: reason)
    }

    private func checkZones(at now: Instant) -> Check {
        guard let directory = zones as? ZoneDirectory else { return Check(.zones) }
        let status = directory.status
        guard let version = status.version else {
            let reason = "no version of the time zone data is found in \(status.path): install tzdata"
            return Check(.zones, directory.rules(for: "Europe/Berlin") == nil ? .failing : .degraded, reason: reason)
        }
        guard let release = Int(version.prefix(4)), let present = Int(now.iso8601.prefix(4)),
            present - release > Self.zonesLag
        else { return Check(.zones) }
        return Check(.zones, .degraded, reason: "the time zone data is of \(version): update tzdata")
    }

    private func checkClock(at now: Instant) -> Check {
        guard now >= Self.earliestTime else {
            let reason = "the clock says \(now.iso8601), which is past: set it, and have it synchronised"
            return Check(.clock, .failing, reason: reason)
        }
        guard let step = vitals.lastStep, now - step.until < Self.stepMemory, now >= step.until else {
            return Check(.clock)
        }
        let reason = "the clock was set from \(step.from.iso8601) to \(step.until.iso8601)"
        return Check(.clock, .degraded, reason: reason)
    }
}

extension Span {
    /// In the largest unit that leaves a whole number of at least two, for people.
    var roughly: String {
        let seconds = milliseconds / 1000
        return switch seconds {
        case ..<120: "\(seconds) s"
        case ..<7200: "\(seconds / 60) min"
        case ..<172_800: "\(seconds / 3600) h"
        default: "\(seconds / 86_400) days"
        }
    }
}
