package import AlarmCore
package import Sealing

/// How Twilio's messaging API is reached, and who asks.
package struct TwilioConfiguration: Sendable {
    /// Whom messages come from.
    package enum Sender: Hashable, Sendable {
        /// A number of the account's, or an alphanumeric name.
        case number(String)
        /// A messaging service, which chooses among its numbers: `MG…`.
        case service(String)
    }

    /// Why a configuration is not used.
    package enum Fault: String, Error, Hashable, Sendable {
        /// The base is no `https` origin, or not one on this computer.
        case base = "the base URL is no https:// origin; http:// is for a stand-in on this computer"
        /// The account's name has another form.
        case account = "the account SID is not AC and 32 hexadecimal digits"
        /// The user's name has another form.
        case user = "the API key is not SK and 32 hexadecimal digits"
        /// There is no secret.
        case secret = "the auth token, or the API key's secret, is empty"
        /// The sender has another form.
        case sender = "the sender is no number like +15005550006, no name of 1 to 11 letters and digits, no MG… SID"
        /// The URL for reports cannot be used.
        case callback = "the status callback is no https URL"
    }

    /// Twilio's own origin.
    package static let twilio = "https://api.twilio.com"

    /// The API's origin.
    package let base: String
    /// The account, which is in the URLs.
    package let account: String
    /// Whom messages come from.
    package let sender: Sender
    /// Where Twilio reports what becomes of a message; nil for nowhere.
    package let statusCallback: String?
    /// How long one attempt may take, in all, default 15 s; a message's deadline makes it shorter.
    package var attemptTimeout = Span.seconds(15)
    private let user: String
    private let secret: SecretBytes

    /// Makes a configuration.
    ///
    /// - Parameters:
    ///   - base: The API's origin.
    ///   - account: The account SID.
    ///   - apiKey: The SID of an API key; nil for the account itself.
    ///   - secret: The API key's secret, or the account's auth token.
    ///   - sender: Whom messages come from.
    ///   - statusCallback: Where Twilio reports what becomes of a message; nil for nowhere.
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

    /// The value of `authorization` (RFC 7617).
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
