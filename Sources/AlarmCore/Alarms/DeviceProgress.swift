/// The reports of one of the receiver's devices about the present occurrence, and what was sent to it.
public struct DeviceProgress: Hashable, Sendable {
    /// The device.
    public let device: DeviceID
    /// Whether the device has given any sign of life about this occurrence.
    public var hasReceived = false
    /// Whether the device registered a system alarm.
    public var isArmed = false
    /// Whether the device's alarm is sounding.
    public var isRinging = false
    /// Whether something that can make the device ring was sent to it, or will be.
    public var isInformed = false
    /// Whether a ring was ordered for the device since due, or since the end of a snooze.
    public var isRung = false
    /// Whether the last push that could make the device ring failed, with no sign since that another would arrive.
    public var hasFailed = false
    /// Whether somebody stopped the sound on the device, of an alarm that only a report of completion ends.
    public var hasDismissed = false

    /// Starts with nothing reported.
    public init(
        device: DeviceID,
        hasReceived: Bool = false,
        isArmed: Bool = false,
        isRinging: Bool = false,
        isInformed: Bool = false,
        isRung: Bool = false,
        hasFailed: Bool = false,
        hasDismissed: Bool = false
    ) {
        self.device = device
        self.hasReceived = hasReceived
        self.isArmed = isArmed
        self.isRinging = isRinging
        self.isInformed = isInformed
        self.isRung = isRung
        self.hasFailed = hasFailed
        self.hasDismissed = hasDismissed
    }

    /// Whether the device may still ring: by itself, or by a push that is not known to fail.
    var canStillRing: Bool { !hasFailed || isArmed || isRinging }
}
