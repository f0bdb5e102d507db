internal import AlarmCore
internal import Storage

private let alarmsOfCircle = "SELECT key, wake_at FROM alarm WHERE circle = ?"
// Selected like a person's alarms: by their pairs, and by the other circles in which they ever had one.
private let blankShared = """
    UPDATE alarm SET message = NULL, reply = NULL, time_zone = NULL, subject = NULL WHERE key IN (
        SELECT alarm.key FROM pair CROSS JOIN alarm ON alarm.circle = pair.id
        WHERE (pair.inviter_person = ?1 OR pair.claimer_person = ?1)
        UNION ALL
        SELECT alarm.key FROM participant CROSS JOIN alarm ON alarm.circle = participant.circle
        WHERE participant.person = ?1 AND (alarm.sender = ?1 OR alarm.receiver = ?1)
    )
    """
private let deleteParticipant = "DELETE FROM participant WHERE person = ?"
private let deleteReplays = "DELETE FROM replay WHERE device = ?"
private let deleteShown = "DELETE FROM invite WHERE inviter = ?"
private let deleteClaimed = "DELETE FROM invite WHERE claimer = ?"

extension SQLiteTransaction {
    func forget(_ person: PersonID) throws -> Int {
        let own = try session.all(alarmsOfCircle, [CircleID(own: person)]) { reader in
            try (key: reader.next(AlarmKey.self), wake: reader.next(Instant?.self))
        }
        for alarm in own { try forget(alarm.key, wake: alarm.wake) }
        let blanked = try session.run(blankShared, [person])
        try session.run(deleteParticipant, [person])
        for device in try devices(of: person) {
            for statement in [deleteReplays, deleteShown, deleteClaimed] { try session.run(statement, [device.id]) }
            try delete(device.id)
        }
        try deleteDocuments(of: person)
        try forgetChanges(of: person)
        return own.count + blanked
    }
}
