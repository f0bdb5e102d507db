public import AlarmCore

/// `PUT /v1/devices/self/token`: replaces the address at which the device is reached, without pairing again.
///
/// An Apple device replaces its push token. A browser replaces its subscription, or moves between `webpush` and
/// `events` as it gets or loses leave to show notifications.
public struct ReplaceToken: Hashable, WireMessage {
    /// The way of reaching the device from now on; an Apple device need not name it.
    public var platform: Device.Platform
    /// The new token; for `apns` only.
    public var apns: PushRegistration?
    /// The new subscription; for `webpush` only.
    public var webPush: WebPushSubscription?

    /// Makes a request with another push token of Apple's.
    public init(apns: PushRegistration) {
        platform = .apns
        self.apns = apns
    }

    /// Makes a request with another subscription of a browser.
    public init(webPush: WebPushSubscription) {
        platform = .webPush
        self.webPush = webPush
    }

    private init(platform: Device.Platform) {
        self.platform = platform
    }

    /// A request of a browser that only listens on the event stream from now on.
    public static let events = ReplaceToken(platform: .events)

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        platform = try object.optionalKnownPlatform("platform") ?? .apns
        (apns, webPush) = try object.address(on: platform)
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "platform": platform == .apns ? nil : .word(platform),
            "apns": apns?.json,
            "webpush": webPush?.json,
        ])
    }
}

/// The answer to ``ReplaceToken``: 200.
public struct TokenReplaced: Hashable, WireMessage {
    /// The relay's clock.
    public var serverTime: Instant

    /// Makes an answer.
    public init(serverTime: Instant) {
        self.serverTime = serverTime
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        serverTime = try object.instant("serverTime")
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: ["serverTime": .instant(serverTime)])
    }
}
