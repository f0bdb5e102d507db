public import AlarmCore

/// The answer to `GET /v1/sync`: all alarms that a device should have armed, and those that it should cancel (PA1
/// section 5).
///
/// Pushes can be lost, for example because APNs keeps only the newest one of an app for an offline phone; this answer
/// is complete.
public struct SyncAnswer: Hashable, WireMessage {
    /// The most alarms, and the most departures, in one answer.
    public static let limit = 1024

    /// The cursor to pass as `since` next time.
    public var cursor: SyncCursor
    /// The device's new and present alarms.
    public var alarms: [SyncedAlarm]
    /// The alarms that the device must no longer ring.
    public var gone: [GoneAlarm]
    /// The relay's clock.
    public var serverTime: Instant
    /// Whether the relay has no working push token of this device: register one, or pair again.
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

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        cursor = try object.cursor("cursor")
        alarms = try object.array("alarms", limit: Self.limit)
        gone = try object.array("gone", limit: Self.limit)
        serverTime = try object.instant("serverTime")
        needsToken = try object.optionalBool("needsToken") ?? false
    }

    /// The JSON object on the wire.
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

/// An alarm that the device must no longer ring.
public struct GoneAlarm: Hashable, WireMessage {
    /// A reason why the alarm is gone.
    public enum Reason: String, CaseIterable, Hashable, Sendable {
        /// A person answered it, here or on another device.
        case acknowledged
        /// Nobody answered, and its last step was taken.
        case missed
        /// The alarm was cancelled.
        case cancelled
        /// The pair has ended.
        case revoked
    }

    /// The alarm.
    public var id: AlarmID
    /// The reason.
    public var reason: Reason

    /// Makes an entry.
    public init(id: AlarmID, reason: Reason) {
        self.id = id
        self.reason = reason
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        id = try object.identifier("id")
        reason = try object.word("reason")
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: ["id": .identifier(id), "reason": .word(reason)])
    }
}
