import AlarmCore
import AlarmWire
import Engine
import Storage

extension Engine {
    /// Why people who count on a letter would not get one, though they are kept as contacts; nil where they would.
    ///
    /// A person's own addresses, and contacts who want no letters, are not counted.
    ///
    /// - Throws: `StoreError`.
    func missingWay() async throws -> String? {
        let (hasMail, hasSMS) = (gateways.contactChannels.mail != nil, gateways.contactChannels.sms != nil)
        guard !hasMail || !hasSMS else { return nil }
        let contacts = try await namedContacts()
        let count = contacts.count { !(hasMail && $0.details.email != nil) && !(hasSMS && $0.details.phone != nil) }
        guard count > 0 else { return nil }
        let missing = [hasMail ? nil : "no mail server", hasSMS ? nil : "no provider of text messages"]
            .compactMap(\.self).joined(separator: " and ")
        let people = count == 1 ? "1 person is" : "\(count) people are"
        guard hasMail || hasSMS else {
            return "\(missing) is configured, though \(people) kept as contacts: nobody of them can be told, and what "
                + "is for them waits"
        }
        return "\(missing) is configured, though \(people) kept as contacts without another way to them: they cannot "
            + "be told, and what is for them waits"
    }

    /// The contacts whom people have named, of those that can be read.
    private func namedContacts() async throws -> [Contact] {
        try await read { [self] snapshot in
            var found: [Contact] = []
            var place: SealedValue.Place? = .document(.contact, DocumentID(high: 0, low: 0))
            while let after = place {
                let page = try snapshot.sealedValues(.document, after: after, limit: 500)
                place = page.last?.place
                for value in page {
                    guard case .document(let kind, let id) = value.place else { continue }
                    // Documents come in the order of their kinds' names.
                    guard kind == .contact else { return found }
                    guard let known = try? record(Contact.self, id, in: snapshot), known.isNamed,
                        try inForce(known, in: snapshot).consent != .unsubscribed
                    else { continue }
                    found.append(known.body)
                }
            }
            return found
        }
    }
}
