import AlarmCore
import AlarmWire
import DeviceKit
import RelayTesting
import Testing

/// A family of two parents and two children, each with a phone, that lets the relay read titles.
struct FamilyFixture: Sendable {
    let journey: RelayJourney
    let id: CircleID
    /// A parent, who made the family and sets the reminders of most tests.
    let ana: LocalDevice
    /// The second parent.
    let ben: LocalDevice
    /// The child for whom most reminders are set.
    let kim: LocalDevice
    /// The second child.
    let lea: LocalDevice

    init(_ journey: RelayJourney, snoozeLimit: Span = Circle.defaultSnoozeLimit) async throws {
        self.journey = journey
        (ana, ben) = (try await journey.phone(), try await journey.phone())
        (kim, lea) = (try await journey.phone(), try await journey.phone())
        let request = CreateCircle(
            kind: .family,
            name: "Home",
            displayName: "Ana",
            relayMayReadTitles: true,
            snoozeLimit: snoozeLimit
        )
        let view = try await ana.createCircle(request)
        id = view.id
        for (phone, name, role) in [(ben, "Ben", Role.parent), (kim, "Kim", .child), (lea, "Lea", .child)] {
            let joined = try await journey.relay.join(phone, called: name, to: view, as: role, invitedBy: ana)
            _ = try await phone.change(joined.person, of: id, MemberChange(displayName: name))
        }
        try await journey.catchUp()
        journey.gateway.forget()
    }

    /// Identifier of a phone's person in the family.
    func person(of phone: LocalDevice) async throws -> PersonID {
        try await journey.person(of: phone, in: id)
    }

    /// Sets a reminder; by default Ana's, for Kim, due in an hour.
    func remind(
        _ title: String = "Pack the satchel",
        for assignee: LocalDevice? = nil,
        by creator: LocalDevice? = nil,
        in span: Span = .hours(1),
        items: [String] = [],
        place: Place? = nil
    ) async throws -> Reminder {
        let items = items.enumerated().map { Checklist.Item(id: $0 + 1, text: $1) }
        let request = ReminderRequest(
            assignee: try await person(of: assignee ?? kim),
            title: title,
            checklist: try Checklist(items),
            time: .once(AlarmTime(journey.now + span), timeZone: nil),
            place: place
        )
        return try await (creator ?? ana).remind(request, in: id).reminder
    }
}
