/// The twenty symbols with which two devices pair (PA1 section 1).
///
/// Its secret must not reach a log: printing a code by accident shows only the locator. ``formatted`` is the only way
/// to the whole.
public struct PairingCode: Hashable, Sendable {
    /// The number of symbols that locate the invite: 5.
    public static let locatorLength = 5
    /// The number of secret symbols: 14, which is 70 bits.
    public static let secretLength = 14
    /// The number of symbols in all: 20.
    public static let length = locatorLength + secretLength + 1

    /// The first five symbols, by which the relay finds the invite; public.
    public let locator: String
    /// The next fourteen symbols, which the relay never learns; the key material `ASCII(S)`.
    public let secret: String

    /// Makes a code of its two parts, in canonical spelling; nil if one is not.
    public init?(locator: String, secret: String) {
        guard Self.isLocator(locator), secret.utf8.count == Self.secretLength,
            CrockfordBase32.values(secret) != nil
        else { return nil }
        self.locator = locator
        self.secret = secret
    }

    /// Reads a code as typed by a person, or from a link.
    ///
    /// Case, `-`, spaces and tabs do not matter; `I` and `L` are 1, `O` is 0.
    ///
    /// - Throws: what is wrong. A typo is found here and does not cost a claim.
    public init(typed text: some StringProtocol) throws(PairingCodeError) {
        var values: [UInt8] = []
        for scalar in text.unicodeScalars where !["-", " ", "\t"].contains(scalar) {
            guard scalar.isASCII, let value = CrockfordBase32.value(ofTyped: UInt8(scalar.value)) else {
                throw .symbol(scalar, position: values.count + 1)
            }
            values.append(value)
            guard values.count <= 4 * Self.length else { break }
        }
        guard values.count == Self.length else { throw .length(found: values.count) }
        guard CheckSymbol.compute(over: values.dropLast()) == values.last else { throw .check }
        self.locator = CrockfordBase32.text(values.prefix(Self.locatorLength))
        self.secret = CrockfordBase32.text(values.dropFirst(Self.locatorLength).prefix(Self.secretLength))
    }

    /// Draws a locator: 25 bits, uniformly.
    public static func randomLocator(using generator: inout some RandomNumberGenerator) -> String {
        CrockfordBase32.text((0..<locatorLength).map { _ in UInt8.random(in: 0..<32, using: &generator) })
    }

    /// Whether `text` is a locator in canonical spelling.
    public static func isLocator(_ text: String) -> Bool {
        text.utf8.count == locatorLength && CrockfordBase32.values(text) != nil
    }

    /// The secret derived from a key's fingerprint: the first 70 bits of `digest`, or nil when it is shorter.
    public static func secret(ofDigest digest: [UInt8]) -> String? {
        CrockfordBase32.text(firstSymbols: secretLength, of: digest)
    }

    /// The whole code for display to its owner, `LLLLL-SSSSS-SSSSS-SSSSC`; never for a log.
    public var formatted: String {
        let values = CrockfordBase32.values(locator + secret) ?? []
        let symbols = Array(locator + secret + CrockfordBase32.text([CheckSymbol.compute(over: values)]))
        return stride(from: 0, to: symbols.count, by: 5)
            .map { String(symbols[$0..<min($0 + 5, symbols.count)]) }
            .joined(separator: "-")
    }
}

extension PairingCode: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The locator, and dots for the rest.
    public var description: String { "\(locator)-•••••-•••••-•••••" }

    /// The locator, and dots for the rest.
    public var debugDescription: String { description }

    /// A mirror with the locator only, so that `dump` shows no more than `print`.
    public var customMirror: Mirror { Mirror(self, children: ["locator": locator]) }
}
