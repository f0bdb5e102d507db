import AlarmCore
import AlarmWire
import Wording

extension [ContactView] {
    /// Returns the name of a contact, with the addresses that the list of contacts shows where another of these contacts
    /// has the same name.
    func name(of contact: ContactView, in language: Language) -> String {
        let name = contact.contact.name.asForeign
        let hasNamesake = contains { other in
            other.id != contact.id && other.contact.name.lowercased() == contact.contact.name.lowercased()
        }
        guard hasNamesake, !contact.addresses.isEmpty else { return name }
        return language.text(.listContactNamesake, [.person: name, .words: contact.addresses])
    }

    /// Returns the name of the contact to whom a message went; nil for one whom nothing is to be told apart from.
    func nameAmongNamesakes(_ contact: ContactID, in language: Language) -> String? {
        guard let known = first(where: { $0.id == contact }) else { return nil }
        let name = name(of: known, in: language)
        return name == known.contact.name.asForeign ? nil : name
    }
}

extension ContactView {
    /// The addresses, as the list of contacts shows them; empty where none is known.
    var addresses: String {
        [contact.email, contact.phone, contact.webhook].compactMap { $0?.asForeign }.joined(separator: ", ")
    }
}
