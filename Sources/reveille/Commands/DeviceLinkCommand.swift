import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille device link`: shows a code for another device of the same person.
struct DeviceLinkCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link",
        abstract: "Show a code by which another device becomes yours too.",
        discussion: """
            The other device then rings for you and can set alarms in your name. This one hands it the keys of your \
            pairs, sealed so that the relay cannot read them. A pair that you make later is known to the device that \
            made it alone, and its alarms ring on the others without their words: link them again from that device.
            """
    )

    @OptionGroup
    var name: NameOption

    @OptionGroup
    var lifetime: LifetimeOption

    @OptionGroup
    var profile: ProfileOptions

    func run() async throws {
        try await DeviceSession.run(profile) { session in
            try await session.settlePairings()
            let device = session.device
            let name = await name.text(of: device.profile, called: session.name, in: session.environment)
            try await device.set(displayName: name)
            let invite = try await device.createInvite(name: name, lifetime: lifetime.ttl, purpose: .device)
            try session.show(invite)
            Terminal.say("Show it to nobody. It is good until \(session.clock.text(invite.expiresAt)).")
            Terminal.say("On your other device: reveille device join \(invite.code.formatted)")
            Terminal.say("Waiting for your other device…")
            let other = try await device.awaitAnswer(invite.inviteID, pause: DeviceSession.pause).asForeign
            Terminal.say("\(other) has answered and shows six digits.")
            try await session.confirm(invite.inviteID, asking: "Type the six digits on your other device's screen:")
            Terminal.say("Right. Waiting for \(other)…")
            let linked = try await device.awaitLinked(invite.inviteID, pause: DeviceSession.pause)
            let pairs = await device.profile.pairs.count { $0.isActive }
            Terminal.say("Linked \(linked.name.asForeign), with \(pairs == 1 ? "one pair" : "\(pairs) pairs").")
            Terminal.say("See your devices: reveille device list\(session.profileFlag)")
        }
    }
}
