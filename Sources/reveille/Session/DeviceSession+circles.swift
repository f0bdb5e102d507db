import AlarmCore
import AlarmWire
import DeviceKit
import Wording

extension DeviceSession {
    /// Returns the circle with this name or these first characters of its identifier.
    func circle(_ text: String) async throws -> CircleView {
        let circles = try await device.circles()
        let named = circles.called(text, \.name)
        if let first = named.first, named.count == 1 { return first }
        switch Abbreviation(text, among: circles.map(\.id)) {
        case .name(let id):
            if let found = circles.first(where: { $0.id == id }) { return found }
        case .ambiguous(let ids):
            throw CommandFailure(several: ids, of: .answerThingsCircles, beginWith: text, in: language)
        case .unknown: break
        }
        if named.isEmpty { await remarkOnCircles() }
        throw CommandFailure(
            named.isEmpty ? .answerNoCircle : .answerNoCircleSingle,
            text,
            listedBy: "reveille circle list\(profileFlag)",
            in: language
        )
    }

    /// Says what others have changed of the user's place in circles: whoever was taken out of one looks for it in vain.
    private func remarkOnCircles() async {
        guard let changes = try? await device.followCircles().changes else { return }
        for change in changes { Terminal.remark(change.sentence(in: language)) }
    }

    /// Returns the person in a circle for `me`, a name, or the first characters of an identifier.
    func person(_ text: String, in circle: CircleView) throws -> CircleMemberView {
        let id = try member(text, of: circle)
        guard let found = circle.members.first(where: { $0.person == id }) else {
            let values: [Placeholder: String] = [.circle: circle.name.asForeign, .words: text.asForeign]
            throw CommandFailure(language.text(.answerNoMember, values))
        }
        return found
    }

    /// Returns the family with the given name or first characters of its identifier; without an option the only family.
    func family(_ option: FamilyOption) async throws -> CircleView {
        let families = try await device.circles().filter { $0.kind == .family }
        guard let text = option.family else {
            guard let family = families.first, families.count == 1 else {
                throw CommandFailure(language.text(.answerNoFamily))
            }
            return family
        }
        if let family = families.called(text, \.name).first { return family }
        guard case .name(let id) = Abbreviation(text, among: families.map(\.id)),
            let family = families.first(where: { $0.id == id })
        else { throw CommandFailure(language.text(.answerNoFamilySuch, [.words: text.asForeign])) }
        return family
    }

    /// Returns the member for `me`, a display name, or the first characters of an identifier.
    func member(_ text: String, of family: CircleView) throws -> PersonID {
        if text == "me", let own = family.members.first(where: \.isSelf) { return own.person }
        let named = family.members.called(text, \.displayName)
        if named.count == 1, let member = named.first { return member.person }
        guard case .name(let id) = Abbreviation(text, among: family.members.map(\.person)) else {
            let values: [Placeholder: String] = [
                .circle: family.name.asForeign, .words: text.asForeign,
                .title: language.listing(family.members.map(\.shownName)),
            ]
            throw CommandFailure(language.text(.answerNoMemberOthers, values))
        }
        return id
    }

    /// Returns the reminder with this identifier or these first characters of it.
    func reminder(_ text: String, _ option: FamilyOption) async throws -> ReminderID {
        if let id = ReminderID(text) { return id }
        let family = try await family(option)
        switch Abbreviation(text, among: try await reminders(of: family).map(\.reminder.id)) {
        case .name(let id): return id
        case .ambiguous(let ids):
            throw CommandFailure(several: ids, of: .answerThingsReminders, beginWith: text, in: language)
        case .unknown:
            let command = "reveille reminder list\(profileFlag)"
            throw CommandFailure(.answerNoReminder, text, listedBy: command, in: language)
        }
    }

    /// Returns all reminders of a family that match `filter`, page after page.
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

    /// Returns the open alerts about this person.
    func ownOpenAlerts() async throws -> [CareAlertView] {
        try await device.careOverview().dwellers.filter(\.isSelf).flatMap(\.alerts)
    }

    /// Returns the alert with this identifier or these first characters of it.
    func alert(_ text: String, among open: [CareAlertView]) throws -> DocumentID {
        if let id = DocumentID(text) { return id }
        switch Abbreviation(text, among: open.map(\.id)) {
        case .name(let id): return id
        case .ambiguous(let ids):
            throw CommandFailure(several: ids, of: .answerThingsAlerts, beginWith: text, in: language)
        case .unknown:
            throw CommandFailure(.noSuchAlert(text, flag: profileFlag), in: language)
        }
    }

    /// Returns the care circle with this identifier or these first characters of it; for nil the only one.
    func careCircle(_ text: String?) async throws -> CircleID {
        if let id = text.flatMap({ CircleID($0) }) { return id }
        let circles = try await device.careOverview().dwellers.map(\.circle)
        guard let text else {
            guard let only = circles.first else {
                await remarkOnCircles()
                throw CommandFailure(.inNoCircle, in: language)
            }
            guard circles.count == 1 else {
                throw CommandFailure(.inSeveralCircles(flag: profileFlag), in: language)
            }
            return only
        }
        switch Abbreviation(text, among: circles) {
        case .name(let id): return id
        case .ambiguous(let ids):
            throw CommandFailure(several: ids, of: .answerThingsCircles, beginWith: text, in: language)
        case .unknown:
            await remarkOnCircles()
            throw CommandFailure(.noSuchCircle(text), in: language)
        }
    }
}
