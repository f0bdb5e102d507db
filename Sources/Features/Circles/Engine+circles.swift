package import AlarmCore
package import AlarmWire
package import Engine
package import Storage

extension Engine {
    /// The families and care circles of a device's person.
    package func circles(of device: Device, in snapshot: any Snapshot) throws -> CircleList {
        CircleList(
            circles: try rosters(of: device.person, in: snapshot).map { CircleView($0, for: device.person) }
        )
    }

    /// One circle of the caller's.
    ///
    /// - Throws: the problem `not-found` for a person outside the circle.
    package func circle(_ id: CircleID, for device: Device, in snapshot: any Snapshot) throws -> CircleView {
        CircleView(try roster(of: id, for: device.person, in: snapshot), for: device.person)
    }
}

extension CircleView {
    /// The view of a circle for `person`.
    ///
    /// In a care circle, the order in which members are told, and what each may know, are shown only to the dweller and
    /// to the member concerned.
    init(_ roster: CircleRoster, for person: PersonID) {
        let seesAll = roster.dweller?.person == person
        self.init(
            roster.circle,
            members: roster.members.map { member in
                let isSelf = member.person == person
                let showsDetails = member.role == .member && (seesAll || isSelf)
                return CircleMemberView(
                    person: member.person,
                    isSelf: isSelf,
                    role: member.role,
                    displayName: member.displayName,
                    since: member.since,
                    permissions: showsDetails ? member.permissions : nil,
                    priority: showsDetails ? member.tier : nil
                )
            }
        )
    }
}
