import AlarmCore
import AlarmWire
import Engine
import Features
import Storage

extension Engine {
    /// Why people who count on a letter or a text message would not get one; nil where they would.
    ///
    /// Contacts count once they are named, members' own numbers and people's own addresses once they were confirmed;
    /// whoever has another way to them, or has stopped letters, does not count.
    ///
    /// - Throws: `StoreError`.
    func missingWay() async throws -> String? {
        let (hasMail, hasSMS) = (gateways.contactChannels.mail != nil, gateways.contactChannels.sms != nil)
        guard !hasMail || !hasSMS else { return nil }
        let lacking: Set<Destination.Medium> = Set([hasMail ? nil : .email, hasSMS ? nil : .sms].compactMap(\.self))
        let people = try await unreached(without: lacking)
        guard let consequences = people.consequences(isAnyWayLeft: hasMail || hasSMS) else { return nil }
        let missing = [hasMail ? nil : "no mail server", hasSMS ? nil : "no provider of text messages"]
            .compactMap(\.self).joined(separator: " and ")
        return "\(missing) is configured, though \(consequences)"
    }

    /// How many people nothing reaches without these media, of those whose documents can be read.
    private func unreached(without lacking: Set<Destination.Medium>) async throws -> UnreachedPeople {
        try await read { [self] snapshot in
            var found = UnreachedPeople()
            var place: SealedValue.Place? = .document(.contact, DocumentID(high: 0, low: 0))
            while let after = place {
                let page = try snapshot.sealedValues(.document, after: after, limit: 500)
                place = page.last?.place
                for value in page {
                    guard case .document(let kind, let id) = value.place else { continue }
                    // Documents come in the order of their kinds' names.
                    guard kind == .contact else { return found }
                    guard let known = try? record(Contact.self, id, in: snapshot) else { continue }
                    found.count(known, as: try inForce(known, in: snapshot), without: lacking)
                }
            }
            return found
        }
    }
}

/// The people who count on letters or text messages, and whom none would reach.
private struct UnreachedPeople {
    /// Contacts whom somebody has named.
    private var contacts = 0
    /// People who have confirmed a number of their own for the alerts of a care circle.
    private var members = 0
    /// People who have confirmed addresses of their own at which they are warned of their check-in.
    private var warned = 0

    /// Counts whoever is in a record, with the consent that is in force, if nothing reaches them without these media.
    mutating func count(
        _ record: SealedRecord<Contact>,
        as contact: Contact,
        without lacking: Set<Destination.Medium>
    ) {
        // A contact is asked by every address, and the others are told only where they have agreed.
        let media = record.isNamed ? contact.asked : contact.asked.filter(contact.isTold)
        guard contact.consent != .unsubscribed, lacking.isSuperset(of: media) else { return }
        if record.isNamed {
            contacts += 1
        } else if !media.isEmpty {
            if record.id == Contact.ownPhone(of: record.owner) { members += 1 }
            if record.id == Contact.ownAddresses(of: record.owner) { warned += 1 }
        }
    }

    /// Who is not reached, and what that means; nil where there is nobody.
    func consequences(isAnyWayLeft: Bool) -> String? {
        let kept = contacts == 1 ? "1 person is kept as a contact" : "\(contacts) people are kept as contacts"
        let told =
            isAnyWayLeft
            ? "\(kept) without another way to them: they cannot be told, and what is for them waits"
            : "\(kept): nobody of them can be told, and what is for them waits"
        let groups = [
            contacts == 0 ? nil : told,
            Self.text(members, "alerts of a care circle", at: "number", "no text message tells them of one"),
            Self.text(warned, "to be warned of their check-in", at: "address", "no warning reaches them there"),
        ].compactMap(\.self)
        return groups.isEmpty ? nil : groups.joined(separator: "; ")
    }

    private static func text(_ count: Int, _ wish: String, at place: String, _ consequence: String) -> String? {
        switch count {
        case 0: nil
        case 1: "1 person wants \(wish) at their own \(place): \(consequence)"
        default: "\(count) people want \(wish) at their own \(place): \(consequence)"
        }
    }
}
