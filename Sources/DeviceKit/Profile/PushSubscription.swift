import AlarmCore
public import AlarmWire
public import Sealing

/// This device's subscription with a push service (RFC 8030), and the keys that open what is sealed for it (RFC 8291).
///
/// For a device that Web Push reaches: a browser, or an app whose pushes come by a distributor of UnifiedPush.
public struct PushSubscription: Sendable {
    /// The URL to which messages are posted; whoever knows it may be able to push to the device.
    public let endpoint: String
    /// The keys for which messages are sealed.
    public let keys: WebPushReceiverKeys
    private let pem: String

    /// Makes new keys for a subscription with this endpoint.
    ///
    /// - Throws: ``DeviceError/sealing(_:)``.
    public init(endpoint: String) throws(DeviceError) {
        try self.init(endpoint: endpoint, keys: DeviceError.mapping { try WebPushReceiverKeys() })
    }

    /// Takes up kept keys.
    ///
    /// - Throws: ``DeviceError/sealing(_:)``.
    public init(endpoint: String, keys: WebPushReceiverKeys) throws(DeviceError) {
        self.endpoint = endpoint
        self.keys = keys
        pem = try DeviceError.mapping { try keys.privateKey.pem() }
    }

    /// What the relay is told: where to post, and for which public key to seal.
    public var published: WebPushSubscription {
        WebPushSubscription(endpoint: endpoint, p256dh: keys.privateKey.publicKey.x963, auth: keys.secret)
    }

    /// Opens the body of a message.
    ///
    /// - Throws: ``DeviceError/sealing(_:)`` for what was not sealed for these keys.
    public func open(_ body: [UInt8]) throws(DeviceError) -> [UInt8] {
        try DeviceError.mapping { try keys.open(body) }
    }
}

extension PushSubscription: WireMessage {
    /// Reads the members of the JSON object in a profile.
    public init(reading object: inout ObjectReader) throws(WireError) {
        endpoint = try object.string("endpoint")
        pem = try object.string("key")
        let secret = try object.bytes("auth", count: WebPushSubscription.secretByteCount)
        guard let key = try? ES256.PrivateKey(pem: pem) else {
            throw WireError(.expected("a private key on the curve P-256"))
        }
        keys = WebPushReceiverKeys(privateKey: key, secret: secret)
    }

    /// The JSON object in a profile; it holds the private key.
    public var json: JSONValue {
        .object(of: ["endpoint": .string(endpoint), "key": .string(pem), "auth": .bytes(keys.secret)])
    }
}

extension PushSubscription: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The push service, not the subscription.
    public var description: String { published.description }

    /// The push service, not the subscription.
    public var debugDescription: String { description }

    /// A mirror without the subscription.
    public var customMirror: Mirror { Mirror(self, children: ["origin": published.origin]) }
}
