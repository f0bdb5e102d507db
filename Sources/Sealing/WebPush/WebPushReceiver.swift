/// The public half of a browser's subscription, for which messages are sealed (RFC 8291, section 2).
public struct WebPushReceiver: Sendable, Hashable {
    /// The length of the authentication secret: 16 bytes.
    public static let secretByteCount = 16
    /// The largest message, in bytes: what fits into one record of a body of 4,096 bytes (RFC 8291, section 4).
    public static let longestMessage = 3993
    /// The lengths to which messages are filled, in bytes, so that the length of one tells little.
    public static let buckets = [1024, 2048, longestMessage]

    /// The browser's public key, `p256dh`.
    public let publicKey: ES256.PublicKey
    private let secret: [UInt8]

    /// Makes a receiver.
    ///
    /// - Parameters:
    ///   - publicKey: `p256dh`: a point of P-256, 65 bytes, uncompressed.
    ///   - secret: `auth`: 16 bytes.
    /// - Throws: `SealingError.malformedKey` for what is no point of the curve; `.wrongLength`.
    public init(publicKey: [UInt8], secret: [UInt8]) throws(SealingError) {
        guard secret.count == Self.secretByteCount else {
            throw .wrongLength(of: "an authentication secret", expected: Self.secretByteCount, actual: secret.count)
        }
        self.publicKey = try ES256.PublicKey(x963: publicKey)
        self.secret = secret
    }

    /// Seals a message under a fresh key pair and salt, filled to one of ``buckets``.
    ///
    /// - Returns: the body of a request with the content coding `aes128gcm`.
    /// - Throws: `SealingError.tooLong` above ``longestMessage``; `.randomnessUnavailable`, `.library`.
    public func seal(_ message: [UInt8]) throws(SealingError) -> [UInt8] {
        guard let bucket = Self.buckets.first(where: { $0 >= message.count }) else {
            throw .tooLong("a message of Web Push", limit: Self.longestMessage)
        }
        return try seal(
            message,
            paddedTo: bucket,
            from: ES256.PrivateKey(),
            salt: SecureRandom.bytes(count: EncryptedContent.saltByteCount)
        )
    }

    /// Seals with a given key pair and salt, for known answers only.
    @_spi(Testing)
    public func seal(
        _ message: [UInt8],
        paddedTo count: Int,
        from sender: ES256.PrivateKey,
        salt: [UInt8]
    ) throws(SealingError) -> [UInt8] {
        try EncryptedContent.seal(
            message,
            paddedTo: count,
            inputKey: Self.inputKey(
                shared: sender.sharedSecret(with: publicKey),
                secret: secret,
                receiver: publicKey,
                sender: sender.publicKey
            ),
            salt: salt,
            keyID: sender.publicKey.x963
        )
    }

    /// The key of a message (RFC 8291, section 3.4).
    ///
    /// ```
    /// PRK = Extract(auth, ECDH)
    /// IKM = Expand(PRK, "WebPush: info" ‖ 0x00 ‖ receiver's public key ‖ sender's public key, 32)
    /// ```
    fileprivate static func inputKey(
        shared: SecretBytes,
        secret: [UInt8],
        receiver: ES256.PublicKey,
        sender: ES256.PublicKey
    ) throws(SealingError) -> SecretBytes {
        let prk = try HKDF.extract(salt: secret, inputKey: shared)
        return try HKDF.expand(prk, info: Array("WebPush: info\0".utf8) + receiver.x963 + sender.x963, count: 32)
    }
}

extension WebPushReceiver: Redacting {}

/// Both halves of a subscription, as a browser has them: opens what was sealed for it.
public struct WebPushReceiverKeys: Sendable {
    /// The private key that belongs to `p256dh`.
    public let privateKey: ES256.PrivateKey
    /// The authentication secret, 16 bytes.
    public let secret: [UInt8]

    /// Makes new keys.
    ///
    /// - Throws: `SealingError.randomnessUnavailable`, `.library`.
    public init() throws(SealingError) {
        privateKey = try ES256.PrivateKey()
        secret = try SecureRandom.bytes(count: WebPushReceiver.secretByteCount)
    }

    /// Takes up kept keys.
    public init(privateKey: ES256.PrivateKey, secret: [UInt8]) {
        self.privateKey = privateKey
        self.secret = secret
    }

    /// Opens the body of a message.
    ///
    /// - Throws: `SealingError.malformedMessage`, `.malformedKey` where the sender's key is no point, `.cannotOpen`.
    public func open(_ body: [UInt8]) throws(SealingError) -> [UInt8] {
        let parts = try EncryptedContent.Parts(body)
        let sender = try ES256.PublicKey(x963: parts.keyID)
        return try EncryptedContent.open(
            parts,
            inputKey: WebPushReceiver.inputKey(
                shared: privateKey.sharedSecret(with: sender),
                secret: secret,
                receiver: privateKey.publicKey,
                sender: sender
            )
        )
    }
}

extension WebPushReceiverKeys: Redacting {}
