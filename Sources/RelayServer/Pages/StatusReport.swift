import AlarmCore
import AlarmWire
import Engine
import Storage

/// What `/healthz` and `/readyz` answer.
struct StatusReport: Hashable, WireEncodable {
    /// Whether the relay can do its work, in one word.
    enum Status: String, CaseIterable {
        /// All is well.
        case ok
        /// It serves requests, and somebody should look.
        case degraded
        /// It serves none.
        case unavailable
    }

    private var status = Status.ok
    private var checks: [Check]?
    private var zoneData: String?
    private var zoneDataAge: Span?
    private var canPush: Bool?
    private var upSince: Instant?
    private var blind: [BlindInterval]?

    /// Says that the process runs, and nothing else.
    init() {}

    /// Says how the relay is.
    ///
    /// - Parameters:
    ///   - audit: what was found just now.
    ///   - zoneData: the release of the time zone data.
    ///   - zoneDataAge: how long ago the time zone data changed on this machine.
    ///   - canPush: whether a push gateway is configured.
    ///   - upSince: since when the relay runs.
    ///   - blind: when it was blind lately, newest first.
    init(
        _ audit: AuditReport,
        zoneData: String?,
        zoneDataAge: Span?,
        canPush: Bool,
        upSince: Instant?,
        blind: [BlindInterval]
    ) {
        status = audit.refusesRequests ? .unavailable : audit.status == .ok ? .ok : .degraded
        checks = audit.checks
        self.zoneData = zoneData
        self.zoneDataAge = zoneDataAge
        self.canPush = canPush
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
            "upSince": upSince.map { .string($0.iso8601) },
            "blind": blind.map { .array($0.map(\.json)) },
        ])
    }
}
