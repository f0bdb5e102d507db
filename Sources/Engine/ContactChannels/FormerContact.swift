package import AlarmCore
package import AlarmWire
package import Storage

/// What is left of somebody who stopped letters and was then removed: the way by which they can be asked again.
///
/// It is stored under the identifier of the contact, to which the links in their letters lead, and has no address.
package struct FormerContact: RecordBody, Hashable {
    package static let kind = Document.Kind.formerContact

    /// The language in which they were written to, as a tag.
    package var language: String?
    /// The refusals at their e-mail address.
    package var email: Refusals?
    /// The refusals at their telephone number.
    package var phone: Refusals?
    /// Addresses that had been replaced before, at which letters are refused.
    package var replaced: [LinkedAddress]
    /// The media of addresses whose letters have links that are bound to no address (``Contact/unboundLinks``).
    package var unboundLinks: Set<Destination.Medium>

    init(
        language: String?,
        email: Refusals?,
        phone: Refusals?,
        replaced: [LinkedAddress],
        unboundLinks: Set<Destination.Medium>
    ) {
        self.language = language
        self.email = email
        self.phone = phone
        self.replaced = replaced
        self.unboundLinks = unboundLinks
    }

    package init(reading object: inout ObjectReader) throws(WireError) {
        language = try object.optionalString("language", bytes: 1...64)
        email = try object.optionalObject("email")
        phone = try object.optionalObject("phone")
        replaced = try object.optionalObjects("replaced", limit: LinkedAddress.limit)
        let unbound: Set<Destination.Medium>? = try object.optionalWords("unboundLinks")
        let isEarlier = try object.optionalBool("linksBound") != true
        unboundLinks = unbound ?? (isEarlier ? [.email, .sms] : [])
    }

    package var json: JSONValue {
        .object(of: [
            "language": language.map(JSONValue.string),
            "email": email?.json,
            "phone": phone?.json,
            "replaced": replaced.isEmpty ? nil : .array(replaced.map(\.json)),
            "unboundLinks": unboundLinks.isEmpty ? nil : .words(unboundLinks),
            "linksBound": true,
        ])
    }

    /// The addresses at which letters are refused.
    package var addresses: [LinkedAddress] {
        [(Destination.Medium.email, email), (.sms, phone)].compactMap { medium, refusals in
            refusals.map { LinkedAddress(medium: medium, name: $0.everybody, personRefusal: $0.person) }
        } + replaced
    }

    /// The refusals at the address of a medium; nil for a machine's.
    package func refusals(by medium: Destination.Medium) -> Refusals? {
        switch medium {
        case .email: email
        case .sms, .call: phone
        case .webhook: nil
        }
    }

    /// The names of the refusals that may be in force at one address.
    package struct Refusals: WireMessage, Hashable {
        /// The refusal of letters about anybody.
        package var everybody: DocumentID
        /// The refusal of letters about the person who had named them.
        package var person: DocumentID

        package init(everybody: DocumentID, person: DocumentID) {
            self.everybody = everybody
            self.person = person
        }

        package init(reading object: inout ObjectReader) throws(WireError) {
            everybody = try object.identifier("everybody")
            person = try object.identifier("person")
        }

        package var json: JSONValue {
            .object(of: ["everybody": .identifier(everybody), "person": .identifier(person)])
        }
    }
}

extension RelayTransaction {
    /// Deletes a contact; whoever refuses letters at their addresses keeps the way back.
    ///
    /// - Returns: false where there is no such contact.
    @discardableResult
    package func forget(contact id: DocumentID) throws -> Bool {
        guard let contact = try record(Contact.self, id) else { return false }
        func refusals(by medium: Destination.Medium) throws -> FormerContact.Refusals? {
            guard
                let everybody = try engine.name(ofRefusalAt: contact.body.details, by: medium, .everybody),
                let person = try engine.name(ofRefusalAt: contact.body.details, by: medium, .person(contact.owner)),
                try engine.isRefused(everybody, in: transaction) || engine.isRefused(person, in: transaction)
            else { return nil }
            return FormerContact.Refusals(everybody: everybody, person: person)
        }
        let former = FormerContact(
            language: contact.body.details.language,
            email: try refusals(by: .email),
            phone: try refusals(by: .sms),
            replaced: try contact.body.former.filter { address in
                guard let names = address.refusals else { return false }
                return try engine.isRefused(names.everybody, in: transaction)
                    || engine.isRefused(names.person, in: transaction)
            },
            unboundLinks: contact.body.unboundLinks
        )
        if !former.addresses.isEmpty {
            try put(
                SealedRecord(id: id, owner: contact.owner, circle: contact.circle, position: 0, body: former)
            )
        }
        try delete(Contact.self, id)
        return true
    }
}

extension Engine {
    /// Whether the refusal of this name is in force.
    package func isRefused(_ name: DocumentID, in snapshot: any Snapshot) throws -> Bool {
        try record(Unsubscription.self, name, in: snapshot).map { !$0.body.isLifted } ?? false
    }

    /// The link by which somebody who stopped letters at an address that is no longer a contact's allows that they are
    /// asked again, and whether they stopped those about anybody; nil where nothing is refused any more.
    package func allowing(
        _ names: FormerContact.Refusals,
        in snapshot: any Snapshot
    ) throws -> (link: Capability, isAboutAnybody: Bool)? {
        for name in [names.everybody, names.person] where try isRefused(name, in: snapshot) {
            return (try vault.capability(.allow, of: name), name == names.everybody)
        }
        return nil
    }
}
