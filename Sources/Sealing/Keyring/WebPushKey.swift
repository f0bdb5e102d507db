public import AlarmCore

/// The key by which push services of browsers know a relay (VAPID, RFC 8292).
///
/// Browsers tie a subscription to the public half, so that it stays the same for as long as there are subscriptions.
public struct WebPushKey: Sendable, Redacting {
    /// The time at which it was made.
    public let created: Instant
    /// The private key, which signs.
    public let privateKey: ES256.PrivateKey
    /// The private key in base64url, for the keyring's file.
    private let scalar: SecretBytes

    /// Makes it of a private key.
    ///
    /// - Throws: `SealingError.library`.
    init(created: Instant, privateKey: ES256.PrivateKey) throws(SealingError) {
        self.created = created
        self.privateKey = privateKey
        scalar = try privateKey.scalar()
    }

    /// Reads the text of the keyring's file, else nil.
    init?(created: Instant, text: Substring) {
        var bytes = Base64URL.decode(text) ?? []
        defer { bytes.wipe() }
        guard let privateKey = try? ES256.PrivateKey(scalar: SecretBytes(bytes)) else { return nil }
        try? self.init(created: created, privateKey: privateKey)
    }

    /// The text for the keyring's file.
    var text: String { scalar.withUnsafeBytes { Base64URL.encode($0) } }

    /// The public key for browsers, `applicationServerKey`: 65 bytes.
    public var publicKey: [UInt8] { privateKey.publicKey.x963 }
}

extension WebPushKey: Equatable {
    /// Whether both are the same key, made at the same time.
    public static func == (left: WebPushKey, right: WebPushKey) -> Bool {
        left.created == right.created && left.scalar == right.scalar
    }
}
