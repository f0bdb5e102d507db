internal import AlarmCore
internal import Storage

private let changeOf = "SELECT change FROM last_change WHERE person = ?"
private let putChange = """
    INSERT INTO last_change (person, change) VALUES (?, ?) ON CONFLICT (person) DO UPDATE SET change = excluded.change
    """
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
        var (last, persons) = (counters.floor, [PersonID]())
        for person in sender == receiver ? [sender] : [sender, receiver] {
            let change = try numberedChange(of: person)
            last = max(last, change ?? 0)
            if try change != nil || isNew || !devices(of: person).isEmpty { persons.append(person) }
        }
        return NextChange(number: last + 1, persons: persons)
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
        for (person, change) in counters.changes.sorted(by: { $0.key < $1.key }) {
            try session.run(putChange, [person, change])
        }
    }
}
