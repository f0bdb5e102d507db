import AlarmCore
import AlarmWire

/// What `/healthz` and `/readyz` answer.
struct StatusReport: Hashable, WireEncodable {
    /// Whether the relay can do its work.
    var isReady: Bool
    /// Why not.
    var failure: String?
    /// The release of the time zone data.
    var zoneData: String?
    /// How long ago the time zone data changed on this machine.
    var zoneDataAge: Span?
    /// Whether a push gateway is configured.
    var canPush: Bool?

    var json: JSONValue {
        .object(of: [
            "status": .string(isReady ? "ok" : "unavailable"),
            "detail": failure.map(JSONValue.string),
            "tzdata": zoneData.map(JSONValue.string),
            "tzdataAgeDays": zoneDataAge.map { .integer($0.milliseconds / 86_400_000) },
            "apns": canPush.map(JSONValue.bool),
        ])
    }
}
