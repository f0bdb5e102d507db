package import AlarmCore
import AlarmWire
import Storage

extension RelayTransaction {
    /// The destinations of a person's contacts who have agreed to be told.
    package func contactDestinations(of person: PersonID) throws -> [Destination] {
        try records(Contact.self, of: person).filter(\.isNamed).flatMap { contact -> [Destination] in
            let known = try engine.inForce(contact, in: transaction)
            return known.media.filter(known.isTold).map { .contact(ContactID(contact.id), $0) }
        }
    }
}

extension Destination.Medium {
    /// The purpose of the link in a letter by this medium; nil for a machine, which answers nothing.
    package var purpose: Capability.Purpose? {
        switch self {
        case .email: .contact
        case .sms, .call: .telephone
        case .webhook: nil
        }
    }
}

extension SealedRecord<Contact> {
    /// Whether the contact was named by its owner, rather than being the owner's own number or an invited person.
    package var isNamed: Bool { circle == nil }
}
