internal import AlarmCore
internal import Storage

private let changeOf = Statement("SELECT person, change FROM last_change WHERE person = ANY ($1)")
private let changesOfAlarms = Statement(
    """
    SELECT persons.person, change FROM (
        SELECT sender AS person FROM alarm WHERE key = ANY ($1)
        UNION
        SELECT receiver FROM alarm WHERE key = ANY ($1)
    ) AS persons LEFT JOIN last_change ON last_change.person = persons.person
    """
)
private let changesOfNamedAlarms = Statement(
    """
    SELECT persons.person, change FROM (
        SELECT sender AS person FROM alarm WHERE id = ANY ($1)
        UNION
        SELECT receiver FROM alarm WHERE id = ANY ($1)
    ) AS persons LEFT JOIN last_change ON last_change.person = persons.person
    """
)
// In the order of persons, so that transactions that meet wait for each other in one direction alone.
private let putChanges = Statement(
    """
    INSERT INTO last_change (person, change)
    SELECT person, change FROM unnest($1::uuid[], $2::bigint[]) AS changed (person, change) ORDER BY person
    ON CONFLICT (person) DO UPDATE SET change = excluded.change
    """
)
private let deleteChange = Statement("DELETE FROM last_change WHERE person = $1")
private let takeKeys = Statement("SELECT nextval('alarm_key')")

/// The last change numbers of persons, as one transaction knows them.
struct ChangeNumbers {
    /// The numbers that were read or given out; nil for somebody who has none.
    fileprivate var known: [PersonID: Int64?] = [:]
    /// Those who got a new one.
    fileprivate var changed: Set<PersonID> = []

    init() {}
}

/// Numbers the changes of alarms by person.
///
/// The numbers are read where they are needed first, and written together at the end of the transaction. Two transactions
/// that give out numbers of one person write the same row, so that the server refuses the second one, which is run again:
/// a number is never given out twice, nor after a larger one.
extension PostgresTransaction {
    /// The number of a person's last change; nil for somebody who has none of their own.
    func numberedChange(of person: PersonID) throws -> Int64? {
        try readChanges(of: [person])
        return changes.known[person] ?? nil
    }

    /// Reads the numbers that are not known yet.
    private func readChanges(of persons: Set<PersonID>) throws {
        let unknown = persons.filter { changes.known[$0] == nil }
        guard !unknown.isEmpty else { return }
        let found = try session.all(changeOf, [ColumnArray(unknown)]) { reader in
            try (person: reader.next(PersonID.self), change: reader.next(Int64.self))
        }
        for person in unknown { changes.known[person] = .some(nil) }
        for (person, change) in found { changes.known[person] = change }
    }

    /// Gives out the next change number of an alarm between two persons, which becomes the last one of both.
    ///
    /// A person who was forgotten has no number, and a change of an alarm that is there already brings none back.
    func nextChange(of sender: PersonID, _ receiver: PersonID, isNew: Bool) throws -> Int64 {
        let both: Set<PersonID> = [sender, receiver]
        try readChanges(of: both)
        let numbers = both.map { (person: $0, change: changes.known[$0] ?? nil) }
        let next = (numbers.compactMap(\.change).max() ?? 0) + 1
        for (person, change) in numbers {
            guard try change != nil || isNew || !devices(of: person).isEmpty else { continue }
            changes.known[person] = next
            changes.changed.insert(person)
        }
        return next
    }

    /// Gives out the next key of an alarm.
    func nextAlarmKey() throws -> AlarmKey {
        let connection = session.connection
        if connection.alarmKeys.isEmpty {
            let first = try session.first(takeKeys) { try $0.next(Int64.self) }
            guard let first else { throw StoreError.failed("the database gave no keys for alarms") }
            connection.alarmKeys = first..<first + Migration.alarmKeysInBlock
        }
        return AlarmKey(connection.alarmKeys.removeFirst())
    }

    /// Makes a number the last one of a person, whatever was before.
    func setChange(_ change: Int64, of person: PersonID) {
        changes.known[person] = change
        changes.changed.insert(person)
    }

    /// Deletes a person's number.
    func forgetChanges(of person: PersonID) throws {
        changes.known[person] = .some(nil)
        changes.changed.remove(person)
        try session.run(deleteChange, [person])
    }

    /// Queues the new numbers of all those whose alarms changed.
    func storeChanges() throws {
        let rows = changes.changed.sorted().compactMap { person in
            (changes.known[person] ?? nil).map { (person: person, change: $0) }
        }
        guard !rows.isEmpty else { return }
        try session.run(putChanges, [ColumnArray(rows.map(\.person)), ColumnArray(rows.map(\.change))])
    }

    /// The queries for the numbers of those whose alarms are read ahead.
    func changeLookups(for rows: [Prefetch]) -> [Lookup] {
        var (persons, keys, ids): (Set<PersonID>, [AlarmKey], [AlarmID]) = ([], [], [])
        for row in rows {
            switch row {
            case .load(_, let sender, _): persons.insert(sender)
            case .devices(let person): persons.insert(person)
            case .keyedAlarm(let key): keys.append(key)
            case .alarm(let id): ids.append(id)
            default: break
            }
        }
        persons = persons.filter { changes.known[$0] == nil }
        var lookups: [Lookup] = []
        if !persons.isEmpty {
            lookups.append(changeLookup(changeOf, ColumnArray(persons), of: persons))
        }
        if !keys.isEmpty { lookups.append(changeLookup(changesOfAlarms, ColumnArray(keys))) }
        if !ids.isEmpty { lookups.append(changeLookup(changesOfNamedAlarms, ColumnArray(ids))) }
        return lookups
    }

    /// A query for numbers; those of `persons` whom it does not find have none.
    private func changeLookup(
        _ statement: Statement,
        _ values: ColumnArray,
        of persons: Set<PersonID> = []
    ) -> Lookup {
        Lookup(statement, [values]) { reader in
            try (person: reader.next(PersonID.self), change: reader.next(Int64?.self))
        } _: { [self] found in
            let numbers = Dictionary(found.map { ($0.person, $0.change) }) { first, _ in first }
            for person in persons.union(numbers.keys) where changes.known[person] == nil {
                changes.known[person] = .some(numbers[person] ?? nil)
            }
        }
    }
}
