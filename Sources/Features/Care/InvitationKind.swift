import AlarmCore
import AlarmWire
import Engine
import Storage
import Wording

/// The message that invites somebody without the app into a care circle.
struct InvitationKind: ContactQuestionKind {
    var policy: EscalationPolicy { .invitation }

    func contactWords(
        for contact: SealedRecord<Contact>,
        _ links: ContactLinks,
        in context: DeliveryContext
    ) throws -> (any ContactWords)? {
        let name = try context.receiverName ?? ""
        return contact.body.invitation.map { CareInvitation(personName: name, link: $0) }
    }

    var followedStages: Set<Stage> { [.invitation] }

    /// The recipient and the link are deleted after sending.
    func deliveryEnded(
        _ delivery: DeliveryRow,
        to person: PersonID?,
        of row: AlarmRow,
        in tx: RelayTransaction
    ) throws {
        guard case .contact(let id, _) = delivery.order.destination else { return }
        try tx.delete(Contact.self, DocumentID(of: id))
    }
}
