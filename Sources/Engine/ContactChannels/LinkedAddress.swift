package import AlarmCore
package import AlarmWire

/// An address to which letters with links went, known by a keyed hash alone: the links are bound to it, so that they act
/// for no address that is given later.
package struct LinkedAddress: WireMessage, Hashable {
    /// The most former addresses that are kept with a contact.
    package static let limit = 8

    /// The medium for which an answer by the links counts.
    package let medium: Destination.Medium
    /// A keyed hash of the address; for a person's address, the name of the refusal of letters about anybody there.
    package let name: DocumentID
    /// The name of the refusal there of letters about the person who gave the address; nil for that of a machine.
    package let personRefusal: DocumentID?

    init(medium: Destination.Medium, name: DocumentID, personRefusal: DocumentID?) {
        self.medium = medium
        self.name = name
        self.personRefusal = personRefusal
    }

    package init(reading object: inout ObjectReader) throws(WireError) {
        medium = try object.word("medium")
        name = try object.identifier("name")
        personRefusal = try object.optionalIdentifier("person")
    }

    package var json: JSONValue {
        .object(of: [
            "medium": .word(medium),
            "name": .identifier(name),
            "person": personRefusal.map(JSONValue.identifier),
        ])
    }

    /// The refusals that may be in force there; nil for the address of a machine.
    package var refusals: FormerContact.Refusals? {
        personRefusal.map { FormerContact.Refusals(everybody: name, person: $0) }
    }
}

extension Engine {
    /// The addresses of a contact to which the links in their letters are bound.
    ///
    /// A webhook's links answer for the first address of the person, and are bound to both.
    package func linkedAddresses(of details: ContactRequest, owner: PersonID) throws -> [LinkedAddress] {
        var found: [LinkedAddress] = []
        for medium in [Destination.Medium.email, .sms] {
            guard let name = try name(ofRefusalAt: details, by: medium, .everybody) else { continue }
            let personRefusal = try self.name(ofRefusalAt: details, by: medium, .person(owner))
            found.append(LinkedAddress(medium: medium, name: name, personRefusal: personRefusal))
        }
        if let webhook = details.webhook, let first = found.first {
            let hash = try vault.lookup(first.name.bytes + Array(webhook.utf8), purpose: "linked webhook")
            if let name = DocumentID(bytes: hash.prefix(16)) {
                found.append(LinkedAddress(medium: first.medium, name: name, personRefusal: nil))
            }
        }
        return found
    }

    /// The right to answer by the links in a contact's letters by one medium.
    package func capability(of contact: SealedRecord<Contact>, by medium: Destination.Medium) throws -> Capability {
        let address = try linkedAddress(of: contact, by: medium)
        let purpose = address?.medium.purpose ?? medium.purpose ?? .contact
        return try vault.capability(purpose, of: contact.id, at: address)
    }

    /// The address of a contact to which the links in letters by one medium are bound; nil where there is none.
    func linkedAddress(of contact: SealedRecord<Contact>, by medium: Destination.Medium) throws -> LinkedAddress? {
        try linkedAddresses(of: contact.body.details, owner: contact.owner).first { address in
            medium == .webhook ? address.refusals == nil : address.medium == medium && address.refusals != nil
        }
    }

    /// Whether a link of a letter to this address is the one whose right is claimed.
    package func isGenuine(_ token: Capability, at address: LinkedAddress) throws -> Bool {
        guard let purpose = address.medium.purpose else { return false }
        return try vault.isGenuine(token.serving(purpose), at: address)
    }

    /// Keeps the addresses that a contact no longer has, so that links in letters to them are known to have ended.
    package func retire(
        _ former: Contact,
        in contact: inout Contact,
        owner: PersonID
    ) throws {
        let present = Set(try linkedAddresses(of: contact.details, owner: owner).map(\.name))
        var retired: [LinkedAddress] = []
        for address in try former.former + linkedAddresses(of: former.details, owner: owner)
        where !present.contains(address.name) {
            retired.removeAll { $0.name == address.name }
            retired.append(address)
        }
        contact.former = retired.suffix(LinkedAddress.limit)
    }
}
