package import AlarmCore
package import AlarmWire
package import Engine
package import Storage

extension Engine {
    /// The pairs of a device's person.
    package func pairs(of device: Device, in snapshot: any Snapshot) throws -> PairList {
        PairList(
            pairs: try snapshot.pairs(of: device.person).map { pair in
                PairView(
                    id: pair.id,
                    state: pair.isActive ? .active : .ended,
                    since: pair.since,
                    partnerToken: pair.isActive
                        ? PartnerToken(bytes: try vault.partnerToken(of: pair.id, heldBy: device.person)) : nil
                )
            }
        )
    }
}
