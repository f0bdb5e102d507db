import AlarmCore
package import AlarmWire

/// One subscription of a browser.
package struct WebPushAddress: Hashable, Sendable {
    /// The URL to which messages are posted.
    package var endpoint: WebURL
    /// The browser's public key, 65 bytes; whether it is a point of the curve shows when a message is sealed for it.
    package var publicKey: [UInt8]
    /// The authentication secret, 16 bytes.
    package var secret: [UInt8]

    /// Takes a subscription from the wire; nil for an endpoint that is never requested.
    package init?(_ subscription: WebPushSubscription) {
        guard let endpoint = WebURL(subscription.endpoint),
            subscription.p256dh.count == WebPushSubscription.keyByteCount,
            subscription.auth.count == WebPushSubscription.secretByteCount
        else { return nil }
        self.endpoint = endpoint
        publicKey = subscription.p256dh
        secret = subscription.auth
    }

    /// Parses ``bytes``; nil for any other form.
    ///
    /// It is parsed for every push, and so is not JSON.
    package init?(_ bytes: [UInt8]) {
        let headCount = WebPushSubscription.keyByteCount + WebPushSubscription.secretByteCount
        guard bytes.count > headCount,
            let endpoint = WebURL(String(decoding: bytes[headCount...], as: UTF8.self))
        else { return nil }
        self.endpoint = endpoint
        publicKey = Array(bytes[..<WebPushSubscription.keyByteCount])
        secret = Array(bytes[WebPushSubscription.keyByteCount..<headCount])
    }

    /// The public key, the secret and the endpoint, one behind the other: only the last one's length varies.
    package var bytes: [UInt8] { publicKey + secret + Array(endpoint.text.utf8) }
}

extension WebURL {
    /// The origin of the URL in ASCII (RFC 6454, section 6.2): without the scheme's own port.
    package var origin: String {
        let isDefault = port == (isSecure ? 443 : 80)
        return (isSecure ? "https://" : "http://") + host + (isDefault ? "" : ":\(port)")
    }
}
