import AlarmCore
import Delivery
import Logging
import Storage

extension Engine {
    /// How late a wake may be: 30 s, far more than a busy relay needs and far less than an alarm's grace.
    private static let overdueLimit = Span.seconds(30)
    /// The longest that a delivery that may be sent may wait: 60 s, the longest pause of a dispatcher.
    private static let outboxLimit = Span.seconds(60)
    /// The longest time without a commit: six heartbeats.
    private static let commitLimit = HeartbeatRecorder.interval * 6
    /// How long no push may get through before that is more than a hiccup: 60 s.
    private static let gatewayLimit = Span.seconds(60)
    /// The number of years by which the release of the time zone data may lag; each year brings several releases.
    private static let zonesLag = 1
    /// How long a step of the clock is reported: 10 min.
    private static let stepMemory = Span.minutes(10)
    /// How far the machine's clock may be off the store's: 2 s.
    private static let offsetLimit = Span.seconds(2)
    /// The earliest time that a correct clock can show: 2026-01-01.
    private static let earliestTime = Instant(seconds: 1_767_225_600)
    /// The number of deliveries examined for expired leases.
    private static let leaseSample = 1000

    /// Examines everything that the relay needs to work.
    ///
    /// It costs three indexed reads, so that each health request can examine anew.
    package func examine() async -> AuditReport {
        let now = clock.now()
        var backlog: AuditReport.Backlog?
        var cluster: AuditReport.Cluster?
        var failure: (any Error)?
        do {
            (backlog, cluster) = try await read { [node] snapshot in
                let backlog = AuditReport.Backlog(
                    overdueWake: max(now - (try snapshot.earliestWake()?.at ?? now), .zero),
                    outboxAge: max(now - (try snapshot.earliestDelivery() ?? now), .zero),
                    expiredLeases: try snapshot.expiredLeases(at: now, limit: Self.leaseSample)
                )
                guard node.isShared else { return (backlog, nil) }
                let nodes = try snapshot.livingNodes(within: node.timing.silence, at: now)
                return (backlog, AuditReport.Cluster(node: node.id, nodes: nodes, storeTime: try snapshot.ownTime()))
            }
        } catch {
            failure = error
        }
        let configured = Set(channels.flatMap(\.origins)).union(Destination.Medium.allCases.map { ChannelOrigin($0) })
        channelHealth.forget(except: configured, at: now)
        let troubles = channelHealth.troubles(at: now)
        return AuditReport(
            at: now,
            checks: [
                checkStore(failure),
                backlog.map(checkScheduler) ?? HealthCheck(.scheduler),
                backlog.map(checkOutbox) ?? HealthCheck(.outbox),
                checkGateways(troubles, at: now),
                checkLetters(troubles, at: now),
                checkZones(at: now),
                checkClock(at: now),
                checkClockOffset(),
                checkLinks(),
                health.isStopping
                    ? HealthCheck(.shutdown, .failing, reason: "the relay is shutting down", refusesRequests: true)
                    : HealthCheck(.shutdown),
            ],
            backlog: backlog,
            troubles: troubles,
            cluster: cluster
        )
    }

    private func checkStore(_ failure: (any Error)?) -> HealthCheck {
        if let failure {
            logger.error("the store does not answer", metadata: ["error": "\(failure)"])
            return HealthCheck(
                .store,
                .failing,
                reason: "the store does not answer; the log says why",
                refusesRequests: true
            )
        }
        if let rest = health.timeSinceHeartbeat, rest > Self.commitLimit {
            let reason = "the store has taken nothing for \(rest.roughly); the log says why"
            return HealthCheck(.store, .failing, reason: reason, refusesRequests: true)
        }
        if store.isShortOfSpace {
            let reason = "the disk is full: new alarms are refused, stored ones ring; free some space"
            return HealthCheck(.store, .degraded, reason: reason)
        }
        return HealthCheck(.store)
    }

    private func checkScheduler(_ backlog: AuditReport.Backlog) -> HealthCheck {
        guard backlog.overdueWake > Self.overdueLimit else { return HealthCheck(.scheduler) }
        return HealthCheck(.scheduler, .failing, reason: "an alarm is overdue by \(backlog.overdueWake.roughly)")
    }

    private func checkOutbox(_ backlog: AuditReport.Backlog) -> HealthCheck {
        guard backlog.outboxAge > Self.outboxLimit else { return HealthCheck(.outbox) }
        let leases = backlog.expiredLeases > 0 ? ", and \(backlog.expiredLeases) were begun and not ended" : ""
        let reason = "a push that may be sent waits since \(backlog.outboxAge.roughly)\(leases)"
        return HealthCheck(.outbox, .failing, reason: reason)
    }

