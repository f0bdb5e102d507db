package import AlarmCore
package import AlarmWire
import Delivery
package import Storage

/// A refusal of letters at one address, about one person or about anybody.
///
/// It is named by a keyed hash of the address, and of the person where it is about one, so that it reveals neither.
package struct Unsubscription: RecordBody, Hashable {
    package static let kind = Document.Kind.refusal
    /// The most refusals that one is lifted with.
    package static let alsoLimit = 64

    /// Whose letters are refused.
    package enum Scope: Hashable, Sendable {
        /// Those about one person.
        case person(PersonID)
        /// Those about anybody.
        case everybody
    }

    /// The time of the refusal.
    package var at: Instant
    /// Whether whoever is reached there has since allowed that they are asked again.
    package var isLifted: Bool
    /// The names of the refusals about one person that came with one about anybody, and that are lifted with it.
    package var also: [DocumentID]

    package init(at: Instant, isLifted: Bool = false, also: [DocumentID] = []) {
        self.at = at
        self.isLifted = isLifted
        self.also = also
    }

    package init(reading object: inout ObjectReader) throws(WireError) {
        at = try object.instant("at")
        isLifted = try object.optionalBool("lifted") ?? false
        also = (try object.optionalArray("also", limit: Self.alsoLimit) ?? []).compactMap { element in
            if case .string(let text) = element { DocumentID(text) } else { nil }
        }
    }

    package var json: JSONValue {
        .object(of: [
            "at": .instant(at),
            "lifted": isLifted ? true : nil,
            "also": also.isEmpty ? nil : .array(also.map(JSONValue.identifier)),
        ])
    }
}

extension Engine {
    /// The name of the refusal at a contact's address; nil where there is no such address, or it is a machine's.
    package func name(
        ofRefusalAt details: ContactRequest,
        by medium: Destination.Medium,
        _ scope: Unsubscription.Scope
    ) throws -> DocumentID? {
        guard let address = details.personalAddress(for: medium) else { return nil }
        let subject =
            switch scope {
            case .person(let person): "\(person)"
            case .everybody: "everybody"
            }
        let hash = try vault.lookup(Array("\(subject) \(address)".utf8), purpose: "refusal")
        return DocumentID(bytes: hash.prefix(16))
    }

    /// A contact without the consent that a later refusal at the same address has ended.
    ///
    /// Whoever stopped letters about anybody did not know all who had named them.
    package func inForce(_ record: SealedRecord<Contact>, in snapshot: any Snapshot) throws -> Contact {
        var contact = record.body
        guard contact.consent != .unsubscribed else { return contact }
        for medium in contact.asked {
            guard let name = try name(ofRefusalAt: contact.details, by: medium, .everybody),
                let refusal = try self.record(Unsubscription.self, name, in: snapshot)?.body,
                refusal.at >= contact.since
            else { continue }
            contact.agreed.subtract(medium == .sms ? [.sms, .call] : [medium])
            if contact.agreed.isEmpty { contact.consent = .unsubscribed }
        }
        return contact
    }
}

extension ContactRequest {
    /// The address of a person, in the form in which equal ones are the same; nil for that of a machine.
    package func personalAddress(for medium: Destination.Medium) -> String? {
        switch medium {
        case .email: email?.lowercased()
        case .sms, .call: phone.flatMap { PhoneNumber($0)?.text }
        case .webhook: nil
        }
    }
}
