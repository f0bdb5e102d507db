internal import AlarmCore

/// The progress of devices, packed into one column: a version byte, then 17 bytes a device.
///
/// Read and written with every step of an alarm, and never searched: a table of its own would cost a join without
/// benefit.
struct PackedProgress: Column {
    private static var version: UInt8 { 1 }
    private static var entrySize: Int { 17 }
    private static var armed: UInt8 { 1 }
    private static var ringing: UInt8 { 2 }
    private static var informed: UInt8 { 4 }
    private static var received: UInt8 { 8 }
    private static var rung: UInt8 { 16 }
    private static var failed: UInt8 { 32 }
    private static var dismissed: UInt8 { 64 }

    let devices: [DeviceProgress]

    init(_ devices: [DeviceProgress]) {
        self.devices = devices
    }

    func bind(to parameter: Parameter) {
        var bytes = [Self.version]
        bytes.reserveCapacity(1 + devices.count * Self.entrySize)
        for device in devices {
            bytes += device.device.bytes
            bytes.append(
                (device.isArmed ? Self.armed : 0)
                    | (device.isRinging ? Self.ringing : 0)
                    | (device.isInformed ? Self.informed : 0)
                    | (device.hasReceived ? Self.received : 0)
                    | (device.isRung ? Self.rung : 0)
                    | (device.hasFailed ? Self.failed : 0)
                    | (device.hasDismissed ? Self.dismissed : 0)
            )
        }
        bytes.bind(to: parameter)
    }

    init?(_ field: Field) {
        guard let bytes = [UInt8](field), bytes.first == Self.version,
            (bytes.count - 1).isMultiple(of: Self.entrySize)
        else { return nil }
        var devices: [DeviceProgress] = []
        for start in stride(from: 1, to: bytes.count, by: Self.entrySize) {
            guard let device = DeviceID(bytes: bytes[start..<start + 16]) else { return nil }
            let flags = bytes[start + 16]
            devices.append(
                DeviceProgress(
                    device: device,
                    // Any other report implies receipt, also in rows of an earlier version without that flag.
                    hasReceived: flags & (Self.received | Self.armed | Self.ringing) != 0,
                    isArmed: flags & Self.armed != 0,
                    isRinging: flags & Self.ringing != 0,
                    isInformed: flags & Self.informed != 0,
                    isRung: flags & Self.rung != 0,
                    hasFailed: flags & Self.failed != 0,
                    hasDismissed: flags & Self.dismissed != 0
                )
            )
        }
        self.init(devices)
    }
}
