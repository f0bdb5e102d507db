package import AlarmCore
import AlarmWire
package import Storage

extension Engine {
    /// A circle with all its members, for any caller; nil when there is none.
    package func roster(of circle: CircleID, in snapshot: any Snapshot) throws -> CircleRoster? {
        guard let record = try record(CircleBody.self, DocumentID(of: circle), in: snapshot) else { return nil }
        let members = try records(MembershipBody.self, concerning: circle, in: snapshot).map(\.body.membership)
        return CircleRoster(circle: record.body.circle, members: members)
    }

    /// A circle with all its members, for one of them.
    ///
    /// - Throws: the problem `not-found` for anyone else.
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

    /// The families and care circles of a person, in the order in which they joined.
    package func rosters(of person: PersonID, in snapshot: any Snapshot) throws -> [CircleRoster] {
        try snapshot.circles(of: person).compactMap { try roster(of: $0, in: snapshot) }
    }

    /// The circles of a person, as far as ``CircleRules`` needs to know them.
    package func circlesKnown(of person: PersonID, in snapshot: any Snapshot) throws -> CircleRules.Known {
        try records(MembershipBody.self, of: person, in: snapshot).reduce(into: CircleRules.Known()) { known, record in
            known.count(record.body.membership.role)
        }
    }
}
