/// A push as a phone receives it.
///
/// The one reader in this module that forgives: an app older than its relay, or a message damaged on the way, still rings,
/// unverified and without words. Loud, never silent. Only what an alarm cannot do without is required: its name, its stage,
/// its revision and its time.
public struct ReceivedAlarmPush: Hashable, Sendable {
    /// What it tells; what could not be understood is nil in it.
    public let alarm: AlarmPush
    /// The names of the members that could not be understood, in order; a reason to ring unverified if `message` is one.
    public let unreadable: [String]

    /// Reads a whole payload: `{"aps":…,"alarm":…}`.
    ///
    /// - Throws: when it is no JSON or has no usable alarm in it.
    public init(payload text: [UInt8]) throws(WireError) {
        // An app may find its own members beside ours, as deep as it likes; Apple's limit is the only one.
        let limits = JSONLimits(bytes: PushPayload.limit, depth: 32)
        var root = try ObjectReader(try JSONValue(parsing: text, limits: limits))
        try self.init(alarm: root.value("alarm"), at: "/alarm")
    }

    /// Reads the `alarm` object alone.
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
        alarm.preset = lenient("preset") { name throws(WireError) in
            try object.optionalString(name, bytes: 1...64)
        }
        alarm.words = lenient("words") { name throws(WireError) in try object.optionalObject(name) }
        alarm.isLate = lenient("late") { name throws(WireError) in try object.optionalBool(name) } ?? false
        self.alarm = alarm
        self.unreadable = unreadable
    }
}
