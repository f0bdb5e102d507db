package import AlarmCore
import AlarmWire
package import Storage

extension Engine {
    /// A person's name in a circle, or for their contacts; nil where none was given.
    package func name(of person: PersonID, in circle: CircleID, _ snapshot: any Snapshot) throws -> String? {
        let place = try record(MembershipBody.self, MembershipBody.id(of: person, in: circle), in: snapshot)
        if let name = place?.body.membership.displayName { return name }
        return try kinds.naming(person, self, snapshot)
    }

    /// The person reached at a destination.
    package func person(at destination: Destination, in snapshot: any Snapshot) throws -> PersonID? {
        switch destination {
        case .device(let id): try snapshot.device(id)?.person
        case .contact(let id, _): try snapshot.document(.contact, id: DocumentID(of: id))?.owner
        }
    }
}
