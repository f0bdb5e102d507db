import AlarmWire
package import DeviceKit

/// How two virtual phones become a pair, every step as their users would take it.
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
        let invite = try await inviter.device.createInvite(name: inviter.name)
        code(invite)
        let claim = try await claimer.device.claim(typed: entry(invite))
        let shown = try await claimer.device.accept(claim.inviteID, name: claimer.name)
        digits(shown)
        _ = try await inviter.device.awaitAnswer(invite.inviteID, pause: pause)
        try await inviter.device.confirm(invite.inviteID, digits: shown)
        _ = try await claimer.device.awaitConfirmation(claim.inviteID, pause: pause)
        return try await inviter.device.awaitActive(invite.inviteID, pause: pause)
    }
}
