package import AlarmCore
import AlarmWire
package import DeviceKit

/// How two devices become a pair, or devices of one person, every step as their users would take it.
package struct DevicePairing: Sendable {
    /// The device that shows the code, and how its user is called.
    private let inviter: (device: LocalDevice, name: String)
    /// The device that enters the code, and how its user is called.
    private let claimer: (device: LocalDevice, name: String)

    package init(_ inviter: LocalDevice, _ name: String, with claimer: LocalDevice, _ other: String) {
        self.inviter = (inviter, name)
        self.claimer = (claimer, other)
    }

    package init(_ inviter: VirtualPhone, with claimer: VirtualPhone) {
        self.init(inviter.device, inviter.name, with: claimer.device, claimer.name)
    }

    /// Pairs the devices; each step is told as it happens.
    ///
    /// `pause` waits between two requests to the relay when the first came too early.
    ///
    /// - Returns: the pair as the inviter knows it.
    @discardableResult
    package func run(
        entering entry: (InviterPairing) -> String = { $0.link.qrText },
        showing code: (InviterPairing) -> Void = { _ in },
        reading digits: (String) -> Void = { _ in },
        pause: LocalDevice.Pause = { try await Task.sleep(for: .milliseconds(50)) }
    ) async throws -> KnownPair {
        let (invite, claim) = try await agree(.partner, entering: entry, showing: code, reading: digits, pause: pause)
        _ = try await claimer.device.awaitConfirmation(claim, pause: pause)
        return try await inviter.device.awaitActive(invite, pause: pause)
    }

    /// Makes the claimer one more device of the inviter's person.
    ///
    /// `pause` waits between two requests to the relay when the first came too early.
    ///
    /// - Returns: the pairs that the claimer did not have before.
    @discardableResult
    package func link(
        pause: LocalDevice.Pause = { try await Task.sleep(for: .milliseconds(50)) }
    ) async throws -> [KnownPair] {
        let (invite, claim) = try await agree(.device, entering: { $0.link.qrText }, pause: pause)
        let pairs = try await claimer.device.awaitJoined(claim, pause: pause)
        _ = try await inviter.device.awaitLinked(invite, pause: pause)
        return pairs
    }

    /// Lets the claimer join a family or care circle of the inviter's.
    ///
    /// `pause` waits between two requests to the relay when the first came too early.
    package func join(
        _ circle: CircleID,
        as role: Role,
        pause: LocalDevice.Pause = { try await Task.sleep(for: .milliseconds(50)) }
    ) async throws {
        let purpose: Invite.Purpose = role.kind == .family ? .family : .care
        let (invite, claim) = try await agree(
            purpose,
            circle: circle,
            role: role,
            entering: { $0.link.qrText },
            pause: pause
        )
        _ = try await claimer.device.awaitJoinedCircle(claim, pause: pause)
        _ = try await inviter.device.awaitAdmitted(invite, pause: pause)
    }

    /// Carries the code one way and the digits the other; returns the invite's identifier on either side.
    private func agree(
        _ purpose: Invite.Purpose,
        circle: CircleID? = nil,
        role: Role? = nil,
        entering entry: (InviterPairing) -> String,
        showing code: (InviterPairing) -> Void = { _ in },
        reading digits: (String) -> Void = { _ in },
        pause: LocalDevice.Pause
    ) async throws -> (inviter: InviteID, claimer: InviteID) {
        let invite = try await inviter.device.createInvite(
            name: inviter.name,
            purpose: purpose,
            circle: circle,
            role: role
        )
        code(invite)
        let claim = try await claimer.device.claim(typed: entry(invite), for: purpose)
        let shown = try await claimer.device.accept(claim.inviteID, name: claimer.name)
        digits(shown)
        _ = try await inviter.device.awaitAnswer(invite.inviteID, pause: pause)
        try await inviter.device.confirm(invite.inviteID, digits: shown)
        return (invite.inviteID, claim.inviteID)
    }
}
