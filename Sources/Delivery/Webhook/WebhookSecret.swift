package import Sealing

/// The secret shared by the sender and the receiver of webhooks, for signatures (Standard Webhooks).
package struct WebhookSecret: Sendable, Equatable {
    /// The permitted sizes of a secret, in bytes.
    package static let byteCounts = 24...64
    private static let prefix = "whsec_"

    /// The key.
    package let key: SecretBytes

    /// Creates a secret from a key of 24 to 64 bytes; nil for another size.
    package init?(key: SecretBytes) {
        guard Self.byteCounts.contains(key.count) else { return nil }
        self.key = key
    }

    /// Parses `whsec_` and the key in base64; nil for any other text.
    package init?(_ text: String) {
        guard text.hasPrefix(Self.prefix), let bytes = Base64.decode(String(text.dropFirst(Self.prefix.count))) else {
            return nil
        }
        self.init(key: SecretBytes(bytes))
    }

    /// The text that is given to the receiver, once.
    package func revealed() -> String { Self.prefix + Base64.encode(key.revealed()) }

    /// The value of `webhook-signature`: `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64.
    ///
    /// - Throws: `SealingError.library` if OpenSSL cannot sign.
    func signature(id: String, timestamp: Int64, body: [UInt8]) throws(SealingError) -> String {
        "v1," + Base64.encode(try HMACSHA256.authenticate(Array("\(id).\(timestamp).".utf8) + body, key: key))
    }
}

extension WebhookSecret: Redacting {}
