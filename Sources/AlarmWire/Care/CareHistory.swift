public import AlarmCore

/// `GET /v1/care/circles/{id}/alerts`: the alerts of a care circle that the caller may see.
public struct CareHistory: Hashable, WireMessage {
    /// The number of a dweller's alerts that are kept, as long as they are not too old for the relay
    /// (`limit-history-retention`).
    public static let limit = 1000
    /// The most alerts in one answer.
    public static let pageLimit = 50

    /// The alerts, newest first.
    public var alerts: [CareAlertView]
    /// The last alert of the page where there are older ones: ask for those before it.
    public var next: DocumentID?
    /// A notice in the caller's language: this is not a medical device and does not replace emergency services.
    public var notice: String

    /// Makes a history.
    public init(alerts: [CareAlertView], next: DocumentID? = nil, notice: String) {
        self.alerts = alerts
        self.next = next
        self.notice = notice
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        alerts = try object.array("alerts", limit: Self.limit)
        next = try object.optionalIdentifier("next")
        notice = try object.string("notice")
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "alerts": .array(alerts.map(\.json)),
            "next": next.map { .identifier($0) },
            "notice": .string(notice),
        ])
    }
}
