public import AlarmCore

/// The progress of an alarm with one of the receiver's devices.
///
/// The devices are numbered: a sender learns that there are two phones, not which.
public struct DeliveryFunnel: Hashable, WireMessage {
    /// The number of the device, from 1.
    public var device: Int
    /// The time at which the relay took the alarm over for this device.
    public var relayed: Instant?
    /// The time at which the gateway first accepted a push.
    public var delivered: Instant?
    /// The time of the device's first report about it.
    public var received: Instant?
    /// The time at which the device reported a system alarm.
    public var armed: Instant?
    /// The time at which the device rang, as it reports; the report of a device without a connection comes later.
    public var ringing: Instant?
    /// The time at which a person answered on it.
    public var acknowledged: Instant?
    /// The last push sent before the device rang or a person answered.
    public var worked: Step?
    /// The number of pushes that can make it ring, failed attempts included.
    public var attempts: Int
    /// The reason why the last push that failed did; nil once the device was reached after it.
    public var error: String?
    /// The reason why a push failed before the device was reached after all.
    public var pastError: String?
    /// The time from which the relay tried to send the push of ``pastError``.
    public var pastErrorAt: Instant?
    /// The number of earlier alarms in a row that rang for the device without a report from it.
    public var unanswered: Int
    /// Whether so many alarms were unanswered that somebody should check the device.
    public var isSilent: Bool

    /// Makes a funnel.
    public init(
        device: Int,
        relayed: Instant? = nil,
        delivered: Instant? = nil,
        received: Instant? = nil,
        armed: Instant? = nil,
        ringing: Instant? = nil,
        acknowledged: Instant? = nil,
        worked: Step? = nil,
        attempts: Int = 0,
        error: String? = nil,
        pastError: String? = nil,
        pastErrorAt: Instant? = nil,
        unanswered: Int = 0,
        isSilent: Bool = false
    ) {
        self.device = device
        self.relayed = relayed
        self.delivered = delivered
        self.received = received
        self.armed = armed
        self.ringing = ringing
        self.acknowledged = acknowledged
        self.worked = worked
        self.attempts = attempts
        self.error = error
        self.pastError = pastError
        self.pastErrorAt = pastErrorAt
        self.unanswered = unanswered
        self.isSilent = isSilent
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        device = Int(try object.integer("device", in: 1...Int64(Int32.max)))
        relayed = try object.optionalInstant("relayed")
        delivered = try object.optionalInstant("delivered")
        received = try object.optionalInstant("received")
        armed = try object.optionalInstant("armed")
        ringing = try object.optionalInstant("ringing")
        acknowledged = try object.optionalInstant("acknowledged")
        worked = try object.optionalObject("worked")
        attempts = Int(try object.optionalInteger("attempts", in: 0...Int64(Int32.max)) ?? 0)
        error = try object.optionalString("error", bytes: 1...256)
        pastError = try object.optionalString("pastError", bytes: 1...256)
        pastErrorAt = try object.optionalInstant("pastErrorAt")
        unanswered = Int(try object.optionalInteger("unanswered", in: 0...Int64(Int32.max)) ?? 0)
        isSilent = try object.optionalBool("silent") ?? false
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "device": .integer(device),
            "relayed": relayed.map(JSONValue.instant),
            "delivered": delivered.map(JSONValue.instant),
            "received": received.map(JSONValue.instant),
            "armed": armed.map(JSONValue.instant),
            "ringing": ringing.map(JSONValue.instant),
            "acknowledged": acknowledged.map(JSONValue.instant),
            "worked": worked?.json,
            "attempts": .integer(attempts),
            "error": error.map(JSONValue.string),
            "pastError": pastError.map(JSONValue.string),
            "pastErrorAt": pastErrorAt.map(JSONValue.instant),
            "unanswered": .integer(unanswered),
            "silent": .bool(isSilent),
        ])
    }
}
