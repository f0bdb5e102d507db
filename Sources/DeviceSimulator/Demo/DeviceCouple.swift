package import AlarmCore
import AlarmWire
package import CurlClient
package import DeviceKit
package import GatewaySimulator

/// Two paired devices that speak to a relay over HTTP, one of which sets alarms for the other.
package struct DeviceCouple: Sendable {
    package let sender: LocalDevice
    package let receiver: LocalDevice
    package let pair: PairID
    /// The receiver's push token, or its subscription's identifier, by which the gateway reaches it.
    package let token: String
    /// The receiver's subscription, where it is a browser.
    package let subscription: PushSubscription?

    /// Registers two devices with the relay and pairs them, every step as their users would take it.
    ///
    /// - Parameters:
    ///   - relay: the relay's address.
    ///   - gateway: where pushes to the devices go.
    ///   - topic: the app that the devices run.
    ///   - client: carries the devices' requests.
    ///   - isReceiverBrowser: whether the receiver is a browser on the gateway's Web Push.
    ///   - capabilities: what the devices tell the relay that they can do.
    ///   - configuration: how often and how soon the devices repeat a request.
    ///   - clock: the time by which the devices live.
    /// - Returns: the couple, once both devices know that they are paired.
    /// - Throws: `DeviceError` where the relay refuses a step or cannot be reached.
    package static func make(
        relay: String,
        gateway: GatewaySimulator,
        topic: String,
        client: CurlClient,
        isReceiverBrowser: Bool = false,
        capabilities: Device.Capabilities = .none,
        configuration: LocalDevice.Configuration = LocalDevice.Configuration(),
        clock: @escaping @Sendable () -> Instant
    ) async throws -> DeviceCouple {
        try await make(
            relay: relay,
            gateway: gateway,
            topic: topic,
            transport: CurlTransport(client: client),
            isReceiverBrowser: isReceiverBrowser,
            capabilities: capabilities,
            configuration: configuration,
            clock: clock
        )
    }

    /// Registers and pairs two devices whose requests go by `transport`; see the other function.
    package static func make(
        relay: String,
        gateway: GatewaySimulator,
        topic: String,
        transport: any Transport,
        isReceiverBrowser: Bool = false,
        capabilities: Device.Capabilities = .none,
        configuration: LocalDevice.Configuration = LocalDevice.Configuration(),
        clock: @escaping @Sendable () -> Instant
    ) async throws -> DeviceCouple {
        func device(_ profile: Profile) -> LocalDevice {
            LocalDevice(
                profile: profile,
                store: InMemoryProfileStore(profile),
                transport: transport,
                configuration: configuration,
                clock: clock
            )
        }
        func phone(_ name: String) throws -> (LocalDevice, token: String) {
            let token = gateway.registerDevice(topic: topic, environment: .sandbox)
            let profile = try Profile.new(
                relay: relay,
                push: PushRegistration(token: token, environment: .sandbox, topic: topic),
                capabilities: capabilities,
                timeZone: "Europe/Berlin",
                displayName: name
            )
            return (device(profile), token)
        }
        func browser(_ name: String, key: [UInt8]?) throws -> (LocalDevice, id: String, PushSubscription) {
            let id = gateway.registerSubscription(applicationServerKey: key)
            let subscription = try PushSubscription(endpoint: gateway.endpoint(of: id))
            let profile = try Profile.new(
                relay: relay,
                subscription: subscription,
                timeZone: "Europe/Berlin",
                displayName: name
            )
            return (device(profile), id, subscription)
        }
        let (sender, _) = try phone("Ana")
        _ = try await sender.register()
        let receiver: LocalDevice
        let token: String
        var subscription: PushSubscription?
        if isReceiverBrowser {
            (receiver, token, subscription) = try browser("Ben", key: try await sender.webPushKey())
        } else {
            (receiver, token) = try phone("Ben")
        }
        let pause: LocalDevice.Pause = { try await Task.sleep(for: .milliseconds(20)) }
        let pair = try await DevicePairing(sender, "Ana", with: receiver, "Ben").run(pause: pause)
        return DeviceCouple(
            sender: sender,
            receiver: receiver,
            pair: pair.id,
            token: token,
            subscription: subscription
        )
    }
}
