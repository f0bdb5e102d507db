internal import AlarmCore
internal import Storage

private let deleteOwnAlarms = Statement(AlarmRow.deletion(of: "SELECT key FROM alarm WHERE circle = $1"))
private let blankShared = Statement(
    """
    UPDATE alarm SET message = NULL, reply = NULL, time_zone = NULL, subject = NULL WHERE key IN (
        SELECT key FROM (\(AlarmRow.keysOfPerson(where: "true"))) AS theirs
    )
    """
)
private let deleteParticipant = Statement("DELETE FROM participant WHERE person = $1")
private let deleteReplays = Statement(
    "DELETE FROM replay WHERE device IN (SELECT id FROM device WHERE person = $1)"
)
private let deleteShownInvites = Statement(
    "DELETE FROM invite WHERE inviter IN (SELECT id FROM device WHERE person = $1)"
)
private let deleteClaimedInvites = Statement(
    "DELETE FROM invite WHERE claimer IN (SELECT id FROM device WHERE person = $1)"
)
private let deleteDevices = Statement("DELETE FROM device WHERE person = $1")

extension AlarmRow {
    /// A statement that deletes the alarms whose keys `selection` finds, with all that hangs on them, and counts them.
    static func deletion(of selection: String) -> String {
        """
        WITH gone AS (DELETE FROM alarm WHERE key IN (\(selection)) RETURNING key),
            deliveries AS (DELETE FROM delivery USING gone WHERE delivery.alarm = gone.key),
            lines AS (DELETE FROM record USING gone WHERE record.alarm = gone.key),
            wakes AS (DELETE FROM due USING gone WHERE due.alarm = gone.key)
        SELECT count(*) FROM gone
        """
    }
}

extension PostgresTransaction {
    func forget(_ person: PersonID) throws -> Int {
        let own = try session.allChanged(deleteOwnAlarms, [CircleID(own: person)]) { try $0.next(Int.self) }
        let blanked = try session.count(blankShared, [person])
        for statement in [
            deleteParticipant, deleteReplays, deleteShownInvites, deleteClaimedInvites, deleteDevices,
        ] {
            try session.run(statement, [person])
        }
        try deleteDocuments(of: person)
        try forgetChanges(of: person)
        rows.forgetAll()
        return own.reduce(blanked, +)
    }
}
