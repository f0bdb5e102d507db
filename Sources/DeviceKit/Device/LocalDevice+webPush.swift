public import AlarmCore
public import AlarmWire
import Sealing

extension LocalDevice {
    /// Fetches the key with which this device subscribes at its push service: `applicationServerKey`, 65 bytes.
    ///
    /// - Returns: the key; nil where the relay pushes to nobody over Web Push.
    /// - Throws: ``DeviceError/transport(_:)``, ``DeviceError/refused(_:retryAfter:)``.
    public func webPushKey() async throws(DeviceError) -> [UInt8]? {
        let asked = Endpoints.WebPush.key()
        let request = WireRequest(
            origin: profile.relay,
            method: asked.method,
            target: asked.target,
            headers: [],
            body: []
        )
        do {
            return try Self.read(try Self.succeed(try await exchange(request), asked), to: asked).publicKey
        } catch {
            guard error.problemKind == .notFound else { throw error }
            return nil
        }
    }

    /// Gives the relay a new subscription, without pairing again.
    ///
    /// A device that listened on the event stream is pushed to from then on.
    ///
    /// Stored before it is sent: what the relay seals for the new keys may arrive before its answer does. Pushes that
    /// were sealed for the former keys can still be opened.
    ///
    /// - Throws: ``DeviceError/refused(_:retryAfter:)``, such as `no-gateway` for a push service that the relay
    ///   does not reach.
    public func replaceSubscription(_ subscription: PushSubscription) async throws(DeviceError) {
        try update { $0.take(subscription) }
        let answer = try await perform(Endpoints.Devices.replaceToken(ReplaceToken(webPush: subscription.published)))
        try update { $0.platform = .webPush }
        try learnClock(answer.serverTime)
    }

    /// Tells the relay that this device has no subscription any more, and listens on the event stream alone.
    ///
    /// For a browser whose user has taken back the leave to show notifications.
    ///
    /// - Throws: ``DeviceError/refused(_:retryAfter:)``.
    public func endSubscription() async throws(DeviceError) {
        let answer = try await perform(Endpoints.Devices.replaceToken(.events))
        try update { profile in
            profile.platform = .events
            profile.subscriptions = []
        }
        try learnClock(answer.serverTime)
    }

    /// Tells the relay what has changed about this device, and stores it; what is nil stays as it is.
    ///
    /// - Parameters:
    ///   - capabilities: the capabilities of the device's system.
    ///   - timeZone: the IANA name of the device's zone.
    ///   - locale: the device's language (BCP 47), in which the relay writes to it.
    /// - Returns: the device as the relay shows it.
    /// - Throws: ``DeviceError/refused(_:retryAfter:)``, such as `malformed` for a zone that does not exist.
    @discardableResult
    public func tell(
        capabilities: Device.Capabilities? = nil,
        timeZone: String? = nil,
        locale: String? = nil
    ) async throws(DeviceError) -> DeviceView {
        let change = DeviceChange(capabilities: capabilities, timeZone: timeZone, locale: locale)
        let view = try await perform(Endpoints.Devices.change(change))
        try update { profile in
            let hadUntoldChanges = profile.hasUntoldChanges
            profile.adopt(change)
            profile.hasUntoldChanges = hadUntoldChanges
        }
        return view
    }

    /// Opens the body of a message that came over Web Push, decides what to do about it, and stores the decision.
    ///
    /// Never refuses: a message that cannot be opened or read rings too.
    ///
    /// - Parameter body: the body as the push service delivered it, in the content coding `aes128gcm`.
    /// - Returns: the meaning of the push, and its plan.
    /// - Throws: ``DeviceError/profile(_:)`` when the decision could not be stored.
    public func open(webPush body: [UInt8]) throws(DeviceError) -> Received {
        for subscription in profile.subscriptions.reversed() {
            guard let content = try? subscription.open(body) else { continue }
            let message: ReceivedWebPush
            do {
                message = try ReceivedWebPush(payload: content)
            } catch {
                return .unreadable("\(error)")
            }
            return try receive(message.push)
        }
        return .unreadable("it was not sealed for a subscription of this device")
    }
}

extension Profile {
    /// The most subscriptions whose keys are kept: the present one and the one before.
    private static let keptSubscriptions = 2

    /// The newest subscription with a push service, where the device is reached by one.
    public var subscription: PushSubscription? { subscriptions.last }

    /// Makes a new device, with a key of its own, that the relay at `address` reaches over Web Push.
    ///
    /// - Parameters:
    ///   - address: `https://host[:port]`; plain http is for a relay on this machine only.
    ///   - subscription: the subscription, made with the relay's key (``LocalDevice/webPushKey()``).
    ///   - capabilities: the capabilities of the device's system.
    ///   - timeZone: the IANA name of the device's zone.
    ///   - locale: the device's language (BCP 47).
    ///   - displayName: the user's display name.
    /// - Returns: a profile that has not been stored yet.
    /// - Throws: ``DeviceError/origin(_:)`` for an address that cannot be used, ``DeviceError/sealing(_:)``.
    public static func new(
        relay address: String,
        subscription: PushSubscription,
        capabilities: Device.Capabilities = .none,
        timeZone: String = "UTC",
        locale: String = "en",
        displayName: String = ""
    ) throws(DeviceError) -> Profile {
        var profile = try Profile.new(
            relay: address,
            capabilities: capabilities,
            timeZone: timeZone,
            locale: locale,
            displayName: displayName
        )
        profile.platform = .webPush
        profile.subscriptions = [subscription]
        return profile
    }

    /// Adds a subscription; one with the same endpoint is replaced, and the oldest is forgotten.
    mutating func take(_ subscription: PushSubscription) {
        subscriptions.removeAll { $0.endpoint == subscription.endpoint }
        subscriptions = (subscriptions + [subscription]).suffix(Self.keptSubscriptions)
    }
}
