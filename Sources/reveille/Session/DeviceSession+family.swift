import AlarmCore
import AlarmWire
import DeviceKit

extension DeviceSession {
    /// The family that somebody means by its name or the first characters of its id; without a word the only one there is.
    func family(_ option: FamilyOption) async throws -> CircleView {
        let families = try await device.circles().filter { $0.kind == .family }
        guard let text = option.family else {
            guard let family = families.first, families.count == 1 else {
                throw CommandFailure("This device is in no family yet. Make one, or join one with a code.")
            }
            return family
        }
        if let family = families.first(where: { $0.name == text }) { return family }
        guard case .name(let id) = Abbreviation(text, among: families.map(\.id)),
            let family = families.first(where: { $0.id == id })
        else { throw CommandFailure("This device is in no family \(text.asForeign).") }
        return family
    }

    /// The member that somebody means: `me`, a display name, or the first characters of an id.
    func member(_ text: String, of family: CircleView) throws -> PersonID {
        if text == "me", let own = family.members.first(where: \.isSelf) { return own.person }
        let named = family.members.filter { $0.displayName == text }
        if named.count == 1, let member = named.first { return member.person }
        guard case .name(let id) = Abbreviation(text, among: family.members.map(\.person)) else {
            let names = family.members.map(\.shownName).joined(separator: ", ")
            throw CommandFailure("Nobody in \(family.name.asForeign) is \(text.asForeign). There are: \(names).")
        }
        return id
    }

    /// The reminder that somebody means by its id, or by the id's first characters.
    func reminder(_ text: String, _ option: FamilyOption) async throws -> ReminderID {
        if let id = ReminderID(text) { return id }
        let family = try await family(option)
        switch Abbreviation(text, among: try await reminders(of: family).map(\.reminder.id)) {
        case .name(let id): return id
        case .ambiguous: throw CommandFailure("Several ids of reminders begin with \(text.asForeign). Type more of it.")
        case .unknown:
            throw CommandFailure(
                "There is no reminder \(text.asForeign). See 'reveille reminder list\(profileFlag)' for their ids."
            )
        }
    }

    /// All reminders of a family that `filter` shows, page after page.
    func reminders(of family: CircleView, showing filter: ReminderFilter? = nil) async throws -> [ReminderView] {
        let filter = try filter ?? ReminderFilter()
        var reminders: [ReminderView] = []
        var cursor: ReminderCursor?
        repeat {
            let page = try await device.reminders(in: family.id, showing: filter, after: cursor, limit: 100)
            reminders += page.reminders
            cursor = page.next
        } while cursor != nil
        return reminders
    }
}

extension CircleMemberView {
    /// What to call them on a terminal.
    var shownName: String { displayName?.asForeign ?? String(person.description.prefix(8)) }
}
