import AlarmCore

/// The relay's token for "my partner's devices", as one side of a pair knows it (PA1 section 4).
///
/// Its holder may ring, so it does not print itself.
public struct PartnerToken: Hashable, Sendable {
    /// The 16 bytes.
    public let bytes: [UInt8]

    /// Takes exactly 16 bytes, else nil.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// Reads 22 characters of canonical base64url, else nil.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count == 22, let bytes = Base64URL.decode(text) else { return nil }
        self.init(bytes: bytes)
    }

    /// Draws a token.
    public static func random(using generator: inout some RandomNumberGenerator) -> PartnerToken {
        PartnerToken(random: (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    private init(random bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The token as sent; never for a log.
    public var text: String { Base64URL.encode(bytes) }
}

extension PartnerToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A description without the token.
    public var description: String { "partner token (redacted)" }

    /// A description without the token.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension ObjectReader {
    /// Takes a partner token, or nil if there is none.
    mutating func optionalPartnerToken(_ name: String) throws(WireError) -> PartnerToken? {
        try optionalText(name, expected: "16 bytes in base64url without padding, 22 characters") { PartnerToken($0) }
    }

    /// Takes a partner token.
    mutating func partnerToken(_ name: String) throws(WireError) -> PartnerToken {
        try required(optionalPartnerToken(name), name)
    }
}
