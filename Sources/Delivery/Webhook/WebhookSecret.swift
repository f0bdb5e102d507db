package import Sealing

/// What the sender and the receiver of webhooks share, to sign with (Standard Webhooks).
package struct WebhookSecret: Sendable, Equatable {
    /// How many bytes a secret may have.
    package static let byteCounts = 24...64
    private static let prefix = "whsec_"

    /// The key.
    package let key: SecretBytes

    /// Takes a key of 24 to 64 bytes, else nil.
    package init?(key: SecretBytes) {
        guard Self.byteCounts.contains(key.count) else { return nil }
        self.key = key
    }

    /// Reads `whsec_` and the key in base64, else nil.
    package init?(_ text: String) {
        guard text.hasPrefix(Self.prefix), let bytes = Base64.decode(String(text.dropFirst(Self.prefix.count))) else {
            return nil
        }
        self.init(key: SecretBytes(bytes))
    }

    /// The text that the receiver is given, once.
    package func revealed() -> String { Self.prefix + Base64.encode(key.revealed()) }

    /// The value of `webhook-signature`: `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64.
    ///
    /// - Throws: `SealingError.library` if OpenSSL cannot sign.
    func signature(id: String, timestamp: Int64, body: [UInt8]) throws(SealingError) -> String {
        "v1," + Base64.encode(try HMACSHA256.authenticate(Array("\(id).\(timestamp).".utf8) + body, key: key))
    }
}

extension WebhookSecret: Redacting {}
