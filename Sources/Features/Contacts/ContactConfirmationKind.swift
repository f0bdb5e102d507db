import AlarmCore
import AlarmWire
import Engine
import Storage
import Wording

/// A kind that asks one person without the app something: its alarms are about that person's record.
protocol ContactQuestionKind: AlarmKind {}

extension ContactQuestionKind {
    /// The person in question, by every medium that waits for an answer.
    func tiers(
        of audience: EscalationStep.Audience,
        receiver: PersonID,
        circle: CircleID,
        subject: DocumentID?,
        in tx: RelayTransaction
    ) throws -> [[AlarmContext.Addressee]] {
        guard audience == .contacts, let subject else { return [] }
        return [try tx.contacts.unanswered(subject).map { AlarmContext.Addressee($0) }]
    }

    /// The person in question.
    func readAhead(deciding alarm: AlarmParties, _ ahead: inout ReadAhead) throws {
        if ahead.wave == 1, let subject = alarm.subject { ahead.add(.document(Contact.kind, subject)) }
    }
}

/// The one letter that asks a contact, or a member about their own number, for consent.
struct ContactConfirmationKind: ContactQuestionKind {
    var policy: EscalationPolicy { .contactConfirmation }

    /// Each question is counted for the address that it was asked for: one that waits goes to no other address that was
    /// given since, nor beside a later question.
    func mayTell(_ context: DeliveryContext) throws -> Bool {
        guard case .contact(let id, let medium) = context.order.destination,
            let contact = try context.record(Contact.self, DocumentID(of: id))
        else { return true }
        return contact.isAsked(by: medium, in: context.row.alarm.id)
    }

    func contactWords(
        for contact: SealedRecord<Contact>,
        _ links: ContactLinks,
        in context: DeliveryContext
    ) throws -> (any ContactWords)? {
        guard context.order.stage == .confirmation else { return nil }
        let letter = ContactConfirmation(
            personName: try context.receiverName ?? "",
            confirmURL: links.confirm,
            unsubscribeURL: links.unsubscribe
        )
        if contact.id == Contact.ownAddresses(of: contact.owner) {
            return OwnAddressConfirmation(
                confirmURL: links.confirm,
                unsubscribeURL: links.unsubscribe,
                calls: contact.body.details.calls
            )
        }
        return contact.isNamed ? letter : OwnNumberWords(letter, calls: contact.body.details.calls)
    }
}

/// The question to a member about their own telephone number, which makes them nobody's contact.
private struct OwnNumberWords: ContactWords {
    let letter: ContactConfirmation
    let calls: Bool

    init(_ letter: ContactConfirmation, calls: Bool) {
        self.letter = letter
        self.calls = calls
    }

    func mail(in language: Language) -> MailText { letter.mail(in: language) }

    func sms(in language: Language) -> SMSText {
        NumberConfirmation(confirmURL: letter.confirmURL, unsubscribeURL: letter.unsubscribeURL, calls: calls)
            .sms(in: language)
    }
}
