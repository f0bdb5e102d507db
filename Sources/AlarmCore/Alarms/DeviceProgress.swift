/// What a device of the receiver has reported of the present occurrence, and what was tried with it.
public struct DeviceProgress: Hashable, Sendable {
    /// The device.
    public let device: DeviceID
    /// It has given a sign of life about this occurrence, whatever it said.
    public var hasReceived = false
    /// It registered a system alarm.
    public var isArmed = false
    /// Its alarm is sounding.
    public var isRinging = false
    /// It was sent, or will be sent, something that can make it ring.
    public var isInformed = false
    /// A ring was ordered for it since the ladder began.
    public var isRung = false
    /// The last push that could make it ring was given up, and nothing has shown since that one would reach it.
    public var hasFailed = false

    /// Starts with nothing reported.
    public init(
        device: DeviceID,
        hasReceived: Bool = false,
        isArmed: Bool = false,
        isRinging: Bool = false,
        isInformed: Bool = false,
        isRung: Bool = false,
        hasFailed: Bool = false
    ) {
        self.device = device
        self.hasReceived = hasReceived
        self.isArmed = isArmed
        self.isRinging = isRinging
        self.isInformed = isInformed
        self.isRung = isRung
        self.hasFailed = hasFailed
    }

    /// Whether it may still ring: by itself, or by a push that is not known to be in vain.
    var isHopeful: Bool { !hasFailed || isArmed || isRinging }
}
