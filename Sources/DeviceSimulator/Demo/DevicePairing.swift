package import AlarmCore
import AlarmWire
package import DeviceKit

/// How two virtual phones become a pair, or phones of one person, every step as their users would take it.
package struct PhonePairing: Sendable {
    /// The one that shows the code.
    package let inviter: VirtualPhone
    /// The one that enters it.
    package let claimer: VirtualPhone

    package init(_ inviter: VirtualPhone, with claimer: VirtualPhone) {
        self.inviter = inviter
        self.claimer = claimer
    }

    /// Pairs the phones; each step is told as it happens.
    ///
    /// `pause` waits between two questions to the relay, where one is too early.
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

    /// Makes the claimer one more phone of the inviter's person, and lets it take up what that person is to be rung by.
    ///
    /// `pause` waits between two questions to the relay, where one is too early.
    ///
    /// - Returns: the pairs that the claimer did not have before.
    @discardableResult
    package func link(
        pause: LocalDevice.Pause = { try await Task.sleep(for: .milliseconds(50)) }
    ) async throws -> [KnownPair] {
        let (invite, claim) = try await agree(.device, entering: { $0.link.qrText }, pause: pause)
        let pairs = try await claimer.device.awaitJoined(claim, pause: pause)
        _ = try await inviter.device.awaitLinked(invite, pause: pause)
        try await claimer.sync()
        return pairs
    }

    /// Lets the claimer join a family or care circle of the inviter's.
    ///
    /// `pause` waits between two questions to the relay, where one is too early.
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

    /// Carries the code one way and the digits the other; gives the invite's name on either side.
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
