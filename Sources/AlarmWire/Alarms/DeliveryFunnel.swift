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
    /// When the device reported a system alarm.
    public var armed: Instant?
    /// When the device reported that it rings.
    public var ringing: Instant?
    /// When a person answered on it.
    public var acknowledged: Instant?
    /// Why the last push failed, by the gateway's word for it.
    public var error: String?

    /// Makes a funnel.
    public init(
        device: Int,
        relayed: Instant? = nil,
        delivered: Instant? = nil,
        armed: Instant? = nil,
        ringing: Instant? = nil,
        acknowledged: Instant? = nil,
        error: String? = nil
    ) {
        self.device = device
        self.relayed = relayed
        self.delivered = delivered
        self.armed = armed
        self.ringing = ringing
        self.acknowledged = acknowledged
        self.error = error
    }

    /// Reads the members of its object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        device = Int(try object.integer("device", in: 1...Int64(Int32.max)))
        relayed = try object.optionalInstant("relayed")
        delivered = try object.optionalInstant("delivered")
        armed = try object.optionalInstant("armed")
        ringing = try object.optionalInstant("ringing")
        acknowledged = try object.optionalInstant("acknowledged")
        error = try object.optionalString("error", bytes: 1...256)
    }

    /// The object that travels.
    public var json: JSONValue {
        .object(of: [
            "device": .integer(device),
            "relayed": relayed.map(JSONValue.instant),
            "delivered": delivered.map(JSONValue.instant),
            "armed": armed.map(JSONValue.instant),
            "ringing": ringing.map(JSONValue.instant),
            "acknowledged": acknowledged.map(JSONValue.instant),
            "error": error.map(JSONValue.string),
        ])
    }
}
