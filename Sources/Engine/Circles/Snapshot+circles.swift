import AlarmCore
import Storage

extension Snapshot {
    /// Whether the circle in which an alarm was set still joins its sender and its receiver.
    ///
    /// A person's own circle does as long as there is the person.
    func isActive(circleOf row: AlarmRow) throws -> Bool {
        if row.circle == CircleID(own: row.sender) { return row.sender == row.receiver }
        if let pair = try pair(row.circle) { return pair.isActive }
        return try isMember(row.sender, of: row.circle) && isMember(row.receiver, of: row.circle)
    }
}
