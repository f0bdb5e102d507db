import AlarmCore
import AlarmWire
import DeviceKit
import GatewaySimulator

/// Where the app is reached: by a push token, by the subscription of a browser, or on the relay's event stream.
enum PhoneAddress: Sendable {
    case token(String)
    /// A subscription under the identifier by which the gateway knows it.
    case subscription(String, PushSubscription)
    /// The relay's event stream, in the place of a gateway.
    case events

    /// The token or identifier that stands for the app at the gateway.
    var id: String {
        switch self {
        case .token(let id), .subscription(let id, _): id
        case .events: "events"
        }
    }

    /// The subscription of a browser.
    var subscription: PushSubscription? {
        if case .subscription(_, let subscription) = self { subscription } else { nil }
    }
}

/// How a phone registers with the gateway.
struct PhoneRegistry: Sendable {
    /// The gateway; nil for a phone that listens on the relay's event stream.
    let gateway: GatewaySimulator?
    let topic: String
    let environment: GatewaySimulator.Environment
    /// The key with which a browser subscribes; nil for a subscription that anybody may push to.
    let applicationServerKey: [UInt8]?

    /// Registers the app, or makes a new subscription.
    func register(_ state: PhoneState) throws -> PhoneAddress {
        guard let gateway else { return .events }
        guard state.browser != nil else {
            return .token(gateway.registerDevice(topic: topic, environment: environment))
        }
        let id = gateway.registerSubscription(applicationServerKey: applicationServerKey)
        return .subscription(id, try PushSubscription(endpoint: gateway.endpoint(of: id)))
    }

    /// Declares an address dead: from now on pushes to it are answered 410.
    func end(_ address: PhoneAddress, at now: Instant) {
        switch address {
        case .token(let token): gateway?.unregister(token, at: now)
        case .subscription(let id, _): gateway?.endSubscription(id)
        case .events: break
        }
    }

    /// Declares an address dead of which the app does not know it yet.
    func expire(_ address: PhoneAddress, at now: Instant) {
        switch address {
        case .token(let token): gateway?.expire(token, at: now)
        case .subscription(let id, _): gateway?.endSubscription(id)
        case .events: break
        }
    }

    /// Lets pushes through, or has the gateway keep them as far as it does.
    func connect(_ address: PhoneAddress, _ isConnected: Bool) {
        switch address {
        case .token(let token): gateway?.setOnline(token, isConnected)
        case .subscription(let id, _): gateway?.setSubscriptionOnline(id, isConnected)
        case .events: break
        }
    }

    /// The profile of a new device.
    func profile(_ name: String, _ relay: String, _ address: PhoneAddress, _ state: PhoneState) throws -> Profile {
        switch address {
        case .token(let token):
            return try Profile.new(
                relay: relay,
                push: PushRegistration(
                    token: token,
                    environment: environment == .sandbox ? .sandbox : .production,
                    topic: topic
                ),
                capabilities: state.capabilities,
                timeZone: state.timeZone,
                displayName: name
            )
        case .subscription(_, let subscription):
            return try Profile.new(
                relay: relay,
                subscription: subscription,
                capabilities: state.capabilities,
                timeZone: state.timeZone,
                displayName: name
            )
        case .events:
            return try Profile.new(
                relay: relay,
                capabilities: state.capabilities,
                timeZone: state.timeZone,
                displayName: name
            )
        }
    }
}
