internal import AlarmCore
internal import Storage

private let changeOf = "SELECT change FROM last_change WHERE person = ?"
// Of two persons by one statement, and of many: most of a statement's cost is its own, and not that of its rows.
private let changesOf = """
    SELECT (SELECT change FROM last_change WHERE person = ?), (SELECT change FROM last_change WHERE person = ?)
    """
private let most = 16
private let putMost = putChanges(most)
private let putOne = putChanges(1)
private func putChanges(_ count: Int) -> String {
    """
    INSERT INTO last_change (person, change) VALUES \(Array(repeating: "(?, ?)", count: count).joined(separator: ", "))
    ON CONFLICT (person) DO UPDATE SET change = excluded.change
    """
}
private let deleteChange = "DELETE FROM last_change WHERE person = ?"

/// The next change number of an alarm.
struct NextChange {
    let number: Int64
    /// Those whose last number it becomes.
    fileprivate let persons: [PersonID]
}

/// Numbers the changes of alarms by person. What changed is held in ``SQLiteTransaction/Counters`` and stored once,
/// however many changes of however many bodies share the commit.
extension SQLiteTransaction {
    /// The number of a person's last change; nil for somebody who has none of their own.
    func numberedChange(of person: PersonID) throws -> Int64? {
        if let change = counters.changes[person] { return change }
        return try session.first(changeOf, [person]) { try $0.next() }
    }

    /// Returns the next change number of an alarm between two persons, which ``take(_:)`` makes theirs.
    ///
    /// A person who was forgotten has no number, and a change of an alarm that is there already brings none back.
    func nextChange(of sender: PersonID, _ receiver: PersonID, isNew: Bool) throws -> NextChange {
        let (sent, received) = try numberedChanges(of: sender, receiver)
        var persons: [PersonID] = []
        if try sent != nil || isNew || !devices(of: sender).isEmpty { persons.append(sender) }
        if try sender != receiver && (received != nil || isNew || !devices(of: receiver).isEmpty) {
            persons.append(receiver)
        }
        return NextChange(number: max(counters.floor, sent ?? 0, received ?? 0) + 1, persons: persons)
    }

    private func numberedChanges(of sender: PersonID, _ receiver: PersonID) throws -> (Int64?, Int64?) {
        guard sender != receiver, counters.changes[sender] == nil, counters.changes[receiver] == nil else {
            return (try numberedChange(of: sender), try numberedChange(of: receiver))
        }
        return try session.first(changesOf, [sender, receiver]) { try ($0.next(), $0.next()) } ?? (nil, nil)
    }

    /// Makes a change's number the last one of its persons.
    func take(_ change: NextChange) {
        for person in change.persons { counters.changes[person] = change.number }
    }

    /// Deletes a person's number.
    func forgetChanges(of person: PersonID) throws {
        counters.changes[person] = nil
        try session.run(deleteChange, [person])
    }

    /// Stores the numbers of all those whose alarms changed.
    func storeChanges() throws {
        // In the order of the table, in which neighbours share a page.
        var rest = counters.changes.sorted { $0.key < $1.key }[...]
        while !rest.isEmpty {
            let count = rest.count < most ? 1 : most
            let values = rest.prefix(count).flatMap { [$0.key, $0.value] as [any Column] }
            try session.run(count == 1 ? putOne : putMost, values)
            rest = rest.dropFirst(count)
        }
    }
}
