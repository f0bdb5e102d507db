package import AlarmCore
package import AlarmWire
package import Engine
package import Storage

extension Engine {
    /// The contacts of a device's person, oldest first.
    package func contacts(of device: Device, in snapshot: any Snapshot) throws -> ContactList {
        ContactList(
            contacts: try records(Contact.self, of: device.person, in: snapshot)
                .filter(\.isNamed)
                .sorted { ($0.body.since, $0.id) < ($1.body.since, $1.id) }
                .map { record in
                    ContactView(
                        id: ContactID(record.id),
                        contact: record.body.details,
                        consent: record.body.consent,
                        agreed: record.body.agreed,
                        since: record.body.since,
                        trouble: record.body.trouble
                    )
                }
        )
    }

    /// The contact of a link, the address to which the link went, and the name of the person who named the contact.
    package func contact(
        for token: Capability,
        in snapshot: any Snapshot
    ) throws -> (contact: SealedRecord<Contact>, medium: Destination.Medium, name: String)? {
        let media = try Destination.Medium.allCases.filter { medium in
            try medium.purpose.map { try vault.isGenuine(token.serving($0)) } ?? false
        }
        guard let medium = media.first, let contact = try record(Contact.self, token.document, in: snapshot) else {
            return nil
        }
        let watch = try record(CheckInRecord.self, DocumentID(of: contact.owner), in: snapshot)
        return (contact, medium, watch?.body.settings.name ?? "")
    }
}
