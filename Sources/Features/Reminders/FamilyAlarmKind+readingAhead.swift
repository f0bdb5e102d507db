import AlarmCore
import Engine
import Storage

extension FamilyAlarmKind {
    /// The reminder, the family, and the devices of its parents where the policy tells them.
    func readAhead(deciding alarm: AlarmParties, _ ahead: inout ReadAhead) throws {
        switch ahead.wave {
        case 1:
            ahead.add(.circleDocuments(.membership, in: alarm.circle))
            if let subject = alarm.subject { ahead.add(.document(ReminderBody.kind, subject)) }
        case 2:
            let members = try ahead.engine.records(MembershipBody.self, concerning: alarm.circle, in: ahead.snapshot)
            for member in members.map(\.body.membership) where member.role == .parent {
                ahead.add(.devices(of: member.person))
            }
        default: break
        }
    }

    /// The reminder, and whether whoever is told is in the family still.
    func readAhead(sending delivery: DeliveryRow, of row: AlarmRow, _ ahead: inout ReadAhead) throws {
        guard ahead.wave == 2 else { return }
        ahead.add(nameOf: row.receiver, in: row.circle)
        if let subject = row.content.subject { ahead.add(.document(ReminderBody.kind, subject)) }
        if let person = try ahead.engine.person(at: delivery.order.destination, in: ahead.snapshot) {
            ahead.add(.document(.membership, MembershipBody.id(of: person, in: row.circle)))
        }
        if delivery.order.stage == .declined { ahead.add(consentOf: row.receiver, for: row.sender) }
    }
}
