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

    package init(language: String?, email: Refusals?, phone: Refusals?) {
        self.language = language
        self.email = email
        self.phone = phone
    }

    package init(reading object: inout ObjectReader) throws(WireError) {
        language = try object.optionalString("language", bytes: 1...64)
        email = try object.optionalObject("email")
        phone = try object.optionalObject("phone")
    }

    package var json: JSONValue {
        .object(of: ["language": language.map(JSONValue.string), "email": email?.json, "phone": phone?.json])
    }

    /// The refusals at the address of a medium; nil for a machine's.
    package func refusals(by medium: Destination.Medium) -> Refusals? {
        switch medium {
        case .email: email
        case .sms: phone
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
            phone: try refusals(by: .sms)
        )
        if former.email != nil || former.phone != nil {
            try put(
                SealedRecord(id: id, owner: contact.owner, circle: contact.circle, position: 0, body: former)
            )
        }
        return try delete(Contact.self, id)
    }
}

extension Engine {
    /// Whether the refusal of this name is in force.
    package func isRefused(_ name: DocumentID, in snapshot: any Snapshot) throws -> Bool {
        try record(Unsubscription.self, name, in: snapshot).map { !$0.body.isLifted } ?? false
    }

    /// The link by which somebody who was removed after they stopped letters allows that they are asked again, and
    /// whether they stopped those about anybody; nil where nothing is refused any more.
    package func allowing(
        _ former: FormerContact,
        by medium: Destination.Medium,
        in snapshot: any Snapshot
    ) throws -> (link: Capability, isAboutAnybody: Bool)? {
        guard let names = former.refusals(by: medium) else { return nil }
        for name in [names.everybody, names.person] where try isRefused(name, in: snapshot) {
            return (try vault.capability(.allow, of: name), name == names.everybody)
        }
        return nil
    }
}
