import AlarmCore
import AlarmWire
import Storage
import Wording

extension Engine {
    /// What a notification says that tells a member of an alert; nil where it tells something else.
    func careWords(
        for order: DeliveryOrder,
        of row: AlarmRow,
        in language: Language,
        _ snapshot: any Snapshot
    ) throws -> PushText? {
        guard row.isCare, order.stage == .alert else { return nil }
        let kind = try record(CareAlertRecord.self, row.alert, in: snapshot)?.body.kind ?? .inactivity
        return PushText(
            alert: kind,
            personName: try name(of: row.receiver, in: row.circle, snapshot) ?? "",
            language: language
        )
    }

    /// What the member is called who looks after the dweller; nil where nobody does, or has no name.
    func helper(of row: AlarmRow, _ snapshot: any Snapshot) throws -> String? {
        guard row.isCare, let alert = try record(CareAlertRecord.self, row.alert, in: snapshot) else { return nil }
        return alert.body.state == .acknowledged ? alert.body.endedName : nil
    }

    /// The text message about an alert of a care circle, or about an invitation to one, that `order` stands for; nil for
    /// one that stands for something else.
    func careMessage(
        for order: DeliveryOrder,
        of row: AlarmRow,
        in snapshot: any Snapshot
    ) throws -> (any ContactWords)? {
        guard case .contact(let id, _) = order.destination else { return nil }
        let name = try name(of: row.receiver, in: row.circle, snapshot) ?? ""
        if order.stage == .invitation {
            let contact = try record(Contact.self, DocumentID(of: id), in: snapshot)?.body
            return contact?.invitation.map { CareInvitation(personName: name, link: $0) }
        }
        guard row.isCare, let alert = try record(CareAlertRecord.self, row.alert, in: snapshot) else { return nil }
        switch order.stage {
        case .alert:
            let owner = try person(at: order.destination, in: snapshot)
            let member = try owner.flatMap { try roster(of: row.circle, in: snapshot)?.member($0) }
            let watch = try record(CareWatch.self, DocumentID(of: row.receiver), in: snapshot)?.body ?? CareWatch()
            let mayKnowPlace = member?.permissions.contains(.place) ?? false
            return CareAlert(
                personName: name,
                signal: alert.body.kind,
                at: alert.body.at,
                zone: zone(of: watch),
                place: mayKnowPlace
                    ? alert.body.place.map { LastPlace($0, at: alert.body.placeAt ?? alert.body.at) } : nil,
                isNext: alert.body.told.contains { $0.person != owner }
            )
        case .alertEnded:
            let isAcknowledged = alert.body.state == .acknowledged
            return CareEnded(
                personName: name,
                how: isAcknowledged ? .acknowledged(by: alert.body.endedName ?? "") : .cancelled
            )
        default: return nil
        }
    }
}
