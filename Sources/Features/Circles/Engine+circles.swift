package import AlarmCore
package import AlarmWire
package import Storage

extension Engine {
    /// The families and care circles of a device's person.
    package func circles(of device: Device, in snapshot: any Snapshot) throws -> CircleList {
        CircleList(
            circles: try rosters(of: device.person, in: snapshot).map { CircleView($0, for: device.person) }
        )
    }

    /// One of them.
    ///
    /// - Throws: the problem `not-found` for who is not in it.
    package func circle(_ id: CircleID, for device: Device, in snapshot: any Snapshot) throws -> CircleView {
        CircleView(try roster(of: id, for: device.person, in: snapshot), for: device.person)
    }

    /// Waits until nothing of this circle is under way to anybody, and removes what deleted rows left on the disk.
    package func settle(circle: CircleID) async throws {
        await inFlight.drain(circle: circle, for: limits.drain, by: clock)
        try await store.scrub()
    }
}

extension CircleView {
    /// What `person` sees of a circle: the order in which members of a care circle are told, and what each may know, is
    /// between its dweller and each of them.
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
