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
        guard let circle = contact.circle, let text = contact.body.invitation, let link = try? PairingLink(text),
            // A link that is good no more must not arrive.
            try context.engine.openInvite(of: link, to: circle, at: context.now, in: context.snapshot) != nil
        else { return nil }
        return CareInvitation(personName: try context.receiverName ?? "", link: text)
    }

    var followedStages: Set<Stage> { [.invitation] }

    /// The recipient and the link are deleted once the message was sent or given up.
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