    /// Names every origin that no push gets through to; one that the operator did not configure stops no heartbeat.
    private func checkGateways(_ troubles: [ChannelTrouble], at now: Instant) -> HealthCheck {
        let lasting = troubles.filter { trouble in
            now - trouble.since > Self.gatewayLimit
                && channels.contains { $0.platform.rawValue == trouble.origin.channel }
        }
        guard !lasting.isEmpty else { return HealthCheck(.gateway) }
        let reasons = lasting.map { trouble in
            "no push has got through to \(trouble.origin) for \((now - trouble.since).roughly): \(trouble.reason)"
        }
        let isConfigured = lasting.contains { trouble in channels.contains { $0.origins.contains(trouble.origin) } }
        return HealthCheck(.gateway, isConfigured ? .failing : .degraded, reason: reasons.joined(separator: "; "))
    }

    /// Names every way to people without the app that nothing gets through, or that is missing though people count on it.
    ///
    /// It refuses no requests: alarms ring all the same, and what waits is sent once there is a way.
    private func checkLetters(_ troubles: [ChannelTrouble], at now: Instant) -> HealthCheck {
        let media = Set(Destination.Medium.allCases.map { ChannelOrigin($0) })
        let lasting = troubles.filter { media.contains($0.origin) && now - $0.since > Self.gatewayLimit }
        var reasons = lasting.map { trouble in
            let (channel, time) = (trouble.origin.channel, (now - trouble.since).roughly)
            let known =
                trouble.isUncertain
                ? "it is not known whether anything has got through by \(channel) for \(time); what waits is tried again"
                : "nothing has got through by \(channel) for \(time); what waits is tried again"
            return "\(known): \(trouble.reason)"
        }
        if let missing = health.missingWay { reasons.append(missing) }
        guard !reasons.isEmpty else { return HealthCheck(.letters) }
        return HealthCheck(.letters, .degraded, reason: reasons.joined(separator: "; "))
    }

    private func checkZones(at now: Instant) -> HealthCheck {
        guard let directory = zones as? ZoneDirectory else { return HealthCheck(.zones) }
        let status = directory.status
        guard let version = status.version else {
            let reason = "no version of the time zone data is found in \(status.path): install tzdata"
            return HealthCheck(
                .zones,
                directory.rules(for: "Europe/Berlin") == nil ? .failing : .degraded,
                reason: reason
            )
        }
        if let newer = health.newerZones {
            let reason = """
                the time zone data is of \(version), and that of another relay on the database of \(newer): update tzdata here
                """
            return HealthCheck(.zones, .degraded, reason: reason)
        }
        guard let release = Int(version.prefix(4)), let present = Int(now.iso8601.prefix(4)),
            present - release > Self.zonesLag
        else { return HealthCheck(.zones) }
        return HealthCheck(.zones, .degraded, reason: "the time zone data is of \(version): update tzdata")
    }

    /// The relay's configuration does not change while it runs, and neither does this.
    private func checkLinks() -> HealthCheck {
        guard let trouble = gateways.contactChannels.linkTrouble else { return HealthCheck(.links) }
        return HealthCheck(.links, .degraded, reason: trouble)
    }

    private func checkClock(at now: Instant) -> HealthCheck {
        guard now >= Self.earliestTime else {
            let reason = "the clock says \(now.iso8601), which is past: set it, and have it synchronised"
            return HealthCheck(.clock, .failing, reason: reason)
        }
        guard let step = health.lastStep, now - step.until < Self.stepMemory, now >= step.until else {
            return HealthCheck(.clock)
        }
        let reason = "the clock was set from \(step.from.iso8601) to \(step.until.iso8601)"
        return HealthCheck(.clock, .degraded, reason: reason)
    }

    /// Alarms ring on time all the same, but one of the two clocks is wrong, and perhaps the one that they ring by.
    private func checkClockOffset() -> HealthCheck {
        guard let offset = (clock as? StoreClock)?.offset else { return HealthCheck(.clockOffset) }
        let size = max(offset, -offset)
        guard size > Self.offsetLimit else { return HealthCheck(.clockOffset) }
        let tenths = (size.milliseconds + 50) / 100
        let reason = """
            this machine's clock is \(tenths / 10).\(tenths % 10) s \(offset > .zero ? "ahead of" : "behind") the database's, by \
            which alarms ring: have both synchronised
            """
        return HealthCheck(.clockOffset, .degraded, reason: reason)
    }
}

extension Span {
    /// The span in its largest unit that gives a whole number of at least two, for people.
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
