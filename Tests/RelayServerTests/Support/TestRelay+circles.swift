import AlarmCore
import AlarmWire
import DeviceKit
import RelayTesting
import Testing

extension TestRelay {
    /// A registered device of a new person.
    func device() async throws -> LocalDevice {
        let clock = clock
        let device = LocalDevice(
            profile: try Profile.new(relay: "https://relay.example.org"),
            store: InMemoryProfileStore(),
            transport: TestTransport(relay: self),
            clock: { clock.now() }
        )
        try await device.register()
        return device
    }

    /// Lets `guest` into a circle by a code that `host` shows; nobody else is told yet.
    @discardableResult
    func join(
        _ guest: LocalDevice,
        called name: String = "Ben",
        to circle: CircleView,
        as role: Role,
        invitedBy host: LocalDevice
    ) async throws -> JoinedCircle {
        let purpose: Invite.Purpose = circle.kind == .family ? .family : .care
        let invite = try await host.createInvite(name: "Ana", purpose: purpose, circle: circle.id, role: role)
        let claim = try await guest.claim(typed: invite.link.url, for: purpose)
        #expect(claim.role == role)
        let digits = try await guest.accept(claim.inviteID, name: name)
        #expect(try await host.awaitAnswer(invite.inviteID, pause: {}) == name)
        try await host.confirm(invite.inviteID, digits: digits)
        let joined = try await guest.awaitJoinedCircle(claim.inviteID, pause: {})
        #expect(try await host.awaitAdmitted(invite.inviteID, pause: {}) == joined)
        return joined
    }

    /// Makes `tablet` one more device of the person who has `phone`.
    func link(_ tablet: LocalDevice, to phone: LocalDevice) async throws {
        let invite = try await phone.createInvite(name: "Ana", purpose: .device)
        let claim = try await tablet.claim(typed: invite.link.url, for: .device)
        let digits = try await tablet.accept(claim.inviteID, name: "tablet")
        _ = try await phone.awaitAnswer(invite.inviteID, pause: {})
        try await phone.confirm(invite.inviteID, digits: digits)
        _ = try await tablet.awaitJoined(claim.inviteID, pause: {})
        _ = try await phone.awaitLinked(invite.inviteID, pause: {})
    }
}
