package import AlarmCore
package import AlarmWire
package import Engine
package import Storage

extension Engine {
    /// The introductions for a device's person in a circle, by its members and by the person's own devices.
    ///
    /// - Throws: the problem `not-found` for a person outside the circle.
    package func introductions(
        in circle: CircleID,
        for device: Device,
        in snapshot: any Snapshot
    ) throws -> IntroductionList {
        _ = try roster(of: circle, for: device.person, in: snapshot)
        let records = try records(IntroductionBody.self, of: device.person, in: snapshot)
        return IntroductionList(
            introductions: records.filter { $0.circle == circle }.map { record in
                IntroductionList.Entry(from: record.body.from, box: record.body.box)
            }
        )
    }
}
