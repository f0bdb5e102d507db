package import AlarmCore
import AlarmWire
package import Storage

extension Engine {
    /// A circle with everybody in it, whoever asks; nil when there is none.
    package func roster(of circle: CircleID, in snapshot: any Snapshot) throws -> CircleRoster? {
        guard let record = try record(CircleBody.self, DocumentID(of: circle), in: snapshot) else { return nil }
        let members = try records(MembershipBody.self, concerning: circle, in: snapshot).map(\.body.membership)
        return CircleRoster(circle: record.body.circle, members: members)
    }

    /// A circle with everybody in it, for somebody in it.
    ///
    /// - Throws: the problem `not-found` for everybody else.
    package func roster(
        of circle: CircleID,
        for person: PersonID,
        in snapshot: any Snapshot
    ) throws -> CircleRoster {
        guard let roster = try roster(of: circle, in: snapshot), roster.member(person) != nil else {
            throw Problem(.notFound)
        }
        return roster
    }

    /// The families and care circles of a person, in the order in which they came into them.
    package func rosters(of person: PersonID, in snapshot: any Snapshot) throws -> [CircleRoster] {
        try snapshot.circles(of: person).compactMap { try roster(of: $0, in: snapshot) }
    }

    /// In which circles a person is, as far as the rules ask.
    package func circlesKnown(of person: PersonID, in snapshot: any Snapshot) throws -> CircleRules.Known {
        try records(MembershipBody.self, of: person, in: snapshot).reduce(into: CircleRules.Known()) { known, record in
            known.count(record.body.membership.role)
        }
    }
}

extension Snapshot {
    /// Whether a person is in a family or care circle.
    package func isMember(_ person: PersonID, of circle: CircleID) throws -> Bool {
        try document(.membership, id: MembershipBody.id(of: person, in: circle)) != nil
    }
}
