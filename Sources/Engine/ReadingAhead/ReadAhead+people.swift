package import AlarmCore
import AlarmWire
import Storage

/// Groups of rows that several kinds of alarms read.
extension ReadAhead {
    /// Adds what a person's name in a circle, or for their contacts, is read from.
    package mutating func add(nameOf person: PersonID, in circle: CircleID) {
        add(.document(.membership, MembershipBody.id(of: person, in: circle)))
        if let document = engine.kinds.namingDocument(person) { add(document) }
    }

    /// Adds a circle and its members.
    package mutating func add(rosterOf circle: CircleID) {
        add(.document(.circle, DocumentID(of: circle)))
        add(.circleDocuments(.membership, in: circle))
    }

    /// Adds the consent that one person has given another, with the devices that tell their zone.
    package mutating func add(consentOf receiver: PersonID, for sender: PersonID) {
        guard sender != receiver else { return }
        add(.document(.mute, ConsentBody.id(of: receiver, for: sender)))
        add(.devices(of: receiver))
    }

    /// Adds a person's contacts in wave `first`, and in the next one what ended their consent.
    package mutating func add(contactsOf person: PersonID, from first: Int = 1) throws {
        switch wave - first {
        case 0: add(.documents(.contact, of: person))
        case 1:
            for record in try engine.records(Contact.self, of: person, in: snapshot) { try add(refusalsOf: record) }
        default: break
        }
    }

    /// Adds a contact in wave `first`, and in the next one what ended their consent.
    package mutating func add(contact id: DocumentID, from first: Int = 1) throws {
        switch wave - first {
        case 0: add(.document(.contact, id))
        case 1: if let record = try engine.record(Contact.self, id, in: snapshot) { try add(refusalsOf: record) }
        default: break
        }
    }

    /// Adds the refusals of letters at a contact's addresses.
    package mutating func add(refusalsOf record: SealedRecord<Contact>) throws {
        guard record.body.consent != .unsubscribed else { return }
        for medium in record.body.asked {
            let name = try engine.name(ofRefusalAt: record.body.details, by: medium, .everybody)
            if let name { add(.document(.refusal, name)) }
        }
    }
}
