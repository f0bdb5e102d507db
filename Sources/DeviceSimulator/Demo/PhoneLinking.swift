import AlarmCore
import AlarmWire
package import DeviceKit

/// How a virtual phone becomes one more phone of another one's person, every step as their user would take it.
package struct PhoneLinking: Sendable {
    /// The one that shows the code, and whose pairs the other gets.
    package let inviter: VirtualPhone
    /// The one that enters it.
    package let claimer: VirtualPhone

    package init(_ inviter: VirtualPhone, with claimer: VirtualPhone) {
        self.inviter = inviter
        self.claimer = claimer
    }

    /// Links the phones, and lets the claimer take up what its person is to be rung by.
    ///
    /// `pause` waits between two questions to the relay, where one is too early.
    ///
    /// - Returns: the pairs that the claimer did not have before.
    @discardableResult
    package func run(
        entering entry: (InviterPairing) -> String = { $0.link.qrText },
        pause: LocalDevice.Pause = { try await Task.sleep(for: .milliseconds(50)) }
    ) async throws -> [KnownPair] {
        let invite = try await inviter.device.createInvite(name: inviter.name, purpose: .device)
        let claim = try await claimer.device.claim(typed: entry(invite), for: .device)
        let shown = try await claimer.device.accept(claim.inviteID, name: claimer.name)
        _ = try await inviter.device.awaitAnswer(invite.inviteID, pause: pause)
        try await inviter.device.confirm(invite.inviteID, digits: shown)
        let pairs = try await claimer.device.awaitJoined(claim.inviteID, pause: pause)
        _ = try await inviter.device.awaitLinked(invite.inviteID, pause: pause)
        try await claimer.sync()
        return pairs
    }
}
