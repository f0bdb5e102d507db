package import AlarmCore
package import AlarmWire
package import Engine
package import Storage

extension Engine {
    /// The devices of a device's person, oldest first.
    package func devices(of device: Device, in snapshot: any Snapshot) throws -> DeviceList {
        DeviceList(
            devices: try snapshot.devices(of: device.person).map { other in
                DeviceView(other, isSelf: other.id == device.id)
            }
        )
    }
}

extension DeviceView {
    /// What its person may see of a stored device.
    init(_ device: Device, isSelf: Bool) {
        self.init(
            id: device.id,
            isSelf: isSelf,
            platform: device.platform,
            capabilities: device.capabilities,
            since: device.since,
            isReachable: device.isReachable
        )
    }
}
