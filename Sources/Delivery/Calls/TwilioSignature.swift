import AlarmCore
package import Sealing

/// The signature by which Twilio's requests are told from those of others.
///
/// The base64 of an HMAC-SHA1, under the account's auth token, of the complete address followed by the name and the value
/// of each field, in the order of the names. Source: Twilio, "Webhooks security", "Validating signatures from Twilio",
/// https://www.twilio.com/docs/usage/webhooks/webhooks-security
package struct TwilioSignature: Sendable {
    private let token: SecretBytes

    /// Creates a check by the account's auth token; an API key signs nothing.
    package init(token: SecretBytes) {
        self.token = token
    }

    /// Whether the request is Twilio's, in constant time.
    ///
    /// Twilio leaves an explicit port of an https address out of what it signs for calls, and may put it in.
    package func isGenuine(_ request: CallRequest) -> Bool {
        guard let claimed = request.signature else { return false }
        let claim = Array(claimed.utf8)
        return Self.addresses(request.url).reduce(false) { isKnown, url in
            ConstantTime.equal(Array(signature(of: url, request.fields).utf8), claim) || isKnown
        }
    }

    /// The signature of a request.
    package func signature(of url: String, _ fields: [CallField]) -> String {
        let sorted = Set(fields).sorted { ($0.name, $0.value) < ($1.name, $1.value) }
        let text = sorted.reduce(into: url) { text, field in text += field.name + field.value }
        return Base64.encode(hmac(Array(text.utf8)))
    }

    /// HMAC with SHA-1 (RFC 2104, section 2).
    private func hmac(_ text: [UInt8]) -> [UInt8] {
        var key = token.revealed()
        if key.count > SHA1.blockSize { key = SHA1.hash(key) }
        key += repeatElement(0, count: SHA1.blockSize - key.count)
        return SHA1.hash(key.map { $0 ^ 0x5C } + SHA1.hash(key.map { $0 ^ 0x36 } + text))
    }

    private static func addresses(_ url: String) -> [String] {
        let scheme = "https://"
        guard url.hasPrefix(scheme), let end = url.dropFirst(scheme.count).firstIndex(of: "/") else { return [url] }
        let authority = url[..<end].dropFirst(scheme.count)
        guard let colon = authority.lastIndex(of: ":"),
            authority[authority.index(after: colon)...].allSatisfy(\.isNumber)
        else { return [url, scheme + authority + ":443" + url[end...]] }
        return [url, scheme + authority[..<colon] + url[end...]]
    }
}
