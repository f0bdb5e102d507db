/// What a device of the receiver has reported of the present occurrence.
public struct DeviceProgress: Hashable, Sendable {
    /// The device.
    public let device: DeviceID
    /// It registered a system alarm.
    public var isArmed = false
    /// Its alarm is sounding.
    public var isRinging = false
    /// It was sent, or will be sent, something that can make it ring.
    public var isInformed = false

    /// Starts with nothing reported.
    public init(device: DeviceID, isArmed: Bool = false, isRinging: Bool = false, isInformed: Bool = false) {
        self.device = device
        self.isArmed = isArmed
        self.isRinging = isRinging
        self.isInformed = isInformed
    }
}
