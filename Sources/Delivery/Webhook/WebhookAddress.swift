import Sealing

/// The address of a person's own server: where pushes are posted, and the secret that signs them.
package struct WebhookAddress: Hashable, Sendable {
    /// The length of a secret that the relay makes, in bytes.
    package static let secretByteCount = 32

    /// The URL to which pushes are posted.
    package let url: WebURL
    private let key: [UInt8]

    /// Combines a URL and a secret; nil for a secret that is not of ``secretByteCount`` bytes.
    package init?(url: WebURL, key: [UInt8]) {
        guard key.count == Self.secretByteCount else { return nil }
        self.url = url
        self.key = key
    }

    /// Parses ``bytes``; nil for any other form.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count > Self.secretByteCount,
            let url = WebURL(String(decoding: bytes[Self.secretByteCount...], as: UTF8.self))
        else { return nil }
        self.init(url: url, key: Array(bytes[..<Self.secretByteCount]))
    }

    /// The secret and the URL, one behind the other: only the latter's length varies.
    package var bytes: [UInt8] { key + Array(url.text.utf8) }

    /// The secret for signatures.
    package var secret: WebhookSecret? { WebhookSecret(key: SecretBytes(key)) }
}

extension WebhookAddress: Redacting {}
