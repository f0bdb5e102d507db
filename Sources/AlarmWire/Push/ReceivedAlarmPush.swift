/// A push as a phone receives it.
///
/// The one lenient reader in this module: an app older than its relay, or one that gets a damaged message, still rings,
/// unverified and without the message. Ringing is better than silence. Only the essentials of an alarm are required:
/// identifier, stage, revision and time.
public struct ReceivedAlarmPush: Hashable, Sendable {
    /// The content; unreadable members are nil.
    public let alarm: AlarmPush
    /// The names of unreadable members, in order; with `message` among them the phone rings unverified.
    public let unreadable: [String]

    /// Reads a whole payload: `{"aps":…,"alarm":…}`.
    ///
    /// - Throws: when it is not JSON or contains no usable alarm.
    public init(payload text: [UInt8]) throws(WireError) {
        // An app may have its own members beside these, of any depth; Apple's limit is the only one.
        let limits = JSONLimits(bytes: PushPayload.limit, depth: 32)
        var root = try ObjectReader(try JSONValue(parsing: text, limits: limits))
        try self.init(alarm: root.value("alarm"), at: "/alarm")
    }

    /// Reads only the `alarm` object.
    public init(alarm value: JSONValue, at pointer: String = "") throws(WireError) {
        var object = try ObjectReader(value, at: pointer)
        var unreadable: [String] = []
        func lenient<Value>(_ name: String, _ read: (String) throws(WireError) -> Value?) -> Value? {
            do {
                return try read(name)
            } catch {
                unreadable.append(name)
                return nil
            }
        }
        let stage = try object.text("stage", expected: "the name of a stage") { PushStage(rawValue: $0) }
        var alarm = AlarmPush(
            stage: stage,
            id: try object.identifier("id"),
            revision: try object.revision("revision"),
            time: try object.instant("time")
        )
        alarm.firstTime = lenient("firstTime") { name throws(WireError) in try object.optionalInstant(name) }
        alarm.snoozedUntil = lenient("snoozedUntil") { name throws(WireError) in try object.optionalInstant(name) }
        alarm.rule = lenient("repeat") { name throws(WireError) in try object.optionalRule(name) }
        alarm.timeZone = lenient("timeZone") { name throws(WireError) in try object.optionalZone(name) }
        alarm.sound = lenient("sound") { name throws(WireError) in try object.optionalSound(name) }
        alarm.message = lenient("message") { name throws(WireError) in
            try object.optionalSealed(name, limit: PushPayload.limit)
        }
        alarm.reply = lenient("reply") { name throws(WireError) in
            try object.optionalSealed(name, limit: PushPayload.limit)
        }
        alarm.sealed = lenient("sealed") { name throws(WireError) in try object.optionalObject(name) }
        alarm.clear = lenient("clear") { name throws(WireError) in try object.optionalObject(name) }
        alarm.preset = lenient("preset") { name throws(WireError) in
            try object.optionalString(name, bytes: 1...64)
        }
        alarm.words = lenient("words") { name throws(WireError) in try object.optionalObject(name) }
        alarm.isLate = lenient("late") { name throws(WireError) in try object.optionalBool(name) } ?? false
        alarm.restoredAt = lenient("restored") { name throws(WireError) in try object.optionalInstant(name) }
        self.alarm = alarm
        self.unreadable = unreadable
    }
}
