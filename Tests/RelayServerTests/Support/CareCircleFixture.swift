import AlarmCore
import AlarmWire
import DeviceKit
import Engine
import RelayTesting
import Testing

/// Ana's care circle: Ana, the dweller, has a phone and a watch; Ben is told first, Carla next.
struct CareCircleFixture: Sendable {
    let journey: RelayJourney
    let id: CircleID
    let ana: LocalDevice
    let anasWatch: LocalDevice
    let ben: LocalDevice
    let carla: LocalDevice

    init(_ journey: RelayJourney) async throws {
        self.journey = journey
        ana = try await journey.phone()
        anasWatch = try await journey.otherPhone(besides: ana)
        (ben, carla) = (try await journey.phone(), try await journey.phone(locale: "zh-TW"))
        let view = try await ana.createCircle(CreateCircle(kind: .care, name: "Ana's", displayName: "Ana"))
        id = view.id
        for (phone, name, tier) in [(ben, "Ben", 1), (carla, "Carla", 2)] {
            let joined = try await journey.relay.join(phone, called: name, to: view, as: .member, invitedBy: ana)
            _ = try await phone.change(joined.person, of: id, MemberChange(displayName: name))
            _ = try await ana.change(joined.person, of: id, MemberChange(priority: tier))
        }
        try await journey.catchUp()
        journey.gateway.forget()
    }

    /// Identifier of a phone's person in the circle.
    func person(of phone: LocalDevice) async throws -> PersonID {
        try await journey.person(of: phone, in: id)
    }

    /// Sets a member's permissions, as Ana.
    func permit(_ member: LocalDevice, _ permissions: Set<Permission>) async throws {
        _ = try await ana.change(try await person(of: member), of: id, MemberChange(permissions: permissions))
    }

    /// Adds a member's own number, and confirms it by the link in the text message.
    func leaveNumber(_ number: String, of member: LocalDevice, called name: String) async throws {
        _ = try await member.setCarePhone(CarePhone(phone: number, name: name))
        try await journey.catchUp()
        let question = try #require(journey.messages(to: number).last)
        try await journey.press(try journey.link(.confirm, in: question))
    }
}
