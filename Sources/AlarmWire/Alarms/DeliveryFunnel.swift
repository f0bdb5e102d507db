public import AlarmCore

/// How far an alarm has come with one of the receiver's devices.
///
/// The devices are numbered: a sender learns that there are two phones, not which.
public struct DeliveryFunnel: Hashable, WireMessage {
    /// Which device, counted from 1.
    public var device: Int
    /// When the relay took it over for this device.
    public var relayed: Instant?
    /// When the gateway first took a push.
    public var delivered: Instant?
    /// When the device first gave a sign of life about it.
    public var received: Instant?
    /// When the device reported a system alarm.
    public var armed: Instant?
    /// When the device reported that it rings.
    public var ringing: Instant?
    /// When a person answered on it.
    public var acknowledged: Instant?
    /// What made it ring, or a person answer: the last push that was sent before.
    public var worked: Rung?
    /// How often a push that can make it ring was sent, or tried to be.
    public var attempts: Int
    /// Why the last push failed, by the gateway's word for it.
    public var error: String?
    /// How many alarms in a row, before this one, rang for the device without a word from it.
    public var unanswered: Int
    /// Whether those are so many that somebody should look after the device.
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
        worked: Rung? = nil,
        attempts: Int = 0,
        error: String? = nil,
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
        self.unanswered = unanswered
        self.isSilent = isSilent
    }

    /// Reads the members of its object.
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
        unanswered = Int(try object.optionalInteger("unanswered", in: 0...Int64(Int32.max)) ?? 0)
        isSilent = try object.optionalBool("silent") ?? false
    }

    /// The object that travels.
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
            "unanswered": .integer(unanswered),
            "silent": .bool(isSilent),
        ])
    }
}
