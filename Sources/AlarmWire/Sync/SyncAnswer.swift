public import AlarmCore

/// The answer to `GET /v1/sync`: all that a device should have armed, and what it should let go (PA1 section 5).
///
/// Pushes get lost: a phone that was offline keeps only the newest one of an app. This does not.
public struct SyncAnswer: Hashable, WireMessage {
    /// The most alarms, and the most departures, in one answer.
    public static let limit = 1024

    /// What to pass as `since` next time.
    public var cursor: SyncCursor
    /// What is, or has become, the device's to ring.
    public var alarms: [SyncedAlarm]
    /// What is the device's to ring no more.
    public var gone: [GoneAlarm]
    /// The relay's clock.
    public var serverTime: Instant
    /// Whether the relay has no push token of this device, or lost it because it died: register one, or pair again.
    public var needsToken: Bool

    /// Makes an answer.
    public init(
        cursor: SyncCursor,
        alarms: [SyncedAlarm],
        gone: [GoneAlarm],
        serverTime: Instant,
        needsToken: Bool = false
    ) {
        self.cursor = cursor
        self.alarms = alarms
        self.gone = gone
        self.serverTime = serverTime
        self.needsToken = needsToken
    }

    /// Reads the members of its object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        cursor = try object.cursor("cursor")
        alarms = try object.array("alarms", limit: Self.limit)
        gone = try object.array("gone", limit: Self.limit)
        serverTime = try object.instant("serverTime")
        needsToken = try object.optionalBool("needsToken") ?? false
    }

    /// The object that travels.
    public var json: JSONValue {
        .object(of: [
            "cursor": .string(cursor.text),
            "alarms": .array(alarms.map(\.json)),
            "gone": .array(gone.map(\.json)),
            "serverTime": .instant(serverTime),
            "needsToken": needsToken ? true : nil,
        ])
    }
}

/// An alarm that is no longer the device's to ring.
public struct GoneAlarm: Hashable, WireMessage {
    /// Why it is gone.
    public enum Reason: String, CaseIterable, Hashable, Sendable {
        /// A person answered it, here or on another device.
        case acknowledged
        /// Nobody did, and its ladder has ended.
        case missed
        /// Somebody took it back.
        case cancelled
        /// The pair has ended.
        case revoked
    }

    /// The alarm.
    public var id: AlarmID
    /// Why it is gone.
    public var reason: Reason

    /// Makes a departure.
    public init(id: AlarmID, reason: Reason) {
        self.id = id
        self.reason = reason
    }

    /// Reads the members of its object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        id = try object.identifier("id")
        reason = try object.word("reason")
    }

    /// The object that travels.
    public var json: JSONValue {
        .object(of: ["id": .identifier(id), "reason": .word(reason)])
    }
}
