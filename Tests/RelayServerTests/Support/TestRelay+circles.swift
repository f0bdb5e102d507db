import AlarmCore
import AlarmWire
import DeviceKit
import RelayTesting
import Testing

extension TestRelay {
    /// Registers a device of a new person; with a push token it is reached through the gateway.
    func device(
        push: PushRegistration? = nil,
        capabilities: Device.Capabilities = .none,
        timeZone: String = "UTC",
        locale: String = "en"
    ) async throws -> LocalDevice {
        let profile = try Profile.new(
            relay: "https://relay.example.org",
            push: push,
            capabilities: capabilities,
            timeZone: timeZone,
            locale: locale
        )
        let device = device(profile)
        try await device.register()
        return device
    }

    /// A device that continues with a stored profile.
    func device(_ profile: Profile) -> LocalDevice {
        let clock = clock
        return LocalDevice(
            profile: profile,
            store: InMemoryProfileStore(),
            transport: TestTransport(relay: self),
            clock: { clock.now() }
        )
    }

    /// Joins `guest` to a circle by a code that `host` shows; no introductions are made yet.
    ///
    /// `meanwhile` happens once the guest is in, and before the host's device knows with which key.
    @discardableResult
    func join(
        _ guest: LocalDevice,
        called name: String = "Ben",
        to circle: CircleView,
        as role: Role,
        invitedBy host: LocalDevice,
        meanwhile: () async throws -> Void = {}
    ) async throws -> JoinedCircle {
        let purpose: Invite.Purpose = circle.kind == .family ? .family : .care
        let invite = try await host.createInvite(name: "Ana", purpose: purpose, circle: circle.id, role: role)
        let claim = try await guest.claim(typed: invite.link.url, for: purpose)
        #expect(claim.role == role)
        let digits = try await guest.accept(claim.inviteID, name: name)
        #expect(try await host.awaitAnswer(invite.inviteID, pause: {}) == name)
        try await host.confirm(invite.inviteID, digits: digits)
        let joined = try await guest.awaitJoinedCircle(claim.inviteID, pause: {})
        try await meanwhile()
        #expect(try await host.awaitAdmitted(invite.inviteID, pause: {}) == joined)
        // Another program with the same profile, such as a listener, may have been first to see it.
        #expect(try await host.checkAdmitted(invite.inviteID) == joined)
        #expect(try await guest.checkJoinedCircle(claim.inviteID) == joined)
        return joined
    }

    /// Links `tablet` to the person who has `phone`, and returns the pairs handed over.
    @discardableResult
    func link(_ tablet: LocalDevice, to phone: LocalDevice) async throws -> [KnownPair] {
        let invite = try await phone.createInvite(name: "Ana", purpose: .device)
        let claim = try await tablet.claim(typed: invite.link.url, for: .device)
        let digits = try await tablet.accept(claim.inviteID, name: "tablet")
        #expect(try await phone.awaitAnswer(invite.inviteID, pause: {}) == "tablet")
        try await phone.confirm(invite.inviteID, digits: digits)
        let pairs = try await tablet.awaitJoined(claim.inviteID, pause: {})
        let linked = try await phone.awaitLinked(invite.inviteID, pause: {})
        #expect(await linked.id == tablet.profile.deviceID)
        return pairs
    }

    /// Pairs two people by a code that the first person's device shows.
    func pair(
        _ host: LocalDevice,
        _ name: String,
        with guest: LocalDevice,
        _ other: String
    ) async throws -> PairID {
        let invite = try await host.createInvite(name: name)
        let claim = try await guest.claim(typed: invite.code.formatted)
        let digits = try await guest.accept(claim.inviteID, name: other)
        _ = try await host.awaitAnswer(invite.inviteID, pause: {})
        try await host.confirm(invite.inviteID, digits: digits)
        _ = try await guest.awaitConfirmation(claim.inviteID, pause: {})
        return try await host.awaitActive(invite.inviteID, pause: {}).id
    }
}
