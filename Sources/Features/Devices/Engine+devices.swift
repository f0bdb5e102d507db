package import AlarmCore
package import AlarmWire
package import Engine
package import Storage

extension Engine {
    /// The devices of a device's person, oldest first.
    package func devices(of device: Device, in snapshot: any Snapshot) throws -> DeviceList {
        DeviceList(
            devices: try snapshot.devices(of: device.person).map { other in
                DeviceView(
                    id: other.id,
                    isSelf: other.id == device.id,
                    platform: other.platform,
                    capabilities: other.capabilities,
                    since: other.since,
                    isReachable: other.isReachable
                )
            }
        )
    }
}
