import AlarmCore

/// A subscription of a browser with its push service (RFC 8030, RFC 8291), as the Push API gives it to a page.
public struct WebPushSubscription: Hashable, WireMessage {
    /// The longest endpoint, in bytes: 2,048.
    public static let longestEndpoint = 2048
    /// The length of the browser's public key: a point of P-256, uncompressed, 65 bytes.
    public static let keyByteCount = 65
    /// The length of the authentication secret: 16 bytes.
    public static let secretByteCount = 16

    /// The URL to which messages are posted; whoever knows it may be able to push to the browser.
    public var endpoint: String
    /// The browser's public key.
    public var p256dh: [UInt8]
    /// The authentication secret.
    public var auth: [UInt8]

    /// Makes a subscription; the relay refuses one whose parts are malformed.
    public init(endpoint: String, p256dh: [UInt8], auth: [UInt8]) {
        self.endpoint = endpoint
        self.p256dh = p256dh
        self.auth = auth
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        endpoint = try object.text(
            "endpoint",
            expected: "an https URL of at most \(Self.longestEndpoint) bytes, without user, fragment or spaces"
        ) { text in
            Self.isEndpoint(text) ? text : nil
        }
        p256dh = try object.text(
            "p256dh",
            expected: "an uncompressed P-256 point, 65 bytes that begin with 04, in base64url without padding"
        ) { text in
            Base64URL.decode(text).flatMap { $0.count == Self.keyByteCount && $0.first == 0x04 ? $0 : nil }
        }
        auth = try object.bytes("auth", count: Self.secretByteCount)
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: ["endpoint": .string(endpoint), "p256dh": .bytes(p256dh), "auth": .bytes(auth)])
    }

    /// The origin of the endpoint, as in `https://push.example.org`, without which nothing of it is shown.
    public var origin: String { Self.origin(of: endpoint)?.text ?? "unknown" }

    /// Whether a text is the URL of a server that a relay may be told to post to.
    ///
    /// Plain http is for a push service on the relay's own machine, and needs the operator's leave besides.
    static func isEndpoint(_ text: String) -> Bool {
        (1...longestEndpoint).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"<>\"\\^`{|}#".utf8.contains($0) }
            && origin(of: text) != nil
    }

    private static func origin(of endpoint: String) -> Origin? {
        let scheme = endpoint.hasPrefix("https://") ? "https://" : "http://"
        guard endpoint.hasPrefix(scheme) else { return nil }
        let authority = endpoint.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" }
        return try? Origin(scheme + authority)
    }
}

extension WebPushSubscription: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The push service, not the subscription.
    public var description: String { "subscription (redacted) at \(origin)" }

    /// The push service, not the subscription.
    public var debugDescription: String { description }

    /// A mirror without the subscription.
    public var customMirror: Mirror { Mirror(self, children: ["origin": origin]) }
}

/// `GET /v1/webpush/key`: the key with which a browser subscribes (RFC 8292, section 4.1).
public struct WebPushKeyAnswer: Hashable, WireMessage {
    /// The relay's public key, `applicationServerKey`: a point of P-256, uncompressed, 65 bytes.
    public var publicKey: [UInt8]

    /// Makes an answer.
    public init(publicKey: [UInt8]) {
        self.publicKey = publicKey
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        publicKey = try object.bytes("publicKey", count: WebPushSubscription.keyByteCount)
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: ["publicKey": .bytes(publicKey)])
    }
}
