package import AlarmCore
package import Storage

extension Snapshot {
    /// Whether a person is in a family or care circle.
    package func isMember(_ person: PersonID, of circle: CircleID) throws -> Bool {
        try document(.membership, id: MembershipBody.id(of: person, in: circle)) != nil
    }

    /// Whether the circle in which an alarm was set still joins its sender and its receiver.
    ///
    /// A person's own circle lasts as long as the person.
    package func isActive(circleOf row: AlarmRow) throws -> Bool {
        if row.circle == CircleID(own: row.sender) { return row.sender == row.receiver }
        if let pair = try pair(row.circle) { return pair.isActive }
        return try isMember(row.sender, of: row.circle) && isMember(row.receiver, of: row.circle)
    }
}
