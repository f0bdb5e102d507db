import AlarmCore
import AlarmWire
import CurlClient
import DeviceKit
import DeviceSimulator
import DeviceTransport
import GatewaySimulator

/// Two paired devices, one of which sets alarms for the other, and both of which never give up on a request.
struct Couple: Sendable {
    let sender: LocalDevice
    let receiver: LocalDevice
    let pair: PairID
    /// Where the gateway reaches the receiver.
    let token: String

    /// Registers two devices and pairs them, every step as their users would take it.
    static func make(on trial: Trial) async throws -> Couple {
        let stage = await trial.transport
        let (sender, _) = try device("Ana", stage)
        let (receiver, token) = try device("Ben", stage)
        let pause: LocalDevice.Pause = { try await Task.sleep(for: .milliseconds(20)) }
        _ = try await sender.register()
        let invite = try await sender.createInvite(name: "Ana")
        let claim = try await receiver.claim(typed: invite.link.qrText)
        let digits = try await receiver.accept(claim.inviteID, name: "Ben")
        _ = try await sender.awaitAnswer(invite.inviteID, pause: pause)
        try await sender.confirm(invite.inviteID, digits: digits)
        _ = try await receiver.awaitConfirmation(claim.inviteID, pause: pause)
        let pair = try await sender.awaitActive(invite.inviteID, pause: pause)
        return Couple(sender: sender, receiver: receiver, pair: pair.id, token: token)
    }

    private static func device(_ name: String, _ stage: DemoStage) throws -> (LocalDevice, token: String) {
        let token = stage.gateway.registerDevice(topic: DemoStage.topic, environment: .sandbox)
        let profile = try Profile.new(
            relay: stage.relay.url,
            push: PushRegistration(token: token, environment: .sandbox, topic: DemoStage.topic),
            timeZone: "Europe/Berlin",
            displayName: name
        )
        let configuration = LocalDevice.Configuration(repeats: .max) { _ in
            try await Task.sleep(for: .milliseconds(10))
        }
        let clock = stage.clock
        let device = LocalDevice(
            profile: profile,
            store: InMemoryProfileStore(profile),
            transport: CurlTransport(client: stage.client),
            configuration: configuration,
            clock: { clock.now() }
        )
        return (device, token)
    }
}
