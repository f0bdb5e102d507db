import AlarmCore
import AlarmWire
import DeviceKit

extension DeviceSession {
    /// The contact that a name or the first characters of an id mean.
    func contact(_ text: String) async throws -> ContactView {
        let contacts = try await device.contacts()
        let named = contacts.filter { $0.contact.name == text }
        if let first = named.first, named.count == 1 { return first }
        switch Abbreviation(text, among: contacts.map(\.id)) {
        case .name(let id):
            if let found = contacts.first(where: { $0.id == id }) { return found }
        case .ambiguous:
            throw CommandFailure("Several ids of contacts begin with \(text.asForeign). Type more of it.")
        case .unknown: break
        }
        throw CommandFailure(
            named.isEmpty
                ? "There is no contact \(text.asForeign). See 'reveille contacts list\(profileFlag)'."
                : "Several contacts are called \(text.asForeign). Use the id; see 'reveille contacts list\(profileFlag)'."
        )
    }
}
