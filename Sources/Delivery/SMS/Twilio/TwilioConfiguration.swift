package import AlarmCore
package import Sealing

/// The account, the sender and the connection settings for Twilio's messaging API.
package struct TwilioConfiguration: Sendable {
    /// The sender of messages.
    package enum Sender: Hashable, Sendable {
        /// A number of the account, or an alphanumeric name.
        case number(String)
        /// A messaging service, which chooses among its numbers: `MG…`.
        case service(String)
    }

    /// The reason why a configuration is refused.
    package enum Fault: String, Error, Hashable, Sendable {
        /// The base is neither an `https` origin nor one on this computer.
        case base = "the base URL is no https:// origin; http:// is for a stand-in on this computer"
        /// The account SID is malformed.
        case account = "the account SID is not AC and 32 hexadecimal digits"
        /// The API key's SID is malformed.
        case user = "the API key is not SK and 32 hexadecimal digits"
        /// The secret is empty.
        case secret = "the auth token, or the API key's secret, is empty"
        /// The sender is malformed.
        case sender = "the sender is no number like +15005550006, no name of 1 to 11 letters and digits, no MG… SID"
        /// The status callback is no `https` URL.
        case callback = "the status callback is no https URL"
    }

    /// Twilio's own origin.
    package static let twilio = "https://api.twilio.com"

    /// The API's origin.
    package let base: String
    /// The account, which is in the URLs.
    package let account: String
    /// The sender of messages.
    package let sender: Sender
    /// The URL to which Twilio reports the status of messages; nil for none.
    package let statusCallback: String?
    /// The longest time for one attempt, default 15 s; a message's deadline can shorten it.
    package var attemptTimeout = Span.seconds(15)
    private let user: String
    private let secret: SecretBytes

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - base: The API's origin.
    ///   - account: The account SID.
    ///   - apiKey: The SID of an API key; nil for the account itself.
    ///   - secret: The API key's secret, or the account's auth token.
    ///   - sender: The sender of messages.
    ///   - statusCallback: The URL to which Twilio reports the status of messages; nil for none.
    /// - Throws: `Fault`.
    package init(
        base: String = Self.twilio,
        account: String,
        apiKey: String? = nil,
        secret: SecretBytes,
        sender: Sender,
        statusCallback: String? = nil
    ) throws(Fault) {
        guard Self.isOrigin(base) else { throw .base }
        guard Self.isSID(account, "AC") else { throw .account }
        guard apiKey.map({ Self.isSID($0, "SK") }) ?? true else { throw .user }
        guard secret.count > 0 else { throw .secret }
        guard Self.isSender(sender) else { throw .sender }
        guard statusCallback.map({ WebURL($0)?.isSecure ?? false }) ?? true else { throw .callback }
        self.base = base
        self.account = account
        user = apiKey ?? account
        self.secret = secret
        self.sender = sender
        self.statusCallback = statusCallback
    }

    /// The value of the `authorization` header (RFC 7617).
    var authorization: String {
        "Basic " + Base64.encode(Array(user.utf8) + [UInt8(ascii: ":")] + secret.revealed())
    }

    private static func isOrigin(_ text: String) -> Bool {
        guard let url = WebURL(text), url.pathAndQuery.isEmpty else { return false }
        return url.isSecure || ["localhost", "127.0.0.1", "[::1]"].contains(url.host)
    }

    private static func isSender(_ sender: Sender) -> Bool {
        switch sender {
        case .service(let sid): isSID(sid, "MG")
        case .number(let text):
            PhoneNumber(text)?.text == text
                || (1...11).contains(text.utf8.count) && text.contains(where: \.isLetter)
                    && text.utf8.allSatisfy { ($0 | 0x20).isLowerCaseLetter || $0.isDigit || $0 == 0x20 }
        }
    }

    /// Whether the text is a prefix and 32 hexadecimal digits.
    static func isSID(_ text: some StringProtocol, _ prefix: String) -> Bool {
        text.utf8.count == 34 && text.hasPrefix(prefix)
            && text.utf8.dropFirst(2).allSatisfy { $0.isDigit || (0x61...0x66).contains($0 | 0x20) }
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
    fileprivate var isLowerCaseLetter: Bool { (0x61...0x7A).contains(self) }
}
