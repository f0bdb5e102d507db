import AlarmCore
import AlarmWire
import Engine
import Storage

/// The response of `/healthz` and `/readyz`.
struct StatusReport: Hashable, WireEncodable {
    /// Whether the relay can do its work.
    enum Status: String, CaseIterable {
        /// The relay is healthy.
        case ok
        /// The relay serves requests but needs attention.
        case degraded
        /// The relay serves no requests.
        case unavailable
    }

    private var status = Status.ok
    private var checks: [HealthCheck]?
    private var zoneData: String?
    private var zoneDataAge: Span?
    private var canPush: Bool?
    private var reachesBrowsers: Bool?
    private var upSince: Instant?
    private var blind: [BlindInterval]?
    private var cluster: AuditReport.Cluster?

    /// Creates a report that says only that the process runs.
    init() {}

    /// Creates a report on the relay's health.
    ///
    /// - Parameters:
    ///   - audit: the result of the audit.
    ///   - zoneData: the release of the time zone data.
    ///   - zoneDataAge: the time since the time zone data changed on this machine.
    ///   - canPush: whether Apple's push gateway is configured.
    ///   - reachesBrowsers: whether browsers are pushed to.
    ///   - upSince: the time at which the relay started.
    ///   - blind: recent intervals in which the relay was blind, newest first.
    init(
        _ audit: AuditReport,
        zoneData: String?,
        zoneDataAge: Span?,
        canPush: Bool,
        reachesBrowsers: Bool,
        upSince: Instant?,
        blind: [BlindInterval]
    ) {
        status = audit.refusesRequests ? .unavailable : audit.status == .ok ? .ok : .degraded
        checks = audit.checks
        cluster = audit.cluster
        self.zoneData = zoneData
        self.zoneDataAge = zoneDataAge
        self.canPush = canPush
        self.reachesBrowsers = reachesBrowsers
        self.upSince = upSince
        self.blind = blind
    }

    var json: JSONValue {
        let reasons = (checks ?? []).compactMap(\.reason)
        return .object(of: [
            "status": .string(status.rawValue),
            "detail": reasons.isEmpty ? nil : .string(reasons.joined(separator: "; ")),
            "checks": checks.map { .array($0.map(\.json)) },
            "tzdata": zoneData.map(JSONValue.string),
            "tzdataAgeDays": zoneDataAge.map { .integer($0.milliseconds / 86_400_000) },
            "apns": canPush.map(JSONValue.bool),
            "webpush": reachesBrowsers.map(JSONValue.bool),
            "upSince": upSince.map { .string($0.iso8601) },
            "node": cluster.map { .string($0.node.shortName) },
            "nodes": cluster.map { cluster in .array(cluster.nodes.map(\.json)) },
            "blind": blind.map { .array($0.map(\.json)) },
        ])
    }
}
