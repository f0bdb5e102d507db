import AlarmCore
import Engine
import Storage

extension CareKind {
    /// The alert, the circle, and the ways to the members who are told.
    func readAhead(deciding alarm: AlarmParties, _ ahead: inout ReadAhead) throws {
        switch ahead.wave {
        case 1:
            ahead.add(rosterOf: alarm.circle)
            ahead.add(.document(DwellerRecord.kind, DocumentID(of: alarm.receiver)))
            ahead.add(.blindIntervals(limit: RelayHealth.recentIntervals))
            if let alert = alarm.subject ?? alarm.row?.alert { ahead.add(.document(CareAlertRecord.kind, alert)) }
        case 2:
            let members = try ahead.engine.roster(of: alarm.circle, in: ahead.snapshot)?.members ?? []
            for member in members {
                ahead.add(.devices(of: member.person))
                ahead.add(.document(Contact.kind, Contact.ownPhone(of: member.person)))
                if member.displayName == nil { ahead.add(nameOf: member.person, in: alarm.circle) }
            }
        default: break
        }
    }

    /// The alert, the circle, and what the dweller lets its members know.
    func readAhead(sending delivery: DeliveryRow, of row: AlarmRow, _ ahead: inout ReadAhead) throws {
        switch ahead.wave {
        case 2:
            ahead.add(nameOf: row.receiver, in: row.circle)
            ahead.add(rosterOf: row.circle)
            ahead.add(.document(CareAlertRecord.kind, row.alert))
            ahead.add(.document(DwellerRecord.kind, DocumentID(of: row.receiver)))
        case 3:
            let alert = try ahead.engine.record(CareAlertRecord.self, row.alert, in: ahead.snapshot)
            if let former = alert?.body.continues { ahead.add(.document(CareAlertRecord.kind, former)) }
        default: break
        }
    }
}

extension WellnessKind {
    /// What is known of the dweller's days.
    func readAhead(deciding alarm: AlarmParties, _ ahead: inout ReadAhead) throws {
        guard ahead.wave == 1 else { return }
        ahead.add(.document(DwellerRecord.kind, DocumentID(of: alarm.receiver)))
        ahead.add(rosterOf: alarm.circle)
        ahead.add(.blindIntervals(limit: RelayHealth.recentIntervals))
    }
}
