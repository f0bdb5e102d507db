package import AlarmCore
package import AlarmWire
package import Engine
package import Storage

extension Engine {
    /// The families and care circles of a device's person.
    package func circles(of device: Device, in snapshot: any Snapshot) throws -> CircleList {
        CircleList(
            circles: try rosters(of: device.person, in: snapshot).map { roster in
                CircleView(roster, for: device.person, news: try news(of: roster, for: device.person, in: snapshot))
            }
        )
    }

    /// One circle of the caller's.
    ///
    /// - Throws: the problem `not-found` for a person outside the circle.
    package func circle(_ id: CircleID, for device: Device, in snapshot: any Snapshot) throws -> CircleView {
        let roster = try self.roster(of: id, for: device.person, in: snapshot)
        return CircleView(roster, for: device.person, news: try news(of: roster, for: device.person, in: snapshot))
    }

    /// The introductions for a device's person in a circle: by its members, by the person's own devices, and by those
    /// who have left it lately.
    ///
    /// - Throws: the problem `not-found` for a person outside the circle.
    package func introductions(
        in circle: CircleID,
        for device: Device,
        in snapshot: any Snapshot
    ) throws -> IntroductionList {
        _ = try roster(of: circle, for: device.person, in: snapshot)
        let now = clock.now()
        let records = try records(IntroductionBody.self, of: device.person, in: snapshot)
            .filter { $0.circle == circle && !$0.body.isOver(at: now) }
        // A list holds no more than a circle does: of those who have left, the last.
        let room = Circle.largestSize - records.count { $0.body.left == nil }
        let former = records.compactMap(\.body.left).sorted(by: >).prefix(max(room, 0))
        let shown = records.filter { $0.body.left.map { left in former.contains(left) } ?? true }
        return IntroductionList(
            introductions: shown.prefix(Circle.largestSize).map { record in
                IntroductionList.Entry(from: record.body.from, box: record.body.box)
            }
        )
    }
}

extension CircleView {
    /// The view of a circle for `person`.
    ///
    /// In a care circle, the order in which members are told, and what each may know, are shown only to the dweller and
    /// to the member concerned.
    init(_ roster: CircleRoster, for person: PersonID, news: [FamilyNews] = []) {
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
                    priority: showsDetails ? member.tier : nil,
                    alerts: member.alerts == .on ? nil : member.alerts
                )
            },
            news: news
        )
    }
}
