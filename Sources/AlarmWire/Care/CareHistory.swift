public import AlarmCore

/// `GET /v1/care/circles/{id}/alerts`: the alerts of a care circle that the caller may see.
public struct CareHistory: Hashable, WireMessage {
    /// How many alerts of a dweller are kept.
    public static let limit = 1000
    /// How many of them one answer holds.
    public static let pageLimit = 50

    /// The alerts, newest first.
    public var alerts: [CareAlertView]
    /// The last of them, where there are older ones: ask for what comes before it.
    public var next: DocumentID?
    /// That this is no medical device and does not replace emergency services, in the caller's language.
    public var notice: String

    /// Makes a history.
    public init(alerts: [CareAlertView], next: DocumentID? = nil, notice: String) {
        self.alerts = alerts
        self.next = next
        self.notice = notice
    }

    /// Reads the members of its object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        alerts = try object.array("alerts", limit: Self.limit)
        next = try object.optionalIdentifier("next")
        notice = try object.string("notice")
    }

    /// The object that travels.
    public var json: JSONValue {
        .object(of: [
            "alerts": .array(alerts.map(\.json)),
            "next": next.map { .identifier($0) },
            "notice": .string(notice),
        ])
    }
}
